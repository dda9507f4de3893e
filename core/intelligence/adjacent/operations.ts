// Related roles: related occupations, shared skills, and their pay in the same place.
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import type { LookupResult } from '../question.ts'
import { percentOf } from '../percent.ts'
import { find, cachedPayResponse, payOf, RoleAndCity } from '../salaries/question.ts'
import * as out from '../salaries/records.ts'
import { pointIdOf, roleView, subjectOf } from '../salaries/view.ts'
import type { Catalog, City, Role } from '../file/catalog.ts'
import type { Dataset } from '../file/dataset.ts'
import type { References } from '../file/references.ts'
import { typicalOf } from '../typical/typical.ts'

/** Usual entry degrees, in rising order. If BLS names no degree, none is needed. */
const DEGREES = ['Associate', 'Bachelor', 'Master', 'Doctoral']
/** Work that needs a licence as well as a degree: practitioners in health, law and psychology. */
const LICENSED = /^(29-1|23-1|19-303)/

/** Chief executives need experience as managers. */
const CHIEF_EXECUTIVES = '11-101'
/** Least pay changes of a suggestion, as fractions: in general, and for work that needs a lower degree. */
const LEAST_CHANGE = -0.5
const LEAST_CHANGE_BELOW = -1 / 7
/** The relatedness index (O*NET, 1 is closest) of a next step that O*NET does not list. */
const STEP_INDEX = 10

/** Next steps that require further study, from each occupation to those it leads to. */
const STEPS: Readonly<Record<string, readonly string[]>> = judgements.next_steps

/** The education that a next step requires; null if the work is no next step. */
function stepTo(references: References, from: string, to: string): string | null {
  if (!STEPS[from]?.includes(to)) return null
  const education = references.outlook(to)?.education ?? 'Further study'
  return /^(19|23|29|31)/.test(to) ? `${education}, and a licence of its own` : education
}

/** The position of an occupation's usual entry degree in `DEGREES`, or -1. */
const degreeOf = (references: References, soc: string): number =>
  DEGREES.findIndex((degree) => references.outlook(soc)?.education?.startsWith(degree))

/** Whether someone can change without further study: no higher degree, no other licence, at most one more O*NET job zone. */
function isOpenTo(catalog: Catalog, references: References, from: string, to: string): boolean {
  const zoneOf = (soc: string) => catalog.occupation(soc)?.jobZone ?? null
  const [own, there] = [zoneOf(from), zoneOf(to)]
  const isLonger = own !== null && there !== null && there > own + 1
  const isSameGroup = from.slice(0, 2) === to.slice(0, 2)
  // Licensed practitioners leave their profession only to lead or teach it, or for compliance and labor relations.
  const leavesPractice = LICENSED.test(from) && !isSameGroup && !/^(11-9|25-1|13-1041|13-1075)/.test(to)
  const isHead = to.startsWith(CHIEF_EXECUTIVES) && !from.startsWith('11-')
  // Judges and lawyers share one licence.
  const licence = (soc: string) => (soc.startsWith('23-1') ? '23-1' : soc.slice(0, 6))
  const isOtherLicence = LICENSED.test(to) && licence(from) !== licence(to)
  const isHigher = degreeOf(references, to) > degreeOf(references, from)
  return !(isHigher || isLonger || isOtherLicence || leavesPractice || isHead)
}

/** The typical figure of a role, for all levels together. */
export const typicalOfAllLevels = (catalog: Catalog, role: Role, city: City | null) =>
  typicalOf(catalog, { role, city, level: '', words: '' })

