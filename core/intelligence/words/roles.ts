// Decides which role a title means: by a known wording, else by weighing the evidence.
import { first, last, must } from '../../kernel/narrow.ts'
import { cut } from '../../kernel/plain-characters.ts'
import type { Book } from './book.ts'
import { CERTAIN, TITLE_ITSELF } from './certainty.ts'
import { sameWordings, type Match } from './wordings.ts'
import { splitCompounds, correctSpelling, frequency } from './spelling.ts'
import { isOnlyRank, readTitle, type Title } from './title.ts'
import { MAX_CANDIDATES, oneRole, titleAt, weighedAnswer, type OneRole, type RoleAnswer } from './weighing.ts'
import { plainText, singular } from './plain.ts'
import { isWorker } from './worker.ts'

/** Parts of a text that no known title has. `unknown` words may mean anything. Numbers and `company` say nothing of the work. */
function unknownTokensIn(book: Book, text: string, title: Title) {
  const tokens = tokensIn(text)
  const unread = tokens.filter((token) => !title.unused.some((part) => part.includes(token)))
  const [, within, behind] = book.lexicon().employers.exec(text) ?? []
  const known = tokens.length > 1 ? (within ?? behind) : undefined
  const company = known ?? companyIn(book, tokens)
  const unknown = [...new Set(title.base)].filter((word) => isUnknown(book, word))
  const typed = unknown.map((word) => tokens.find((token) => spelled(book, token) === word) ?? word)
  return {
    unknown: [
      ...typed.filter((word) => !company?.includes(word)),
      ...unread.filter((token) => plainText(token) === ''),
    ],
    numbers: unread.filter((token) => NUMBER.test(token)),
    company,
    isListed: known !== undefined,
  }
}

/** The employer at the start or after "at", if its levels are published. */
function companyIn(book: Book, tokens: readonly string[]): string | null {
  const [first = '', last = '', before] = [tokens[0], tokens.at(-1), tokens.at(-2)]
  const isCompany = (token: string) => !book.rows('ladders', plainText(token))[Symbol.iterator]().next().done
  if (tokens.length < 2) return null
  if (before === 'at' && isCompany(last)) return last
  return isCompany(first) ? first : null
}

/** Three digits or more: a requisition number, or a ZIP code without pay data. Not 911, which is a kind of work. */
const NUMBER = /^(?!911$)\d{3,}$/

const spelled = (book: Book, token: string): string => singular(plainText(token), book.lexicon().keepsItsS)

function isUnknown(book: Book, word: string): boolean {
  if (word.length < 2 || !/[a-z]/.test(word) || book.lexicon().filler.has(word)) return false
  if (frequency(book, word) > 0 || book.get('title_features', word)) return false
  return splitCompounds(book, [correctSpelling(book, word)]).some((part) => frequency(book, part) === 0)
}

/** Scores of a wording in our lists: with its level, without it, and after a corrected spelling. */
const WITH_LEVEL = 1
const WITHOUT_LEVEL = 0.99
const RESPELT = 0.95

/** Decides what a text means: the whole text, or a part of it that is a title. */
export function resolveText(book: Book, whole: string): { title: Title; answer: RoleAnswer } {
  const text = cut(whole, MAX_TITLE)
  const typed = withoutTail(book, withoutAnybody(book, readTitle(book.lexicon(), text)))
  const alternatives = alternativesIn(book, typed)
  if (alternatives) return { title: typed, answer: alternatives }
  const { unknown, numbers, company, isListed } = unknownTokensIn(book, text, typed)
  const unused = [...typed.unused, ...numbers]
  const asWhole = resolveTitle(book, typed)
  const isTitle = asWhole.kind === 'one' && asWhole.score >= TITLE_ITSELF && unknown.length === 0
  const ofCompany = isTitle || company === null ? null : roleOfPart(book, typed, without(text, [company]))
  if (ofCompany) return { ...ofCompany, title: { ...ofCompany.title, unused: [...unused, must(company)] } }
  const besideEmployer = isTitle || company === null ? null : withoutEmployer(book, text, company, isListed)
  if (besideEmployer) return besideEmployer
  const known = { title: { ...typed, unused }, answer: asWhole }
  if (isTitle) return known
  const parts = partsOf(typed.text)
  const head = parts[0] && readTitle(book.lexicon(), parts[0].title)
  const isRanked =
    head !== undefined && (head.readings.length > 0 || LEADS_ANYTHING.test(head.base.join(' ')))
  for (const { title: part, others } of isRanked ? [] : parts) {
    const found = specialityOf(book, typed, part, others) ?? roleOfPart(book, typed, part)
    if (found) return { ...found, title: { ...found.title, unused: [...unused, ...others] } }
  }
  if (isCertain(asWhole) && unknown.length === 0) return known
  const first = ofFirstPart(book, parts, isRanked, typed, asWhole)
  if (first)
    return { title: { ...first.title, unused: [...unused, ...first.title.unused] }, answer: first.answer }

  if (unknown.length === 0) return known
  const rest = readTitle(book.lexicon(), without(typed.text, [...unknown, company ?? '']))
  const found = resolveTitle(book, rest)
  const areNames =
    found.kind === 'one' &&
    found.score >= MIN_SCORE_WITHOUT_NAMES &&
    /\p{Ll}/u.test(text) &&
    !unknown.includes(last(tokensIn(typed.text))) &&
    !unknown.includes(FIELD.exec(text)?.[1] ?? '') &&
    unknown.every((word) => /\p{Lu}/u.test(word))
  const answer = isOnlyRank(rest)
    ? asWhole
    : areNames
      ? { ...found, score: SCORE_WITHOUT_NAMES }
      : withDoubt(found, rest.base.length)
  return { title: { ...typed, unused: [...unused, ...unknown] }, answer }
}

