// Decides which role a title means. The words of a known wording name it; else the wordings most like it and the
// occupations that such titles are filed under are weighed together, and what they leave open is asked back.
import type { Book } from './book.ts'
import { likeWordings, sameWordings, type Match } from './wordings.ts'
import { oddsOf, type Odds } from './occupations.ts'
import { holdersOf, joined, respelt } from './spelling.ts'
import { partsOf } from './parts.ts'
import { strangersIn } from './strangers.ts'
import { readTitle, type Title } from './title.ts'

/** What a title means: a role, with how sure that is (0–1); several to choose from; or none, with those of similar words. */
export type RoleAnswer =
  | { kind: 'one'; slug: string; score: number; matched: string; isOwnTitle: boolean; candidates: string[] }
  | { kind: 'several'; candidates: string[] }
  | { kind: 'none'; candidates: string[] }

const MAX_CANDIDATES = 5
/** Scores of a wording of our lists: with the words of its level, without them, and after correcting its spelling. */
const WITH_LEVEL = 1
const WITHOUT_LEVEL = 0.99
const RESPELT = 0.95
const REWORDED = 0.9

/** Decides what a text means: as a whole, or a part of it that is a title by itself. */
export function resolveText(book: Book, text: string): { title: Title; answer: RoleAnswer } {
  const typed = readTitle(book.lexicon(), text)
  const { unknown, numbers, company } = strangersIn(book, text, typed)
  const unused = [...typed.unused, ...numbers]
  const whole = resolveTitle(book, typed)
  const isTitle = whole.kind === 'one' && whole.score >= TITLE_ITSELF && unknown.length === 0
  const ofCompany = isTitle || company === null ? null : beside(book, typed, without(text, [company]))
  if (ofCompany) return { ...ofCompany, title: { ...ofCompany.title, unused: [...unused, company!] } }
  if (isCertain(whole) && unknown.length === 0) return { title: { ...typed, unused }, answer: whole }
  for (const { title: part, others } of partsOf(text)) {
    const found = beside(book, typed, part)
    if (found) return { ...found, title: { ...found.title, unused: [...unused, ...others] } }
  }
  if (unknown.length === 0) return { title: { ...typed, unused }, answer: whole }
  const known = readTitle(book.lexicon(), without(text, [...unknown, company ?? '']))
  const isNothing = known.experience !== null && known.base.join() === known.words.join()
  const answer = isNothing ? whole : doubted(resolveTitle(book, known), known.base.length)
  return { title: { ...typed, unused: [...unused, ...unknown] }, answer }
}

const without = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replace(word, ' '), text)

/** The role that a part of a text names by itself, at the level of the whole. */
function beside(book: Book, whole: Title, part: string): { title: Title; answer: One } | null {
  const read = readTitle(book.lexicon(), part)
  const found = read.readings.length === 0 ? sureAnswer(book, read) : null
  if (!found || found.score < TITLE_ITSELF) return null
  const { level, experience } = whole.experience ? whole : read
  return {
    title: { ...read, level, experience },
    answer: { ...found, score: BESIDE_OTHERS, isOwnTitle: false },
  }
}

/** A word that is in no title may have meant anything: what the others mean is a guess, and asked back. */
function doubted(answer: RoleAnswer, words: number): RoleAnswer {
  if (answer.kind !== 'one') return answer
  if (answer.score < TITLE_ITSELF && words < 2) return { kind: 'none', candidates: [] }
  const candidates = [...new Set([answer.slug, ...answer.candidates])]
  return { ...answer, score: Math.min(answer.score, DOUBTED), candidates }
}

/** The score of a role that some words of the text were left out for. */
const DOUBTED = 0.55

/** From this score a part of a text is a title by itself; beside other words, which may have meant something, its score. */
const TITLE_ITSELF = 0.95
const BESIDE_OTHERS = 0.89
const isCertain = (answer: RoleAnswer): boolean => answer.kind === 'one' && answer.score >= REWORDED

/** Decides what a title means. */
export function resolveTitle(book: Book, title: Title): RoleAnswer {
  if (title.base.length === 0) return { kind: 'none', candidates: [] }
  const sure = sureAnswer(book, title)
  const isNamed = sure !== null && sure.score >= WITHOUT_LEVEL && title.base.length > 1
  if (title.readings.length > 0) return isNamed ? sure : ofReadings(book, title)
  return sure ?? weighedAnswer(book, title)
}

