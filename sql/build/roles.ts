/** Builds the roles and their aliases. Each role is a slug with one occupation and the reason for it. */
import { byCodeUnits, plainWords, slugOf } from '../../core/intelligence/words/plain.ts'
import { readTitle } from '../../core/intelligence/words/title.ts'
import { LEXICON, readFiled, sameWords } from './filed-title.ts'
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { buildAliases, type Alias } from './aliases.ts'
import former from '../data/pay/former_roles.json' with { type: 'json' }
import { largest, type FiledTitles, type FiledTitle } from './filings.ts'
import type { Occupations } from './occupations.ts'
import { field, groupBy, totals, type Raw, type Row } from './raw.ts'
import { round, type Cell } from './table.ts'

/** Display titles: singular forms of the official plural titles, and readable case for upper-case filings. */

const AGENT =
  /(?:ers|ors|ists|ians|ants|ents|ives|sts|yees|cooks|clerks|aides|guards|pilots|judges|surgeons|physicians|chefs|mechanics|masons|models|scouts|hosts|butchers|nurses|architects|technologists|maids|midwives|paralegals|lawyers|hygienists|analysts|scientists|sheriffs|conductors|veterinarians|bellhops|arbitrators|actuaries|fellows|ologists|attorneys|planners|coaches|referees|hostesses|waitresses|waiters|hands|roustabouts|sawyers|jailers|carriers|faculty|dietitians|officials|choreographers|amateurs|athletes|detectives|crossing guards|magistrates|umpires|jockeys|paramedics|registrars|bailiffs|wardens|guides|persons|salespersons|millwrights|locksmiths|chauffeurs|captains|mates|secretaries|orderlies|professionals|concierges|assistants|attendants)$/i