/** The answer for the text without the employer. Null if the rest is no rank and the word list lacks the employer. */
function withoutEmployer(book: Book, text: string, company: string, isListed: boolean) {
  const { title, answer } = resolveText(book, without(text, [company]))
  const isRank = title.experience !== null && title.readings.length > 0
  if (answer.kind === 'none' || !(isRank || isListed)) return null
  return { title: { ...title, unused: [...title.unused, company] }, answer }
}

/** Removes a word for any worker after a field with several kinds of work: "a data person" is read as "data". */
function withoutAnybody(book: Book, title: Title): Title {
  if (title.base.length < 2 || !ANYBODY.test(last(title.base)) || sureAnswer(book, title)) return title
  const field = readTitle(book.lexicon(), title.text.replace(/\S+\s*$/, ''))
  return field.readings.length > 1 ? field : title
}

/** Removes words after a title that is complete without them: "Bartender PT", "Stocker Team Member", "Structural Engineer PE". */
function withoutTail(book: Book, title: Title): Title {
  const [whole, before = '', sign = '', after = ''] =
    /^(.+?),?\s+(PT|(?<=engineer,? )PE|team member)\b(.*)$/i.exec(title.text) ?? []
  if (whole === undefined) return title
  const rest = readTitle(book.lexicon(), before + after)
  return rest.readings.length === 0 && sureAnswer(book, rest)
    ? { ...rest, unused: [...title.unused, sign, ...rest.unused] }
    : title
}

/** This many characters of a SOC code name its broad occupation. */
const BROAD = 6

/** The kinds of work in "RN or LPN", to choose from. Null if they are one broad occupation: "Oral Surgeon or Dentist". */
function alternativesIn(book: Book, { text }: Title): RoleAnswer | null {
  const parts = first(text.split(/\s[-–—|]\s/)).split(/\s+or\s+/i)
  if (parts.length < 2) return null
  const slugs = parts.map((part) => {
    const read = readTitle(book.lexicon(), part)
    return read.readings.length > 0 ? slugsOf(ofReadings(book, read)) : (sureAnswer(book, read)?.slug ?? [])
  })
  const candidates = [...new Set(slugs.flat())].slice(0, MAX_CANDIDATES)
  const socs = new Set(candidates.map((slug) => titleAt(book, slug).soc.slice(0, BROAD)))
  return slugs.some(({ length }) => length === 0) || socs.size < 2 ? null : { kind: 'several', candidates }
}
/** Words for anybody. The words before them say what the work is. */
export const ANYBODY = /^(person|people|guy|gal|folk|folks|somebody)$/

/**
 * The role of the first part. A first part that is only a rank is read after the second: "Manager, Parts" as "Parts Manager".
 * Later parts are a place, a team or a condition. If the whole text means another kind of work, the user chooses.
 */
