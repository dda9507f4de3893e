// The searchable catalogue: every wording of every role once, its words with their rarity, and who answers to it.
// Built once at start (about 0.3 s for 76,000 wordings) and never changed.
import type { TitleModel } from './occupations.ts'
import { titleWords } from './phrases.ts'
import { levelOf, namesWorker } from './seniority.ts'
import { indexSpelling, type SpellingIndex } from './spelling.ts'
import { indexTrigrams, type TrigramIndex } from './trigrams.ts'

/** One role of the catalogue with its other wordings; a weight in (0, 1] says how surely the wording means it. */
export interface RoleEntry {
  slug: string
  title: string
  soc: string
  aliases: readonly { text: string; weight: number }[]
}

/** A role that answers to a wording: how surely, and the wording as its list spells it. */
export interface Holder {
  role: number
  weight: number
  text: string
}

/** A wording as it is compared: its catalogue words. */
export interface Surface {
  key: string
  /** Positions of its words in `vocabulary`. Plain arrays: typed ones of three numbers cost ten times their content. */
  words: readonly number[]
  /** Roles that answer to it, with the weight of each. */
  holders: Holder[]
}

export interface RoleIndex {
  roles: readonly RoleEntry[]
  surfaces: readonly Surface[]
  /** Surface by its words in order, by its letters without spaces, and by its words in alphabetical order. */
  exact: ReadonlyMap<string, number>
  closed: ReadonlyMap<string, number>
  sorted: ReadonlyMap<string, number>
  vocabulary: readonly string[]
  wordIds: ReadonlyMap<string, number>
  rarity: Float32Array
  trigrams: TrigramIndex
  spelling: SpellingIndex
  bySlug: ReadonlyMap<string, number>
  bySoc: ReadonlyMap<string, readonly number[]>
  /** Each role's own title among the surfaces. */
  ownSurfaces: Int32Array
  titles: TitleModel | null
}

/** A role's own title outranks any alias of the same words. */
const OWN_TITLE = 1.05

/** Indexes the roles. `titles` (sql/data/title_*) lets resolution weigh what employers call an occupation. */
export function buildRoleIndex(roles: readonly RoleEntry[], titles: TitleModel | null = null): RoleIndex {
  const drafts = collect(roles)
  const { vocabulary, wordIds, rarity } = countWords(drafts)
  const surfaces = drafts.map((draft) => ({
    ...draft,
    words: draft.key.split(' ').map((word) => wordIds.get(word) ?? 0),
  }))
  const exact = keyed(surfaces, (key) => key)
  return {
    roles,
    surfaces,
    exact,
    closed: keyed(surfaces, closedForm),
    sorted: keyed(surfaces, sortedForm),
    vocabulary,
    wordIds,
    rarity,
    trigrams: indexTrigrams(surfaces.map((surface) => surface.key)),
    spelling: indexSpelling(vocabulary),
    bySlug: new Map(roles.map((role, at) => [role.slug, at])),
    bySoc: groupBySoc(roles),
    ownSurfaces: Int32Array.from(roles, (role) => exact.get(titleWords(role.title).join(' ')) ?? 0),
    titles,
  }
}

/** The letters without the spaces, so that "data scientist" and "datascientist" meet. */
export function closedForm(key: string): string {
  return key.replaceAll(' ', '')
}

/** The words in alphabetical order without filler, so that "manager of engineering" and "engineering manager" meet. */
export function sortedForm(key: string): string {
  return key
    .split(' ')
    .filter((word) => !FILLER.has(word))
    .sort()
    .join(' ')
}

const FILLER = new Set(['of', 'the', 'and', 'a', 'an', 'in', 'for', 'to', 'or', 'on', 'at', 'with'])

type Draft = Omit<Surface, 'words'>

function collect(roles: readonly RoleEntry[]): Draft[] {
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
  roles.forEach((role, at) => {
    add(role.title, at, OWN_TITLE)
    for (const alias of role.aliases) add(alias.text, at, alias.weight)
  })
  addUnlevelled(drafts, levelled)
  return [...drafts.values()]
}

/** "Senior Estimator" is also found as "estimator", unless some wording is exactly that; "Electrical Apprentice" is not found as "electrical". */
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

function countWords(drafts: readonly Draft[]) {
  const counts = new Map<string, number>()
  for (const { key } of drafts)
    for (const word of new Set(key.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vocabulary = [...counts.keys()]
  const rarity = Float32Array.from(vocabulary, (word) => rarityOf(word, counts.get(word) ?? 1, drafts.length))
  return { vocabulary, wordIds: new Map(vocabulary.map((word, at) => [word, at])), rarity }
}

function rarityOf(word: string, holders: number, all: number): number {
  return FILLER.has(word) ? 0.5 : Math.log(1 + all / holders)
}

function keyed(surfaces: readonly Surface[], form: (key: string) => string): Map<string, number> {
  const map = new Map<string, number>()
  surfaces.forEach((surface, at) => {
    const key = form(surface.key)
    const held = map.get(key)
    if (held === undefined || surest(surface) > surest(surfaces[held])) map.set(key, at)
  })
  return map
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
