/** Parses a job title into its words, its level of seniority, and the base title without it. */

/** Seniority levels stated in titles, in rising order of pay within one occupation. */
export const LEVELS = [
  'intern', 'junior', 'one', 'associate', 'plain', 'two', 'three', 'senior', 'four', 'lead', 'senior-two', 'staff',
  'five', 'principal', 'senior-staff', 'senior-principal', 'distinguished',
] as const // prettier-ignore
export type Level = (typeof LEVELS)[number]

/** A parsed title: `base` is the lower-case words without seniority, `level` the seniority they state. */
export type TitleReading = { words: string[]; base: string; level: Level }

const NUMERALS: Record<string, number> = {
  i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6,
  l1: 1, l2: 2, l3: 3, l4: 4, l5: 5, l6: 6,
} // prettier-ignore
const BY_NUMBER: readonly Level[] = ['one', 'two', 'three', 'four', 'five', 'five']
const SENIOR = new Set(['senior', 'sr', 'snr'])
const JUNIOR = new Set(['junior', 'jr', 'entry', 'trainee', 'graduate'])
/** A fellow is at the top of an engineering ladder; in medicine and research the word is for those in training. */
const FELLOWS_LADDER = /^(engineer|engineering|developer|architect|technical|software|hardware|firmware)$/
const FILLER = new Set(['level', 'grade', 'us', 'usa', 'remote', 'hybrid', 'onsite', 'contract', 'temporary'])

/**
 * Work in which "staff" or "associate" before the noun is a rank;
 * in "staff nurse" it is part of the occupation's name.
 */
const RANKED_WORK =
  /^(engineer|engineering|developer|development|scientist|architect|designer|researcher|programmer|software|data|devops|sre|machine|firmware|hardware|swe|product|program|technical|security)$/

/** Lower-case words of a title: brackets and punctuation are removed; `+`, `#` and `&` are kept. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/['’.](?=\s|$)|['’]/g, '')
    .replace(/[^a-z0-9+#&]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && word !== '&')
}

/** Splits a title into its base and its seniority; a title of only seniority words keeps them as its base. */
export function readTitle(text: string): TitleReading {
  const words = plainWords(text)
  const marks = {
    number: 0,
    senior: false,
    junior: false,
    lead: false,
    staff: false,
    principal: false,
    top: false,
  }
  const seen = { associate: false, intern: false }
  const rest = words.filter((word, at) => {
    const number = NUMERALS[word]
    const ranked = words.some((other, index) => index > at && RANKED_WORK.test(other))
    const edge = at === 0 || at === words.length - 1 || SENIOR.has(words[at - 1] ?? '')
    if (number !== undefined && at > 0) return ((marks.number = Math.max(marks.number, number)), false)
    if (SENIOR.has(word)) return ((marks.senior = true), false)
    if (JUNIOR.has(word)) return ((marks.junior = true), false)
    if (isTopRank(word, words)) return ((marks.top = true), false)
    if (word === 'lead' && edge) return ((marks.lead = true), false)
    if (word === 'staff' && ranked) return ((marks.staff = true), false)
    if (word === 'principal' && at < words.length - 1) return ((marks.principal = true), false)
    if (word === 'associate' && edge && ranked) return ((seen.associate = true), false)
    if (word === 'intern') return ((seen.intern = true), false)
    return !FILLER.has(word)
  })
  const base = rest.length > 0 ? rest : words
  return { words, base: base.join(' '), level: levelOf({ ...marks, ...seen }) }
}

/** Whether a word of a title is the highest rank of a ladder. */
export const isTopRank = (word: string, words: readonly string[]): boolean =>
  word === 'distinguished'
    ? words.length > 1
    : word === 'fellow' && words.some((other) => FELLOWS_LADDER.test(other))

type Marks = {
  number: number; senior: boolean; junior: boolean; lead: boolean; staff: boolean; principal: boolean; top: boolean
  associate: boolean; intern: boolean
} // prettier-ignore

/** The highest level the words support; "junior" and "intern" only when no other word contradicts them. */
function levelOf(marks: Marks): Level {
  if (marks.top) return 'distinguished'
  if (marks.principal) return marks.senior ? 'senior-principal' : 'principal'
  if (marks.staff) return marks.senior ? 'senior-staff' : 'staff'
  if (marks.lead) return 'lead'
  if (marks.senior) return marks.number >= 2 ? 'senior-two' : 'senior'
  if (marks.intern) return 'intern'
  if (marks.junior) return 'junior'
  if (marks.number > 0) return BY_NUMBER[marks.number - 1] ?? 'five'
  return marks.associate ? 'associate' : 'plain'
}

/** A slug: lower-case words joined by hyphens, safe in URLs and in a `data_point_id`. */
export function slugOf(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const spelled = plain
    .replace(/c\+\+/g, 'cpp')
    .replace(/c#/g, 'csharp')
    .replace(/\.net/g, ' dotnet ')
    .replace(/&/g, ' and ')
  return spelled.replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') // prettier-ignore
}
