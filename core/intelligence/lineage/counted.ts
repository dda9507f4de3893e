// Lineage of data that need no estimate: a role's market, its skills, reported pay. Roles without a pay figure have it too.
import { isOneOf } from '../../kernel/narrow.ts'
import type { City, Role } from '../file/catalog.ts'
import { roleStep, stepMaker, type Step } from '../estimates/explain.ts'
import { marketOf, type Market } from '../market/market.ts'
import { FIRST_YEAR } from '../history/history.ts'
import { placeName } from '../offers/offers.ts'
import { skillsOf } from '../skills/skills.ts'
import { COUNTED, type DataPoint, type Derivation, type LocatedPoint } from './data-point.ts'

/** The source for reported pay, which the manifest of the data set does not list. */
export const REPORTS = {
  name: 'submissions',
  title: 'Pay reported by people to this service',
  publisher: 'This service',
  vintage: 'the last three years',
  licence: 'Published for groups of five people and more',
} as const

type CountedMetric = (typeof COUNTED)[number]

export const isCounted = (metric: DataPoint['metric']): metric is CountedMetric => isOneOf(COUNTED, metric)

/** The derivation, or null if the quarter is after `now` or before the data begin. */
export function countedOf(
  { whole, role, city, point: { quarter } }: LocatedPoint,
  metric: CountedMetric,
  now: string,
): Derivation | null {
  const occupation = whole.catalog.occupation(role.soc)
  if (!occupation || quarter > now || quarter < `${FIRST_YEAR}-Q2`) return null
  const made = MAKERS[metric](whole, role, city)
  return { value: null, ...made, steps: [roleStep({ role, occupation }), ...made.steps] }
}

type Origin = Omit<Derivation, 'value'>
type Maker = (data: LocatedPoint['whole'], role: Role, city: City | null) => Origin

const MAKERS: Record<CountedMetric, Maker> = {
  market: ({ references }, role, city) => marketLineage(marketOf(references, role, city), role, city),
  skills: ({ references }, role) => skillsLineage(skillsOf(references, role), role),
  reported: (_, role) => ({
    kind: 'derived',
    inputs: { soc_code: role.soc },
    steps: [
      reported(
        'reports accepted',
        'base between half of the market’s p10 and twice its p90, where it has a figure',
        'the latest report of each person in three years',
      ),
      reported(
        'median',
        'median base, to the thousand; five people or more',
        'what people reported to this service',
      ),
    ],
    note: 'Recomputed from the current reports.',
  }),
}

const reported = stepMaker('derived', REPORTS.name)
const indeed = stepMaker('published', 'indeed')
const onet = stepMaker('published', 'onet')

const marketLineage = (market: Market, role: Role, city: City | null): Origin => ({
  kind: 'published',
  inputs: {
    soc_code: role.soc,
    postings_sector: market.postings?.sector ?? null,
    projected_change_pct: market.outlook?.change_pct ?? null,
    postings_index: market.postings?.index ?? null,
    remote_pay_difference_pct: market.remote && market.remote.difference_pct,
  },
  steps: [...demandSteps(market), ...employerSteps(market, city)],
  note: 'Counts and shares of the nation, and employers of the place named, as published; no amount of pay.',
})

function demandSteps({ outlook, postings, growth, remote }: Market): Step[] {
  return [
    outlook &&
      stepMaker('published', 'bls_ep')(
        'outlook',
        'projected employment and openings of the occupation, as published',
        `${outlook.employment_2024_thousands} to ${outlook.employment_2034_thousands} thousand jobs; ${outlook.openings_thousands_a_year} thousand openings a year`,
      ),
    postings &&
      indeed(
        'postings',
        'postings index of the occupation’s sector, February 2020 = 100',
        `${postings.sector} ${postings.index}, ${postings.month}`,
      ),
    growth &&
      indeed(
        'advertised pay',
        'yearly growth of posted pay in the sector, or in all sectors',
        `${growth.sector} ${growth.yearly_pct} %, ${growth.month}`,
      ),
    remote &&
      stepMaker('derived', 'aijobs')(
        'remote pay',
        'remote against on site: same title, level and year',
        `${remote.difference_pct} %, ${remote.year}`,
      ),
  ].filter((step) => step !== null)
}

function employerSteps({ employers, employers_scope, sectors }: Market, city: City | null): Step[] {
  const offers = employers.reduce((sum, employer) => sum + employer.offers, 0)
  const ofEmployers = [
    stepMaker('published', 'dol_lca_counts')(
      'sponsors',
      'employers by their filings in the occupation, five or more',
      `${employers.length} employers, ${placeName(employers_scope ?? 'national', city)}`,
    ),
    stepMaker('derived', 'dol_lca')(
      'pay at sponsors',
      'median of the employer’s offers in the occupation, five or more',
      `${offers} offers`,
    ),
  ]
  const ofSectors = stepMaker('published', 'bls_oews_sector')(
    'sectors',
    'employment and percentiles of the occupation by sector, as published',
    `${sectors.length} sectors`,
  )
  return [...(employers.length ? ofEmployers : []), ...(sectors.length ? [ofSectors] : [])]
}

function skillsLineage({ technologies, core, premiums }: ReturnType<typeof skillsOf>, role: Role): Origin {
  const [first] = core
  const inDemand = technologies.filter((tool) => tool.in_demand).length
  const steps = [
    technologies.length > 0 &&
      onet(
        'tools',
        'technology skills of the occupation; in demand and hot as marked there',
        `${technologies.length} tools, ${inDemand} in demand`,
      ),
    first &&
      onet(
        'general skills',
        'the ten of highest importance, 1 to 5',
        `${first.skill} ${first.importance} and others`,
      ),
    premiums.length > 0 &&
      stepMaker('modelled', 'dol_lca')(
        'premiums',
        'offers whose title names the skill against the same employer’s others in the occupation',
        `${premiums.length} skills of 50 offers or more; the same for every role`,
      ),
  ]
  return {
    kind: 'published',
    inputs: {
      soc_code: role.soc,
      ...{ tools: technologies.length, general_skills: core.length, premiums: premiums.length },
    },
    steps: steps.filter((step) => typeof step === 'object'),
    note: 'Lists, ratings and differences in percent; no amount of pay.',
  }
}
