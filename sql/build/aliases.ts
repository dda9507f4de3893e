/** Builds the aliases of roles from our list, O*NET's titles, and titles filed by employers. */
import { byCodeUnits, plainWords, slugOf } from '../../core/intelligence/words/plain.ts'
import { readFiled } from './filed-title.ts'
import type { FiledTitles, FiledTitle } from './filings.ts'
import type { Occupations } from './occupations.ts'
import { field, groupBy, type Raw, type Row } from './raw.ts'
import { mainCode, socShare, type Role, type Twin } from './roles.ts'
import { round } from './table.ts'

export type Alias = { slug: string; text: string; weight: number; source: 'common' | 'onet' | 'filed' }

/** Minimum filings for a base title to become an alias. A wording with seniority words needs more. */
const ALIAS_FILINGS = 4
const WORDING_FILINGS = 12
const ALIAS_SHARE = 0.25

type AliasInputs = {
  raw: Raw
  occupations: Occupations
  filings: FiledTitles
  roles: readonly Role[]
  common: readonly Row[]
  twins: readonly Twin[]
}

/** All aliases of the roles. A text may belong to several roles, each with a weight in (0, 1]. */
export function buildAliases({ raw, occupations, filings, roles, common, twins }: AliasInputs): Alias[] {
  const aliases = new Map<string, Alias>()
  const settled = new Set(roles.map((role) => plainWords(role.title).join(' ')))
  const put = (alias: Alias) => {
    const text = plainWords(alias.text).join(' ')
    if (text.length < 2 || settled.has(text)) return
    const key = `${text}\t${alias.slug}`
    const held = aliases.get(key)
    if (!held || held.weight < alias.weight)
      aliases.set(key, { ...alias, text, weight: round(alias.weight, 3) })
  }
  for (const row of common) {
    const slug = slugOf(field(row, 'title'))
    for (const text of field(row, 'aliases').split('|')) put({ slug, text, weight: 1, source: 'common' })
  }
  for (const { slug, title } of twins) put({ slug, text: title, weight: 1, source: 'common' })
  for (const alias of [...aliases.values()]) settled.add(alias.text)
  const targets = targetsOf(roles)
  const wordings = readWordings(raw, occupations)
  for (const alias of onetAliases(wordings, occupations, filings, targets)) put(alias)
  for (const alias of filedAliases(filings, occupations, targets, listedIn(wordings))) put(alias)
  return [...aliases.values()].sort((a, b) => byCodeUnits(a.slug, b.slug) || byCodeUnits(a.text, b.text))
}

type RoleChooser = (soc: string, onet: string, text: string) => Role

/** Chooses the most specific role of an occupation with all its words in the text, else the occupation's own role. */
function targetsOf(roles: readonly Role[]): RoleChooser {
  const bySoc = groupBy(roles, (role) => role.soc)
  const words = new Map(roles.map((role) => [role.slug, role.base.split(' ')]))
  return (soc, onet, text) => {
    const have = new Set(plainWords(text))
    const candidates = (bySoc.get(soc) ?? []).map((role) => {
      const inside = (words.get(role.slug) ?? []).every((word) => have.has(word))
      const rank = REASON_RANK[role.reason] + (role.onet === onet ? 0.5 : 0)
      return { role, score: inside ? 10 + (words.get(role.slug)?.length ?? 0) : 0, rank }
    })
    const best = candidates.sort(
      (a, b) => b.score - a.score || b.rank - a.rank || b.role.filings - a.role.filings,
    )[0]
    if (!best) throw new Error(`No role for occupation ${soc}.`)
    return best.role
  }
}
const REASON_RANK = {
  common_title: 4,
  occupation: 4,
  onet_occupation: 4,
  filed_title: 2,
  reported_title: 1,
} as const

type Wording = { text: string; words: string; soc: string; onet: string }

