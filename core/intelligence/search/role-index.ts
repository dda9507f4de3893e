// The search index of roles: all distinct wordings, their words with their rarity, and the roles they belong
// to. Built once in about half a second for 68,000 wordings and immutable; a server builds it in steps.
import { runToEnd } from '../../kernel/cooperative.ts'
import { indexForms, withForm, type FormIndex } from './form-index.ts'
import type { TitleModel } from './occupations.ts'
import { titleWords } from './phrases.ts'
import { levelOf, namesWorker } from './seniority.ts'
import { indexSpelling, type SpellingIndex } from './spelling.ts'
import { indexTrigrams, type TrigramIndex } from './trigrams.ts'

/** A role with its alternative wordings; a weight in (0, 1] is how surely the wording means the role. */
export interface RoleEntry {
  slug: string
  title: string
  soc: string
  aliases: readonly { text: string; weight: number }[]
  /** Whether this is the occupation's official title. */
  isOfficial: boolean
}

/** Whether two titles are the same but for number, case and spelling: "Data Scientists" and "data scientist". */
export const isSameTitle = (one: string, other: string): boolean =>
  titleWords(one).join(' ') === titleWords(other).join(' ')

/** A role that a wording belongs to, with the weight and the original spelling. */
export interface Holder {
  role: number
  weight: number
  text: string
}

/** A normalised wording: its catalogue words. */
export interface Surface {
  key: string
  /**
   * Indexes of its words in `vocabulary`. Plain arrays, because a typed
   * array of three numbers takes ten times the size of its content.
   */
  words: readonly number[]
  /** Roles that the wording belongs to, with the weight of each. */
  holders: Holder[]
}

export interface RoleIndex {
  roles: readonly RoleEntry[]
  /** The number of wordings, and each by its index. */
  size: number
  surfaceAt(at: number): Surface | undefined
  /** Wordings by their words in order, by their letters without spaces, and by their sorted words. */
  exact: FormIndex
  closed: FormIndex
  sorted: FormIndex
  vocabulary: readonly string[]
  wordIds: ReadonlyMap<string, number>
  rarity: Float32Array
  trigrams: TrigramIndex
  /** The slugs of the roles, by position. */
  slugs: TrigramIndex
  spelling: SpellingIndex
  bySlug: ReadonlyMap<string, number>
  bySoc: ReadonlyMap<string, readonly number[]>
  /** The role that stands for each occupation as a whole. */
  generalRole: ReadonlyMap<string, number>
  /** Index of each role's own title among the surfaces. */
  ownSurfaces: Int32Array
  titles: TitleModel | null
}

/** The weight of a role's own title, higher than any alias. */
const OWN_TITLE = 1.05

/**
 * Builds the index without interruption. `titles` (sql/data/title_*)
 * lets ranking consider which titles employers use for an occupation.
 */
export const buildRoleIndex = (roles: readonly RoleEntry[], titles: TitleModel | null = null): RoleIndex =>
  runToEnd(roleIndexSteps(roles, titles))

/** The same as a generator that yields at least every few milliseconds. */
export function* roleIndexSteps(
  roles: readonly RoleEntry[],
  titles: TitleModel | null,
): Generator<void, RoleIndex> {
  const drafts = yield* collect(roles)
  const { vocabulary, wordIds, rarity } = yield* countWords(drafts)
  const surfaces: Surface[] = []
  for (const { key, holders } of drafts) {
    surfaces.push({ key, words: key.split(' ').map((word) => wordIds.get(word) ?? 0), holders })
    if (surfaces.length % STRETCH === 0) yield
  }
  const keys = surfaces.map(({ key }) => key)
  const isSurer = (one: number, other: number) => surest(surfaces[one]) > surest(surfaces[other])
  const exact = yield* indexForms(keys, asIs, () => false)
  const closed = yield* indexForms(keys, closedForm, isSurer)
  const sorted = yield* indexForms(keys, sortedForm, isSurer)
  const trigrams = yield* indexTrigrams(keys)
  const slugs = yield* indexTrigrams(roles.map(({ slug }) => slug.replaceAll('-', ' ')))
  const spelling = yield* indexSpelling(vocabulary)
  yield
  const ownOf = ({ title }: RoleEntry) =>
    withForm(exact, (at) => keys[at] ?? '', asIs, titleWords(title).join(' '))
  const bySoc = groupBySoc(roles)
  return {
    ...{ size: surfaces.length, surfaceAt: (at: number) => surfaces[at] },
    ...{ roles, exact, closed, sorted, vocabulary, wordIds, rarity, trigrams, slugs, spelling, titles },
    bySlug: new Map(roles.map((role, at) => [role.slug, at])),
    bySoc,
    generalRole: new Map([...bySoc].map(([soc, group]) => [soc, mostGeneral(roles, group)])),
    ownSurfaces: Int32Array.from(roles, (role) => ownOf(role) ?? 0),
  }
}

