// Lineage of what is served without an estimate: a role's market, its skills, and what people report.
// It exists for roles and places without a figure of pay, too.
import { isOneOf } from '../../kernel/narrow.ts'
import { findCity, findOccupation, findRole, type City, type Role } from '../file/catalog.ts'
import { roleStep, type Step } from '../estimates/explain.ts'
import type { Dataset } from '../file/dataset.ts'
import { marketOf } from '../market/market.ts'
import { percentOf } from '../percent.ts'
import { FIRST_YEAR } from '../projections/projections.ts'
import { skillsOf } from '../skills/skills.ts'
import { COUNTED, type DataPoint } from './data-point.ts'

/** The source of reports; it is not in the data set's manifest. */
export const REPORTS = {
  name: 'submissions',
  title: 'Pay reported by people to this service',
  publisher: 'This service',
  vintage: 'the last three years',
  licence: 'Published for groups of five people and more',
} as const

export interface Counted {
  point: DataPoint
  role: Role
  city: City | null
  kind: Step['kind']
  inputs: Record<string, number | string | null>
  steps: Step[]
  note: string
}

type CountedMetric = (typeof COUNTED)[number]

const isCounted = (metric: DataPoint['metric']): metric is CountedMetric => isOneOf(COUNTED, metric)

/**
 * The derivation of a data point that is no estimate; null for other points, unknown roles and cities, and
 * quarters after `now` or before the data begin.
 */
export function countedOf(dataset: Dataset, point: DataPoint, now: string): Counted | null {
  const { metric, quarter } = point
  const { catalog } = dataset
  const role = findRole(catalog, point.role)
  const city = point.city === null ? null : findCity(catalog, point.city)
  const occupation = role && findOccupation(catalog, role.soc)
  if (!isCounted(metric) || !role || !occupation || (point.city !== null && !city)) return null
  if (quarter > now || quarter < `${FIRST_YEAR}-Q2`) return null
  const made = MAKERS[metric](dataset, role)
  return { ...made, point, role, city, steps: [roleStep({ role, occupation }), ...made.steps] }
}

type Made = Pick<Counted, 'kind' | 'inputs' | 'steps' | 'note'>

const MAKERS: Record<CountedMetric, (dataset: Dataset, role: Role) => Made> = {
  market: ({ references }, role) => marketLineage(marketOf(references, role), role),
  skills: ({ references }, role) => skillsLineage(skillsOf(references, role), role),
  reported: (_, role) => ({
    kind: 'derived',
    inputs: { soc_code: role.soc },
    steps: [
      {
        step: 'reports accepted',
        kind: 'derived',
        source: REPORTS.name,
        formula: 'base between half of the market’s p10 and twice its p90, where it has a figure',
        value: 'the latest report of each person in three years',
      },
      {
        step: 'median',
        kind: 'derived',
        source: REPORTS.name,
        formula: 'median base, to the thousand; five people or more',
        value: 'what people reported to this service',
      },
    ],
    note: 'Recomputed from the current reports.',
  }),
}

const percent = (fraction: number): string => `${percentOf(fraction)} %`

const stepOf =
  (kind: Step['kind']) =>
  (step: string, source: string, formula: string, value: string): Step => ({
    ...{ step, kind, source, formula, value },
  })
const published = stepOf('published')
const derived = stepOf('derived')
const modelled = stepOf('modelled')

type Market = ReturnType<typeof marketOf>

const marketLineage = (market: Market, role: Role): Made => ({
  kind: 'published',
  inputs: {
    soc_code: role.soc,
    postings_sector: market.postings?.sector ?? null,
    projected_change_pct: market.outlook?.changePct ?? null,
    postings_index: market.postings?.latest.value ?? null,
    remote_pay_difference_pct: market.remotePay && percentOf(market.remotePay.differential),
  },
  steps: [...demandSteps(market), ...remoteSteps(market), ...employerSteps(market)],
  note: 'Counts and shares of the nation, as published; no amount of pay.',
})

function demandSteps({ outlook, postings, postedGrowth }: Market): Step[] {
  const steps: Step[] = []
  if (outlook) {
    const value = `${outlook.employment2024} to ${outlook.employment2034} thousand jobs; ${outlook.openings} thousand openings a year`
    const formula = 'projected employment and openings of the occupation, as published'
    steps.push(published('outlook', 'bls_ep', formula, value))
  }
  if (postings) {
    const value = `${postings.sector} ${postings.latest.value}, ${postings.latest.month}`
    const formula = 'postings index of the occupation’s sector, February 2020 = 100'
    steps.push(published('postings', 'indeed', formula, value))
  }
  if (postedGrowth) {
    const value = `${postedGrowth.sector} ${percent(postedGrowth.latest.value)}, ${postedGrowth.latest.month}`
    const formula = 'yearly growth of posted pay in the sector, or in all sectors'
    steps.push(published('advertised pay', 'indeed', formula, value))
  }
  return steps
}

function remoteSteps({ remotePay }: Market): Step[] {
  if (!remotePay) return []
  const value = `${percent(remotePay.differential)}, ${remotePay.year}`
  return [derived('remote pay', 'aijobs', 'remote against on site: same title, level and year', value)]
}

function employerSteps({ sponsors, sectors }: Market): Step[] {
  const steps: Step[] = []
  if (sponsors.length > 0) {
    const offers = sponsors.reduce((sum, sponsor) => sum + sponsor.offers, 0)
    const byFilings = 'employers by their filings in the occupation, five or more'
    const ofOffers = 'median of the employer’s offers in the occupation, five or more'
    steps.push(published('sponsors', 'dol_lca_counts', byFilings, `${sponsors.length} employers`))
    steps.push(derived('pay at sponsors', 'dol_lca', ofOffers, `${offers} offers`))
  }
  if (sectors.length > 0) {
    const formula = 'employment and percentiles of the occupation by sector, as published'
    steps.push(published('sectors', 'bls_oews_sector', formula, `${sectors.length} sectors`))
  }
  return steps
}

function skillsLineage({ technologies, core, premiums }: ReturnType<typeof skillsOf>, role: Role): Made {
  const steps: Step[] = []
  const [first] = core
  if (technologies.length > 0) {
    const formula = 'technology skills of the occupation; in demand and hot as marked there'
    const inDemand = technologies.filter((tool) => tool.inDemand).length
    steps.push(published('tools', 'onet', formula, `${technologies.length} tools, ${inDemand} in demand`))
  }
  if (first) {
    const value = `${first.skill} ${first.importance} and others`
    steps.push(published('general skills', 'onet', 'the ten of highest importance, 1 to 5', value))
  }
  if (premiums.length > 0) {
    const formula = 'offers whose title names the skill against the same employer’s others in the occupation'
    const value = `${premiums.length} skills of 50 offers or more; the same for every role`
    steps.push(modelled('premiums', 'dol_lca', formula, value))
  }
  return {
    kind: 'published',
    inputs: {
      soc_code: role.soc,
      tools: technologies.length,
      general_skills: core.length,
      premiums: premiums.length,
    },
    steps,
    note: 'Lists, ratings and differences in percent; no amount of pay.',
  }
}