type One = Extract<RoleAnswer, { kind: 'one' }>

/** The role that alone has these very words as its title or in one of our lists. */
function sureAnswer(book: Book, { words, base, level }: Title): One | null {
  // "Staff software engineer" is a level of a role, although employers' filings make a role of it, too.
  const ofLevel = level === null ? undefined : sureMatch(sameWordings(book, base))
  if (ofLevel)
    return {
      kind: 'one',
      slug: ofLevel.slug,
      score: WITHOUT_LEVEL * ofLevel.likeness,
      matched: ofLevel.words,
      isOwnTitle: false,
      candidates: [],
    }
  const spelt = base.map((word) => respelt(book, word))
  const ways: [readonly string[], number][] = [
    [words, WITH_LEVEL],
    [base, WITHOUT_LEVEL],
    [spelt, RESPELT],
    [joined(book, spelt), RESPELT],
    [reworded(spelt), REWORDED],
  ]
  for (const [at, [way, score]] of ways.entries()) {
    if (way.length === 0 || (at > 0 && way.join(' ') === ways[at - 1]![0].join(' '))) continue
    const found = sureMatch(sameWordings(book, way))
    if (found)
      return {
        kind: 'one',
        slug: found.slug,
        score: score * found.likeness,
        matched: found.words,
        isOwnTitle: found.weight > 1 && at === 0,
        candidates: [],
      }
  }
  return null
}

/** The match with a role's own title, else the only one of our lists. */
function sureMatch(matches: readonly Match[]): Match | undefined {
  const own = matches.find(({ weight }) => weight > 1)
  const listed = matches.filter(({ weight }) => weight >= 1)
  return own ?? (listed.length === 1 ? listed[0] : undefined)
}

const HEAD = /^(director|head|vp|chief|manager)$/
const WORKER = /(er|or|ist|ian|yst|ant|ect|ney|ive|ent|eur|man|nurse|clerk|chef|counsel|aide)$/

/** "Director of engineering" and "vp, engineering" manage it; a "vp, software engineer" is one. */
function reworded(words: readonly string[]): string[] {
  const [head = '', next = '', ...rest] = words
  const field = next === 'of' ? rest : words.slice(1)
  if (!HEAD.test(head) || field.length === 0) return []
  return WORKER.test(field.at(-1)!) ? [...field] : [...field, 'manager']
}

/** The roles that the readings of a title name: the only one, or several to choose from. */
function ofReadings(book: Book, title: Title): RoleAnswer {
  const named = title.readings.flatMap((words) => {
    const [best] = sameWordings(book, words).sort((a, b) => b.weight - a.weight)
    return best ? [best] : []
  })
  const candidates = [...new Set(named.map(({ slug }) => slug))].slice(0, MAX_CANDIDATES)
  const [only] = named
  if (only && candidates.length === 1)
    return {
      kind: 'one',
      slug: only.slug,
      score: WITHOUT_LEVEL,
      matched: only.words,
      isOwnTitle: false,
      candidates: [],
    }
  if (candidates.length > 0) return { kind: 'several', candidates }
  return weighedAnswer(book, { ...title, base: title.readings[0]! })
}

/** An occupation with what speaks for it, and the role of it that is most like the title. */
interface Weighed {
  soc: string
  chance: number
  role: Match
}

/** Least chances of the answer's occupation and of its major group. */
const LIKELY = 0.42
const LIKELY_GROUP = 0.72
/** An occupation is offered as a choice from this chance. */
const WORTH_NAMING = 0.06
/** Below this likeness, words of no filed title only share some letters with others. */
const ALIKE = 0.3
/** From this likeness, roles are worth showing for a text that names none. */
const WORTH_SHOWING = 0.6
const WORTH_SHOWING_OF_ONE = 0.8
/** The share of the likeness that counts where the last word, the kind of work, is in no wording. */
const UNKNOWN_WORK = 0.65