/** Wordings processed between two yields, in a millisecond or two. */
const STRETCH = 500

/** The words in order, unchanged. */
export const asIs = (key: string): string => key

/** The letters without spaces, so that "data scientist" and "datascientist" match. */
export function closedForm(key: string): string {
  return key.replaceAll(' ', '')
}

/**
 * The words in alphabetical order without stop words, so that
 * "manager of engineering" and "engineering manager" match.
 */
export function sortedForm(key: string): string {
  return key
    .split(' ')
    .filter((word) => !FILLER.has(word))
    .sort()
    .join(' ')
}

const FILLER = new Set(['of', 'the', 'and', 'a', 'an', 'in', 'for', 'to', 'or', 'on', 'at', 'with'])

type Draft = Omit<Surface, 'words'>

function* collect(roles: readonly RoleEntry[]): Generator<void, Draft[]> {
  const drafts = new Map<string, Draft>()
  const levelled: { base: string; holder: Holder }[] = []
  const add = (text: string, role: number, weight: number) => {
    const words = titleWords(text)
    if (words.length === 0) return
    const key = words.join(' ')
    hold(drafts, key, { role, weight, text })
    const base = levelOf(words).base
    if (base !== key) levelled.push({ base, holder: { role, weight: weight * 0.8, text } })
  }
  for (const [at, role] of roles.entries()) {
    add(role.title, at, OWN_TITLE)
    for (const alias of role.aliases) add(alias.text, at, alias.weight)
    if (at % 20 === 0) yield
  }
  addUnlevelled(drafts, levelled)
  return [...drafts.values()]
}

/**
 * Adds wordings without their seniority, unless another wording is exactly that: "Senior Estimator" is also
 * found as "estimator", but "Electrical Apprentice" is not found as "electrical".
 */
function addUnlevelled(
  drafts: Map<string, Draft>,
  levelled: readonly { base: string; holder: Holder }[],
): void {
  const direct = new Set(drafts.keys())
  for (const { base, holder } of levelled)
    if (!direct.has(base) && namesWorker(base)) hold(drafts, base, holder)
}

function hold(drafts: Map<string, Draft>, key: string, holder: Holder): void {
  const draft = drafts.get(key) ?? { key, holders: [] }
  drafts.set(key, draft)
  const at = draft.holders.findIndex((held) => held.role === holder.role)
  if (at < 0) draft.holders.push(holder)
  else if ((draft.holders[at]?.weight ?? 0) < holder.weight) draft.holders[at] = holder
}

function* countWords(drafts: readonly Draft[]) {
  const counts = new Map<string, number>()
  for (const [at, { key }] of drafts.entries()) {
    for (const word of new Set(key.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (at % STRETCH === 0) yield
  }
  const vocabulary = [...counts.keys()]
  const rarity = Float32Array.from(vocabulary, (word) => rarityOf(word, counts.get(word) ?? 1, drafts.length))
  return { vocabulary, wordIds: new Map(vocabulary.map((word, at) => [word, at])), rarity }
}

function rarityOf(word: string, holders: number, all: number): number {
  return FILLER.has(word) ? 0.5 : Math.log(1 + all / holders)
}

function surest(surface: Surface | undefined): number {
  return surface ? Math.max(...surface.holders.map((holder) => holder.weight)) : 0
}

function groupBySoc(roles: readonly RoleEntry[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  roles.forEach((role, at) => {
    const group = groups.get(role.soc)
    if (group) group.push(at)
    else groups.set(role.soc, [at])
  })
  return groups
}

/** The official title; where another title stands for it, the role that most wordings lead to. */
function mostGeneral(roles: readonly RoleEntry[], group: readonly number[]): number {
  const worth = (at: number) => (roles[at]!.isOfficial ? Infinity : roles[at]!.aliases.length)
  return group.reduce((best, at) => (worth(at) > worth(best) ? at : best))
}