const KEEP =
  /^(?:computers|containers|boilers|motors|doors|floors|elevators|tractors|others|papers|metals|vehicles|instruments|documents|investments|events|plants|patients|components|students|parents|investors|sensors|semiconductors|services|products|customers|farmers'|events|cements|garments|settlements|rents|measurements|departments|meters|fasteners|coolers|freezers|kettle|driers|accessories|consumers|passengers|materials|rivers|transmitters|converters|power|explosives|locomotives|archives|abrasives|adhesives|automotives|presses|forests|statements|apartments)$/i

/** "Registered Nurses" → "Registered Nurse". Words that do not name people stay as they are. */
function singular(title: string): string {
  const main = title.replace(/, (?:Except|Not) .*$/, '')
  return main.replace(/[A-Za-z'’]+/g, (word) => {
    if (KEEP.test(word) || !AGENT.test(word)) return word
    if (/wives$/i.test(word)) return word.replace(/wives$/i, 'wife')
    if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`
    return /(?:ches|sses)$/i.test(word) ? word.slice(0, -2) : word.slice(0, -1)
  })
}

const UPPER = new Set(
  'ai ml qa it sap etl bi ui ux sql aws hr gis iot rf asic fpga cad erp crm api devops sdet hvac mri ct icu er rn lpn cpa cfo ceo cto sas vlsi soc seo rpa hris sre vp ehs hse cnc r&d nlp dba llc cae bim mep dsp'.split(
    ' ',
  ),
)
const SMALL = new Set(['of', 'and', 'the', 'for', 'in', 'to', 'or', 'a', 'an', 'on', 'at', 'with'])
const SPECIAL: Record<string, string> = { devops: 'DevOps', ios: 'iOS', dotnet: '.NET', net: '.NET', mulesoft: 'MuleSoft', javascript: 'JavaScript' } // prettier-ignore

/** Readable case for a lower-case base title: "senior etl developer" → "Senior ETL Developer". */
function displayCase(base: string): string {
  return base
    .split(' ')
    .map((word, at) => {
      const special = SPECIAL[word]
      if (special) return special
      if (UPPER.has(word)) return word.toUpperCase()
      return at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
}

export type Role = {
  slug: string; title: string; soc: string; onet: string
  reason: 'occupation' | 'common_title' | 'onet_occupation' | 'filed_title' | 'reported_title'
  confidence: 'high' | 'medium' | 'low'
  specialized: boolean; filings: number; share: number | null; base: string
} // prettier-ignore
/** A role as one source names it, before its filings are known. */
type ProposedRole = Omit<Role, 'slug' | 'base' | 'filings' | 'share'>
export type Catalog = { roles: Role[]; aliases: Alias[]; twins: Twin[] }

/** Former roles that became a spelling or level of another role. The ids of their figures must stay valid. */
export const FORMER_ROLES: ReadonlyMap<string, string> = new Map(Object.entries(former))

/** Minimum evidence for a filed title to become a role. With less, it can still be an alias. */
const ROLE_FILINGS = 60
const ROLE_EMPLOYERS = 5
const ROLE_SHARE = 0.6
const REPORTED_PER_OCCUPATION = 3

/**
 * Builds roles from the most reliable source to the least: common titles, occupations, O*NET, filed titles, reported
 * titles.
 */
export function buildRoles(raw: Raw, occupations: Occupations, filings: FiledTitles): Catalog {
  const filed = filings.bases
  const roles = new Map<string, Role>()
  const bases = new Map<string, Role>()
  const alike = new Map<string, Role>()
  const twins: Twin[] = []
  const put = (role: ProposedRole) => {
    const slug = slugOf(role.title)
    const base = readFiled(role.title).base
    if (slug.length < 2 || roles.has(slug) || bases.has(base)) return
    const evidence = filed.get(base)
    const share = evidence ? round(socShare(evidence, role.soc, occupations), 3) : null
    const full = { ...role, slug, base, filings: evidence?.filings ?? 0, share }
    const same = sameWords(role.title)
    const twin = alike.get(same)
    if (twin) {
      twins.push({ slug: twin.slug, title: role.title })
      roles.set(twin.slug, withFilingsOf(twin, full))
      alike.set(same, roles.get(twin.slug)!)
      return
    }
    alike.set(same, full)
    roles.set(slug, full)
    bases.set(base, full)
  }
  const common = readCommon()
  for (const row of common) put(commonRole(row, occupations))
  const putOfficial = (reason: Role['reason'], title: string, soc: string, onet: string) =>
    put({ title: singular(title), soc, onet, reason, confidence: 'high', specialized: !onet.endsWith('.00') })
  for (const { title, soc } of occupations.list) putOfficial('occupation', title, soc, `${soc}.00`)
  for (const [onet, title] of occupations.onetTitles) {
    const soc = occupations.resolve(onet)
    if (soc) putOfficial('onet_occupation', title, soc, onet)
  }
  const spoken = new Map(common.flatMap((row) => aliasesOf(row).map((alias) => [sameWords(alias), slugOf(field(row, 'title'))])))
  const commonOf = ({ title }: ProposedRole) => roles.get(spoken.get(sameWords(title)) ?? '')
  for (const title of [...filed.values()].sort((a, b) => b.filings - a.filings || byCodeUnits(a.base, b.base))) {
    const role = filedRole(title, occupations)
    const common = role && commonOf(role)
    if (common) twins.push({ slug: common.slug, title: role.title })
    else if (role) put(role)
  }
  for (const role of reportedRoles(raw, occupations)) {
    const common = commonOf(role)
    // Our list is surer of the work than O*NET, which reports "Benefits Coordinator" for managers.
    if (common && common.soc !== role.soc) twins.push({ slug: common.slug, title: role.title })
    // A former role must not come back.
    else if (!FORMER_ROLES.has(slugOf(role.title))) put(role)
  }
  const list = [...roles.values()].sort((a, b) => byCodeUnits(a.slug, b.slug))
  return { roles: list, aliases: buildAliases({ raw, occupations, filings, roles: list, common, twins }), twins }
}

/** A title with the same words as a role, regardless of order, plurals and joined words. It is the same job. */
export type Twin = { slug: string; title: string }

function withFilingsOf(role: Role, twin: Role): Role {
  const filings = role.filings + twin.filings
  const inside = role.filings * (role.share ?? 0) + twin.filings * (twin.share ?? 0)
  return { ...role, filings, share: filings > 0 ? round(inside / filings, 3) : role.share }
}

export function readCommon(): Row[] {
  return parse(readFileSync(new URL('./common_titles.csv', import.meta.url)), { columns: true }) as Row[]
}

export const aliasesOf = (row: Row): string[] => field(row, 'aliases').split('|').filter(Boolean)

function commonRole(row: Row, occupations: Occupations): ProposedRole {
  const onet = field(row, 'onet')
  const soc = occupations.resolve(onet)
  if (!soc)
    throw new Error(`common_titles.csv: "${field(row, 'title')}" names ${onet}, which OEWS does not have.`)
  return {
    title: field(row, 'title'),
    soc,
    onet,
    reason: isOfficial(row, soc, occupations) ? 'occupation' : 'common_title',
    confidence: 'high',
    specialized: false,
  }
}

/** Whether a common title has the occupation's official name as an alias: an attorney is a lawyer. */
function isOfficial(row: Row, soc: string, { list }: Occupations): boolean {
  const official = list.find((occupation) => occupation.soc === soc)?.title ?? ''
  const named = plainWords(singular(official)).join(' ')
  return [field(row, 'title'), ...aliasesOf(row)].some((alias) => plainWords(alias).join(' ') === named) // prettier-ignore
}

const socsOf = ({ codes }: FiledTitle, occupations: Occupations): Map<string, number> =>
  totals(codes, ([code]) => occupations.resolve(code), ([, filings]) => filings)

/** The share of a title's filings whose code maps to `soc`. */
export function socShare(title: FiledTitle, soc: string, occupations: Occupations): number {
  return (socsOf(title, occupations).get(soc) ?? 0) / title.filings
}

/** The occupation with the most filings of a title, and the most frequent O*NET code in it. */
export function mainCode(title: FiledTitle, occupations: Occupations) {
  const bySoc = socsOf(title, occupations)
  const soc = largest(bySoc)
  const inside = new Map([...title.codes].filter(([code]) => occupations.resolve(code) === soc))
  return { soc, onet: largest(inside), share: (bySoc.get(soc) ?? 0) / title.filings }
}

function filedRole(title: FiledTitle, occupations: Occupations): ProposedRole | null {
  if (title.filings < ROLE_FILINGS || title.employers < ROLE_EMPLOYERS || !looksLikeTitle(title.base))
    return null
  // "Technical Lead L1" has the base "technical lead", which is read with a level too, so it names no role.
  if (readFiled(title.base).base !== title.base) return null
  const { soc, onet, share } = mainCode(title, occupations)
  if (share < ROLE_SHARE) return null
  const confidence = share >= 0.85 ? 'high' : 'medium'
  return {
    title: displayCase(singular(title.base)),
    soc,
    onet,
    reason: 'filed_title',
    confidence,
    specialized: true,
  }
}

/** Two to five plain words. A single word ("manager", "associate") names a rank, not an occupation. */
function looksLikeTitle(base: string): boolean {
  const words = base.split(' ')
  return words.length >= 2 && words.length <= 5 && words.every((word) => /^[a-z+#&]{1,16}$/.test(word))
}

/** O*NET's reported titles that belong to one occupation, a few per occupation, in file order. */
function* reportedRoles(raw: Raw, occupations: Occupations): Generator<ProposedRole> {
  const rows = raw.read('onet_29_3/sample_of_reported_titles.csv.gz')
  const owners = groupBy(rows, (row) => plainWords(field(row, 'Reported Job Title')).join(' '))
  const taken = new Map<string, number>()
  for (const row of rows) {
    const onet = field(row, 'O*NET-SOC Code')
    const soc = occupations.resolve(onet)
    const title = field(row, 'Reported Job Title').replace(/\s*\(.*?\)/g, '')
    const sharing = owners.get(plainWords(field(row, 'Reported Job Title')).join(' '))?.length ?? 0
    const count = taken.get(onet) ?? 0
    if (
      !soc ||
      sharing !== 1 ||
      count >= REPORTED_PER_OCCUPATION ||
      readFiled(title).base.split(' ').length < 2
    )
      continue
    taken.set(onet, count + 1)
    yield { title, soc, onet, reason: 'reported_title', confidence: 'medium', specialized: false }
  }
}

export const ROLE_COLUMNS = 'slug title soc onet reason confidence specialized filings share words'
/** The words of a title without its level, unless the level belongs to the name. Questions are read the same way. */
function wordsOf(title: string): string {
  const { base, words, level } = readTitle(LEXICON, title)
  return [...(level === null ? base : words)].sort().join(' ')
}

export const roleRow = (role: Role): Cell[] => {
  const { slug, title, soc, onet, reason, confidence, specialized, filings, share } = role
  return [slug, title, soc, onet, reason, confidence, specialized, filings, share, wordsOf(title)]
}