function weighedAnswer(book: Book, title: Title): RoleAnswer {
  const words = joined(
    book,
    title.base.map((word) => respelt(book, word)),
  )
  const odds = oddsOf(book, words)
  const same = sameWordings(book, words)
  const matches = same.length > 0 ? same : likeWordings(book, words)
  const ranked = weigh(book, words, matches, odds)
  const [best] = ranked
  const kind = same.length > 0 || holdersOf(book, words.at(-1)!) > 0 ? 1 : UNKNOWN_WORK
  const likeness = kind * Math.max(0, ...matches.map((match) => match.likeness))
  const isGuess =
    odds.filings === 0 && (words.length === 1 ? likeness < 1 : likeness < ALIKE || isUnlike(best, likeness))
  const candidates = ranked
    .filter(({ chance }) => chance >= WORTH_NAMING)
    .slice(0, MAX_CANDIDATES)
    .map(({ role }) => role.slug)
  if (!best || isGuess)
    return {
      kind: 'none',
      candidates: likeness >= (words.length === 1 ? WORTH_SHOWING_OF_ONE : WORTH_SHOWING) ? candidates : [],
    }
  const group = ranked.reduce(
    (sum, { soc, chance }) => sum + (majorOf(soc) === majorOf(best.soc) ? chance : 0),
    0,
  )
  if (best.chance < LIKELY || group < LIKELY_GROUP) return { kind: 'several', candidates }
  const score = 0.6 + 0.34 * Math.min(1, (best.chance + group) / 2)
  return {
    kind: 'one',
    slug: best.role.slug,
    score,
    matched: best.role.words,
    isOwnTitle: false,
    candidates: [],
  }
}

/** Words that are like no wording, and that no occupation is likely for. */
const isUnlike = (best: Weighed | undefined, likeness: number): boolean =>
  likeness < WORTH_SHOWING && (best?.chance ?? 0) < LIKELY

const majorOf = (soc: string): string => soc.slice(0, 2)

/** How much a wording that is like the title speaks for its role, by its likeness. */
const speaks = (likeness: number): number => Math.max(0, (likeness - LEAST_ALIKE) / (1 - LEAST_ALIKE))
const LEAST_ALIKE = 0.3
/** How many times likelier a wording of the very words makes an occupation, in logits. */
const SPOKEN = 5
/** The odds of an occupation that filings and words say nothing for. */
const UNSAID = 0.01
/** The share of the likeness that counts where the last word, the kind of work, is another. */
const OTHER_WORK = 0.9

/** The occupations by their chance: the odds of filings and words, raised by the wordings that are like the title. */
function weigh(book: Book, words: readonly string[], matches: readonly Match[], odds: Odds): Weighed[] {
  const said = new Map<string, { spoken: number; role: Match; like: number }>()
  for (const match of matches) {
    const { soc } = titleAt(book, match.slug)
    const kind = match.words.endsWith(words.at(-1)!) || match.likeness === 1 ? 1 : OTHER_WORK
    const spoken = Math.min(1, match.weight) * speaks(match.likeness * kind)
    const like = match.likeness * kind * (0.85 + 0.15 * match.weight)
    const held = said.get(soc)
    if (!held) said.set(soc, { spoken, role: match, like })
    else {
      held.spoken = Math.max(held.spoken, spoken)
      if (like > held.like) Object.assign(held, { like, role: match })
    }
  }
  const weighed = [...new Set([...said.keys(), ...odds.bySoc.keys()])].map((soc) => {
    const { spoken = 0, role } = said.get(soc) ?? {}
    const chance = ((odds.bySoc.get(soc) ?? 0) + UNSAID) * Math.exp(SPOKEN * spoken)
    return { soc, chance, role: role ?? generalRole(book, soc) }
  })
  const all = weighed.reduce((sum, { chance }) => sum + chance, 0)
  for (const one of weighed) one.chance /= all
  return weighed.sort((a, b) => b.chance - a.chance || (a.soc < b.soc ? -1 : 1))
}

/** The title and the occupation of a role. */
export const titleAt = (book: Book, slug: string): { title: string; soc: string } =>
  book.ofRow('roles', slug, 'title', ([, title = '', soc = '']) => ({ title, soc })) ?? { title: '', soc: '' }

/** The role that stands for an occupation as a whole. */
const generalRole = (book: Book, soc: string): Match => {
  const slug = book.get('occupation_roles', soc)?.[1] ?? ''
  return { slug, words: '', weight: 1, likeness: 0 }
}