/** Related roles with pay in the place, by closeness and pay change: roles that need no more study, and next steps. */
export function adjacentTo(asked: Pick<LookupResult, keyof Dataset | 'role' | 'city'>, limit = 10) {
  const { catalog, references, role, city } = asked
  const here = typicalOfAllLevels(catalog, role, city)
  if ('reason' in here) return []
  const own = references.skills(role.soc)
  const related = references.related(role.soc)
  const steps = (STEPS[role.soc] ?? []).filter((step) => !related.some(({ soc }) => soc === step))
  const found = [...related, ...steps.map((soc) => ({ soc, index: STEP_INDEX }))].flatMap(
    ({ soc, index }) => {
      /** The degree and licence that a next step needs. Null if it needs no further study. */
      const requires = stepTo(references, role.soc, soc)
      const target =
        requires !== null || isOpenTo(catalog, references, role.soc, soc) ? mainRole(catalog, soc) : null
      const there = target && typicalOfAllLevels(catalog, target, city)
      if (!target || !there || 'reason' in there) return []
      const skills = references.skills(soc)
      const alike = own.size && skills.size ? cosine(own, skills) : 0.8
      /** How similar the importance of general skills is, lowered by O*NET's relatedness index. From 0 to 1. */
      const closeness = Math.round(alike * (1 - index / 60) * 1000) / 1000
      /** Difference of the median from that of the role asked about, as a fraction. */
      const payChange = Math.round((there.median / here.median - 1) * 1000) / 1000
      const isBelow = degreeOf(references, soc) < degreeOf(references, role.soc)
      if (payChange < (isBelow ? LEAST_CHANGE_BELOW : LEAST_CHANGE)) return []
      /** General skills that are more important in the related role, largest gap first. */
      const gaps = gapsOf(own, skills)
      return [{ role: target, closeness, median: there.median, payChange, gaps, requires }]
    },
  )
  return found.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, limit)
}

const scoreOf = ({ closeness, payChange }: { closeness: number; payChange: number }): number =>
  closeness + 0.3 * Math.max(-0.5, Math.min(0.5, payChange))

/** The main role of an occupation: its common title with the most filings, or its official title. */
function mainRole(catalog: Catalog, soc: string): Role | null {
  if (!catalog.occupation(soc)) return null
  const [main = null] = catalog
    .roles()
    .filter((role) => role.soc === soc && (role.reason === 'common_title' || role.reason === 'occupation'))
    .sort((a, b) => b.filings - a.filings || a.slug.length - b.slug.length)
  return main
}

/** The importance of general skills, 1 to 5. */
type Ratings = ReadonlyMap<string, number>

function cosine(a: Ratings, b: Ratings): number {
  let [dot, normA, normB] = [0, 0, 0]
  // Importance begins at 1 ("not important"). Subtracting 1 leaves out the skills that neither job needs.
  for (const [skill, value] of a) {
    const other = (b.get(skill) ?? 1) - 1
    dot += (value - 1) * other
    normA += (value - 1) ** 2
    normB += other ** 2
  }
  return normA === 0 || normB === 0 ? 0 : dot / Math.sqrt(normA * normB)
}

function gapsOf(own: Ratings, there: Ratings): string[] {
  if (own.size === 0) return []
  const gaps = [...there]
    .map(([skill, value]) => ({ skill, gap: value - (own.get(skill) ?? 1) }))
    .filter((entry) => entry.gap >= 0.5)
  return gaps
    .sort((a, b) => b.gap - a.gap || (a.skill < b.skill ? -1 : 1))
    .slice(0, 5)
    .map((entry) => entry.skill)
}

const AdjacentOut = objectSchema((z) => ({
  ...out.subjectOut(),
  opportunities: z.array(
    z.strictObject({
      role: out.RoleOut(),
      closeness: z.number().describe('0 to 1: shared skills, weighted with O*NET’s related occupations.'),
      median: z.int(),
      pay_change_pct: z.number().describe('Relative to the role asked about.'),
      skill_gaps: z.array(z.string()).describe('Skills that are more important there.'),
      requires: z
        .string()
        .nullable()
        .describe('The degree and licence of a next step in the profession; null where none is needed.'),
      data_point_id: z.string(),
    }),
  ),
  reasons: out.ReasonsOut(),
}))

export const listAdjacent = operation({
  name: 'adjacent.list',
  summary: 'List related roles, with their pay in the same place.',
  http: 'GET /api/v1/intelligence/adjacent',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: AdjacentOut,
  async run(ctx, input) {
    const found = await find(ctx, input)
    return cachedPayResponse(ctx, found, 'adjacent', () => {
      const { catalog, city } = found
      const near = adjacentTo(found)
      const pay = payOf(found, null)
      const none = 'reason' in pay ? pay.reason : 'The sources relate no work with a figure here to this one.'
      return {
        ...subjectOf(found),
        opportunities: near.map((one) => ({
          role: roleView(catalog, one.role),
          closeness: one.closeness,
          median: one.median,
          pay_change_pct: percentOf(one.payChange),
          skill_gaps: one.gaps,
          requires: one.requires,
          data_point_id: pointIdOf(catalog, { role: one.role, city }, 'typical'),
        })),
        reasons: near.length ? {} : { opportunities: none },
      }
    })
  },
})