function ofFirstPart(book: Book, parts: readonly Part[], isRank: boolean, whole: Title, asWhole: RoleAnswer) {
  const [first, second] = parts
  if (!first || !second) return null
  const head = isRank ? `${second.title} ${first.title}` : first.title
  const others = isRank ? first.others.slice(1) : first.others
  const joined = readTitle(book.lexicon(), head)
  const { unknown } = unknownTokensIn(book, head, joined)
  const ofBoth = unknown.length > 0 ? NOTHING : resolveTitle(book, joined)
  // A general title keeps its meanings if the next part is no work: "Executive Director - Sunrise".
  const read = isRank && ofBoth.kind === 'none' ? readTitle(book.lexicon(), first.title) : joined
  const found = read === joined ? ofBoth : resolveTitle(book, read)
  if (found.kind === 'none') return null
  const { level, experience } = whole.experience ? whole : read
  const title = { ...read, level, experience, unused: others }
  const slugs = [...slugsOf(found), ...slugsOf(asWhole)]
  const socs = slugsOf(asWhole).map((slug) => titleAt(book, slug).soc)
  const isAgreed = found.kind === 'one' && (socs.length === 0 || socs.includes(titleAt(book, found.slug).soc))
  const namesWork = ({ title: part }: Part) => plainText(part).split(' ').some(isWorker)
  const isAlone = !isRank && isCertain(found) && !parts.slice(1).some(namesWork)
  if (found.kind === 'one' && (isAgreed || isAlone)) return { title, answer: ofPart(found) }
  const candidates = [...new Set(slugs)].slice(0, MAX_CANDIDATES)
  return { title, answer: { kind: 'several' as const, candidates } }
}

const slugsOf = (answer: RoleAnswer): string[] =>
  answer.kind === 'one' ? [answer.slug, ...answer.candidates] : answer.candidates

const MAX_TITLE = 200
/** Titles of managers whose work is in the next part: "GM, QSR restaurant". */
const LEADS_ANYTHING = /^(general manager|managing director)$/

const without = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replace(word, ' '), text)

/** The role that one part of a text names by itself, with the level of the whole text. */
function roleOfPart(book: Book, whole: Title, part: string): { title: Title; answer: OneRole } | null {
  const read = readTitle(book.lexicon(), part)
  const found = read.readings.length === 0 && !isOnlyRank(read) ? sureAnswer(book, read) : null
  if (!found || found.score < WITHOUT_LEVEL) return null
  const { level, experience } = whole.experience ? whole : read
  return { title: { ...read, level, experience }, answer: ofPart(found) }
}

/** If a part means only an “all other” occupation, the next part may name the exact one: "Physician - Family Medicine". */
function specialityOf(book: Book, whole: Title, part: string, [next]: readonly string[]) {
  const rest = roleOfPart(book, whole, part)
  const { soc } = titleAt(book, rest?.answer.slug ?? '')
  if (!rest || !next || !soc.endsWith('9')) return null
  const found = resolveTitle(book, readTitle(book.lexicon(), `${next} ${part}`))
  const isOfGroup = found.kind === 'one' && titleAt(book, found.slug).soc.startsWith(soc.slice(0, BROAD - 1))
  return isOfGroup ? { ...rest, answer: ofPart(found) } : null
}

export const NOTHING: RoleAnswer = { kind: 'none', candidates: [] }

/** Lowers the score of a role if the text has unknown words, so that crm asks. */
function withDoubt(answer: RoleAnswer, words: number): RoleAnswer {
  if (answer.kind !== 'one') return answer
  if (answer.score < TITLE_ITSELF && words < 2) return NOTHING
  const candidates = [...new Set([answer.slug, ...answer.candidates])]
  return { ...answer, score: Math.min(answer.score, DOUBTED_SCORE), candidates }
}

/**
 * Unknown names before the words for the work are ignored, because they name an employer or team. A name at the end may be a
 * place, and a name after "of" is the work. In a text of capitals, names cannot be told from words.
 */
const MIN_SCORE_WITHOUT_NAMES = 0.85
const SCORE_WITHOUT_NAMES = 0.7
/** The word after "of", if a separator follows: "Director of Qwixeling, Accounting". */
const FIELD = /\bof\s+([^\s,;:()|/]+)\s*[,;:()|/–—-]/i
const tokensIn = (text: string): string[] =>
  text.split(/[\s,;:()[\]{}|/]+/).filter((token) => /[\p{L}\d]/u.test(token))

/** Maximum score of a role if unknown words of the text were ignored. */
const DOUBTED_SCORE = 0.55

/** Score of a part that is a title by itself, beside words that may mean something else. */
const PART_SCORE = 0.89

function ofPart(found: OneRole): OneRole {
  return { ...found, score: Math.min(found.score, PART_SCORE), isOwnTitle: false }
}

