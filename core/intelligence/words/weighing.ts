// Decides the occupation of a title that our lists do not give to exactly one role. The evidence is the most similar
// wordings, and the occupations of filings with such titles. If several are likely, the user chooses.
import { last } from '../../kernel/narrow.ts'
import type { Book } from './book.ts'
import { oddsOf, type Odds } from './occupations.ts'
import { frequency, splitCompounds, correctSpelling } from './spelling.ts'
import type { Title } from './title.ts'
import { isWorker } from './worker.ts'
import { similarWordings, sameWordings, wordingsWithin, type Match } from './wordings.ts'

/** The reading of a title: one role with its score (0–1), several roles to choose from, or none with similar roles. */
export type RoleAnswer =
  | { kind: 'one'; slug: string; score: number; matched: string; isOwnTitle: boolean; candidates: string[] }
  | { kind: 'several'; candidates: string[] }
  | { kind: 'none'; candidates: string[] }

export type OneRole = Extract<RoleAnswer, { kind: 'one' }>

export function oneRole({ slug, words }: Match, score: number, isOwnTitle = false): OneRole {
  return { kind: 'one', slug, score, matched: words, isOwnTitle, candidates: [] }
}

export const MAX_CANDIDATES = 5

/** An occupation, its probability, and its role that is most like the title. */
type Candidate = ReturnType<typeof rankOccupations>[number]

/** Minimum probabilities of the answer's occupation and its major group. */
const LIKELY = 0.36
const LIKELY_GROUP = 0.66
/** With fewer filings of a title, our lists decide, if they have the title. */
const FEW_FILINGS = 5
/** With fewer filings of a title, its words decide whether it is a manager's. */
const MANY_FILINGS = 20
/** A wording of lower weight has only a few filings, so similar wordings count too. */
const WELL_KNOWN = 0.3
/** Minimum probability of an occupation that is offered as a choice. */
const MIN_CHOICE_CHANCE = 0.06
/** Below this likeness, a title without filings only shares letters with known titles. */
const MIN_LIKENESS = 0.3
/** Minimum likeness of the roles that are shown for a text without a role. */
const SHOWN_LIKENESS = 0.6
const ONE_WORD_LIKENESS = 0.8
/** Factor on the likeness if no wording has the last word, which names the kind of work. */
const UNKNOWN_WORK_FACTOR = 0.65

/** The role that a title means; several if other occupations are too likely. */
export function weighedAnswer(book: Book, title: Title): RoleAnswer {
  const words = splitCompounds(
    book,
    title.base.map((word) => correctSpelling(book, word)),
  )
  const odds = oddsOf(book, words)
  const same = sameWordings(book, words)
  const isListed = same.some(({ weight }) => weight >= WELL_KNOWN)
  const like = isListed ? [] : [...similarWordings(book, words), ...wordingsWithin(book, words)]
  const matches = [...same, ...like.filter(({ likeness }) => likeness < 1 || same.length === 0)]
  const weighed = rankOccupations(book, matches, odds, same.length > 0 && odds.filings < FEW_FILINGS)
  const ranked = odds.filings < MANY_FILINGS ? toManagers(book, words, weighed) : weighed
  const [best] = ranked
  const factor = same.length > 0 || frequency(book, last(words)) > 0 ? 1 : UNKNOWN_WORK_FACTOR
  const likeness = factor * Math.max(0, ...matches.map((match) => match.likeness))
  const isGuess =
    odds.filings === 0 &&
    (words.length === 1 ? likeness < 1 : likeness < MIN_LIKENESS || isUnlike(best, likeness))
  const likely = ranked.filter(({ chance }) => chance >= MIN_CHOICE_CHANCE).map(({ role }) => role.slug)
  const nearest = matches.filter(({ likeness }) => likeness >= SHOWN_LIKENESS).map(({ slug }) => slug)
  const candidates = [...new Set([...likely, ...nearest])].slice(0, MAX_CANDIDATES)
  if (!best || isGuess)
    return {
      kind: 'none',
      candidates: likeness >= (words.length === 1 ? ONE_WORD_LIKENESS : SHOWN_LIKENESS) ? candidates : [],
    }
  const group = ranked.reduce(
    (sum, { soc, chance }) => sum + (majorOf(soc) === majorOf(best.soc) ? chance : 0),
    0,
  )
  // The occupation of a manager follows from the work that is managed, so the wordings need not agree.
  const isDisputed = ranked === weighed && isContested(book, words, best.soc, odds, matches)
  if (best.chance < LIKELY || group < LIKELY_GROUP || isDisputed) return { kind: 'several', candidates }
  const score = 0.6 + 0.34 * Math.min(1, (best.chance + group) / 2)
  return oneRole(best.role, score)
}

/**
 * Whether the evidence contradicts an occupation. One of these is enough:
 * - a wording with the same words belongs to another major group;
 * - the occupation has no similar wording, and its probability is below `CLEAR_VOTE`;
 * - none of its similar wordings has the title's word for the worker, and the likeliest occupation is in another minor group.
 */