function readWordings(raw: Raw, occupations: Occupations): Wording[] {
  const texts = [
    ...raw.read('onet_29_3/alternate_titles.csv.gz').flatMap((row) => spellings(row, 'Alternate Title')),
    ...raw
      .read('onet_29_3/sample_of_reported_titles.csv.gz')
      .flatMap((row) => spellings(row, 'Reported Job Title')),
  ]
  return texts.flatMap(({ text, onet }) => {
    const soc = occupations.resolve(onet)
    return soc ? [{ text, words: plainWords(text).join(' '), soc, onet }] : []
  })
}

const listedIn = (wordings: readonly Wording[]): Map<string, Set<string>> =>
  new Map(
    [...groupBy(wordings, ({ words }) => words)].map(([words, list]) => [words, new Set(list.map(({ soc }) => soc))]),
  )

/** O*NET's wordings as aliases. If employers file the same words, occupations share the weight by evidence. */
function onetAliases(
  wordings: readonly Wording[],
  occupations: Occupations,
  filings: FiledTitles,
  target: RoleChooser,
): Alias[] {
  const owners = groupBy(wordings, ({ words }) => words)
  return wordings.flatMap(({ text, words, soc, onet }) => {
    const socs = new Set(owners.get(words)?.map((other) => other.onet.slice(0, 7))).size
    const filed = filings.bases.get(words) ?? filings.wordings.get(words)
    const share = filed ? posterior(filed, soc, 1 / socs, occupations) : 1 / socs
    return share < MIN_SHARE
      ? []
      : [{ slug: target(soc, onet, text).slug, text, weight: 0.95 * share, source: 'onet' as const }]
  })
}

/** The weight of an O*NET listing, as a number of filings, if employers file the same words under other occupations. */
const LISTING_WORTH = 40
const MIN_SHARE = 0.04

function posterior(filed: FiledTitle, soc: string, listed: number, occupations: Occupations): number {
  const inside = socShare(filed, soc, occupations) * filed.filings
  return (inside + listed * LISTING_WORTH) / (filed.filings + LISTING_WORTH)
}

/** Splits "CEO (Chief Executive Officer)" into the two wordings of the title. */
function spellings(row: Row, column: string): { text: string; onet: string }[] {
  const text = field(row, column)
  const onet = field(row, 'O*NET-SOC Code')
  const inner = /^(.*?)\s*\(([^)]{2,60})\)/.exec(text)
  const parts = inner ? [inner[1] ?? '', inner[2] ?? ''] : [text]
  return parts.filter((part) => part.length > 1).map((part) => ({ text: part, onet }))
}

/** From this number of filings, the share of a title counts for more than half. */
const FILINGS_WORTH = 8
/** Factor for filings under an occupation for which O*NET does not list the title, while it lists it for others. */
const UNLISTED = 0.5

/**
 * Filed titles with a large enough share in one occupation. The weight is that share, reduced if filings are few. A
 * wording with seniority words is kept only if its occupation differs from that of its base.
 */
function* filedAliases(
  filings: FiledTitles,
  occupations: Occupations,
  target: RoleChooser,
  listed: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Alias> {
  const aliasOf = (title: FiledTitle, min: number): Alias | null => {
    if (title.filings < min || !/^[a-z][a-z0-9+#& ]{2,60}$/.test(title.base)) return null
    const { soc, onet, share } = mainCode(title, occupations)
    if (soc === '' || share < ALIAS_SHARE) return null
    const isUnlisted = listed.get(title.base)?.has(soc) === false
    const weight = share * (title.filings / (title.filings + FILINGS_WORTH)) * (isUnlisted ? UNLISTED : 1)
    return { slug: target(soc, onet, title.base).slug, text: title.base, weight, source: 'filed' }
  }
  for (const title of filings.bases.values()) {
    const alias = aliasOf(title, ALIAS_FILINGS)
    if (alias) yield alias
  }
  for (const title of filings.wordings.values()) {
    const alias = aliasOf(title, WORDING_FILINGS)
    const base = filings.bases.get(readFiled(title.base).base)
    if (alias && base && mainCode(base, occupations).soc !== mainCode(title, occupations).soc) yield alias
  }
}