const isCertain = (answer: RoleAnswer): boolean => answer.kind === 'one' && answer.score >= CERTAIN

function resolveTitle(book: Book, title: Title): RoleAnswer {
  if (title.base.length === 0) return NOTHING
  const sure = sureAnswer(book, title)
  const isSureTitle = sure !== null && sure.score >= WITHOUT_LEVEL && title.base.length > 1
  if (title.readings.length > 0) return isSureTitle ? sure : ofReadings(book, title)
  if (sure) return sure
  const weighed = weighedAnswer(book, title)
  // If no word is known as typed, the answer depends on a corrected spelling: "cofounder" is no "compounder".
  const isKnown = splitCompounds(book, title.base).some((word) => frequency(book, word) > 0)
  return isKnown ? weighed : withDoubt(weighed, title.base.length)
}

/** The usual roles of the title's last general word for a worker, for a title that resembles no other: "VP of Payments". */
export function usualMeanings(book: Book, { words }: Title): string[] {
  const { general, ranked } = book.lexicon()
  const worker = words.findLast((word) => general.has(word) && (isWorker(word) || ranked.has(word)))
  return worker === undefined || words.length < 2
    ? []
    : slugsOf(ofReadings(book, readTitle(book.lexicon(), worker)))
}

/** The only role whose title, or wording in our lists, has exactly these words. */
function sureAnswer(book: Book, { words, base, level }: Title): OneRole | null {
  // "Staff software engineer" is a level of a role, although filings also have it as a role of its own.
  const ofLevel = level === null ? undefined : sureMatch(sameWordings(book, base))
  if (ofLevel) return oneRole(ofLevel, WITHOUT_LEVEL)
  const spelt = base.map((word) => correctSpelling(book, word))
  const ways: [readonly string[], number][] = [
    [words, WITH_LEVEL],
    [base, WITHOUT_LEVEL],
    [spelt, RESPELT],
    [splitCompounds(book, spelt), RESPELT],
  ]
  for (const [at, [way, score]] of ways.entries()) {
    if (way.length === 0 || (at > 0 && way.join(' ') === must(ways[at - 1])[0].join(' '))) continue
    const found = sureMatch(sameWordings(book, way))
    if (found) return oneRole(found, score, found.weight > 1 && at === 0)
  }
  return null
}

/** The match with a role's own title, else the only match from our lists. */
function sureMatch(matches: readonly Match[]): Match | undefined {
  const own = matches.find(({ weight }) => weight > 1)
  const listed = matches.filter(({ weight }) => weight >= 1)
  return own ?? (listed.length === 1 ? listed[0] : undefined)
}

/** The role that all full titles of an abbreviation mean, or several to choose from. */
function ofReadings(book: Book, title: Title): RoleAnswer {
  const named = title.readings.flatMap((words) => {
    const [best] = sameWordings(book, words).sort((a, b) => b.weight - a.weight)
    return best ? [best] : []
  })
  const candidates = [...new Set(named.map(({ slug }) => slug))].slice(0, MAX_CANDIDATES)
  const [only] = named
  if (only && candidates.length === 1) return oneRole(only, WITHOUT_LEVEL)
  if (candidates.length > 0) return { kind: 'several', candidates }
  // An abbreviation among other words has the meaning that fits them: "GC retail associate" is no general counsel.
  const plain = weighedAnswer(book, title)
  const spelt = title.readings.map((base) => weighedAnswer(book, { ...title, base }))
  const socOf = (answer: RoleAnswer) => (answer.kind === 'one' ? titleAt(book, answer.slug).soc : null)
  return plain.kind !== 'one'
    ? first(spelt)
    : (spelt.find((answer) => socOf(answer) === socOf(plain)) ?? plain)
}

const SEPARATOR =
  /\s+[-–—|•·@/]\s*|\s\.\s|[-–—/]\s+|\s*[|•·:!;,]\s+|\s*[([{]\s*|\s*[)\]}]\s*|(?<=[a-z]{3})\/(?=[a-z]{3})|\s+(?:for|in|at|with|within)\s+/i

type Part = ReturnType<typeof partsOf>[number]

/** The parts of a text between separators: "Truck Driver - Home Daily", "Hiring: accountant". Empty if there is one part. */
function partsOf(text: string) {
  const parts = text.split(SEPARATOR).filter((part) => /\p{L}/u.test(part))
  if (parts.length < 2 && first(parts.concat(text)) === text) return []
  return parts.map((title, at) => ({ title, others: parts.filter((_, place) => place !== at) }))
}