function isContested(book: Book, words: readonly string[], soc: string, odds: Odds, like: readonly Match[]) {
  const worker = words.findLast((word) => isWorker(word) && !book.lexicon().filler.has(word))
  const named = worker === undefined ? [] : sameWordings(book, [worker])
  const own = [...like, ...named].filter(({ slug }) => titleAt(book, slug).soc === soc)
  const [likeliest = ''] = [...odds.bySoc].sort((a, b) => b[1] - a[1])[0] ?? []
  const hasWorker = !worker || own.some((match) => match.words.split(' ').includes(worker))
  const isContrary = ({ words: same, weight, slug }: Match) =>
    same === words.join(' ') && weight > OWN_WEIGHT && majorOf(titleAt(book, slug).soc) !== majorOf(soc)
  if (like.some(isContrary)) return true
  if (own.length === 0) return (odds.bySoc.get(soc) ?? 0) < CLEAR_VOTE
  return !hasWorker && likeliest.slice(0, MINOR) !== soc.slice(0, MINOR)
}

/** A wording of more weight belongs to its own occupation more than to others. */
const OWN_WEIGHT = 0.5
/** From this probability on, an occupation needs no support from a wording. */
const CLEAR_VOTE = 0.5
/** This many characters of a SOC code name its minor group. */
const MINOR = 4

const isUnlike = (best: Candidate | undefined, likeness: number): boolean =>
  likeness < SHOWN_LIKENESS && (best?.chance ?? 0) < LIKELY

/** A manager's title ends in one of these words, or starts with one and ends in no worker: "head of sales". */
const MANAGER_WORD = /^(director|head|chief|vp|manager)$/
const MANAGER_TITLE = /\b(director|head|chief|president|manager|officer|administrator|executive)s?\b/i

/** If the title is a manager's, gives the probability of each occupation to the occupation of its managers. */
function toManagers(book: Book, words: readonly string[], ranked: readonly Candidate[]) {
  const { managed } = book.lexicon()
  const [first = ''] = words
  const isManager = MANAGER_WORD.test(last(words)) || (MANAGER_WORD.test(first) && !isWorker(last(words)))
  if (!isManager) return ranked
  const chances = new Map<string, Candidate>()
  for (const one of ranked) {
    const leads = MANAGER_TITLE.test(titleAt(book, one.role.slug).title)
    const soc = leads ? one.soc : (managed.find(([start]) => one.soc.startsWith(start))?.[1] ?? one.soc)
    const held = chances.get(soc)
    const role = soc === one.soc ? one.role : generalRole(book, soc)
    if (held) held.chance += one.chance
    else chances.set(soc, { soc, chance: one.chance, role })
  }
  return [...chances.values()].sort((a, b) => b.chance - a.chance || (a.soc < b.soc ? -1 : 1))
}

const majorOf = (soc: string): string => soc.slice(0, 2)

/** How strongly a wording of this likeness speaks for its role, 0–1. */
const evidenceOf = (likeness: number): number =>
  Math.max(0, (likeness - LEAST_LIKENESS) / (1 - LEAST_LIKENESS))
const LEAST_LIKENESS = 0.3
/** How much a wording with the same words raises an occupation, in logits. */
const EVIDENCE_LOGITS = 5
const PRIOR_CHANCE = 0.01
/** Factor for an occupation without the title in our lists, if our lists give the title to another occupation. */
const UNLISTED_FACTOR = 0.1

/** The occupations, likeliest first. The evidence is filings, the classifier and similar wordings. */
function rankOccupations(book: Book, matches: readonly Match[], odds: Odds, byLists: boolean) {
  const byOccupation = new Map<string, { proof: number; role: Match; like: number }>()
  for (const match of matches) {
    const { soc } = titleAt(book, match.slug)
    const proof = Math.min(1, match.weight) * evidenceOf(match.likeness)
    const like = match.likeness * (0.85 + 0.15 * match.weight)
    const held = byOccupation.get(soc)
    if (!held) byOccupation.set(soc, { proof, role: match, like })
    else {
      held.proof = Math.max(held.proof, proof)
      if (like > held.like) Object.assign(held, { like, role: match })
    }
  }
  const weighed = [...new Set([...byOccupation.keys(), ...odds.bySoc.keys()])].map((soc) => {
    const { proof = 0, role } = byOccupation.get(soc) ?? {}
    const filed = (odds.bySoc.get(soc) ?? 0) * (byLists && !byOccupation.has(soc) ? UNLISTED_FACTOR : 1)
    const chance = (filed + PRIOR_CHANCE) * Math.exp(EVIDENCE_LOGITS * proof)
    return { soc, chance, role: role ?? generalRole(book, soc) }
  })
  const all = weighed.reduce((sum, { chance }) => sum + chance, 0)
  for (const one of weighed) one.chance /= all
  return weighed.sort((a, b) => b.chance - a.chance || (a.soc < b.soc ? -1 : 1))
}

export const titleAt = (book: Book, slug: string): { title: string; soc: string } =>
  book.ofRow('roles', slug, 'title', ([, title = '', soc = '']) => ({ title, soc })) ?? { title: '', soc: '' }

const generalRole = (book: Book, soc: string): Match => {
  const slug = book.get('occupation_roles', soc)?.[1] ?? ''
  return { slug, words: '', weight: 1, likeness: 0 }
}
