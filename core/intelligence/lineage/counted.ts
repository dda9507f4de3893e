// Lineage of data that need no estimate: a role's market, its skills, reported pay. Roles without a pay figure have it too.
import { isOneOf } from '../../kernel/narrow.ts'
import type { City, Role } from '../file/catalog.ts'
import { roleStep, stepMaker, type Step } from '../estimates/explain.ts'
import { marketOf, type Market } from '../market/market.ts'
import { FIRST_YEAR } from '../history/history.ts'
import { placeName } from '../offers/offers.ts'
import { skillsOf } from '../skills/operations.ts'
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
export function countedOf(located: LocatedPoint, metric: CountedMetric, now: string): Derivation | null {
  const { whole, role, city, point } = located
  const { quarter } = point
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
      step('reports accepted', 'the latest report of each person in three years'),
      step('median', 'what people reported to this service'),
    ],
    note: 'Recomputed from the current reports.',
  }),
}

const STEPS = {
  'reports accepted': [
    'derived',
    REPORTS.name,
    'base between half of the market’s p10 and twice its p90, where it has a figure',
  ],
  median: ['derived', REPORTS.name, 'median base, to the thousand; five people or more'],
  outlook: ['published', 'bls_ep', 'projected employment and openings of the occupation, as published'],
  postings: ['published', 'indeed', 'postings index of the occupation’s sector, February 2020 = 100'],
  'advertised pay': ['published', 'indeed', 'yearly growth of posted pay in the sector, or in all sectors'],
  'remote pay': ['derived', 'aijobs', 'remote against on site: same title, level and year'],
  sponsors: ['published', 'dol_lca_counts', 'employers by their filings in the occupation, five or more'],
  'pay at sponsors': [
    'derived',
    'dol_lca',
    'median of the employer’s offers in the occupation, five or more',
  ],
  sectors: [
    'published',
    'bls_oews_sector',
    'employment and percentiles of the occupation by sector, as published',
  ],
  tools: ['published', 'onet', 'technology skills of the occupation; in demand and hot as marked there'],
  'general skills': ['published', 'onet', 'the ten of highest importance, 1 to 5'],
  premiums: [
    'modelled',
    'dol_lca',
    'offers whose title names the skill against the same employer’s others in the occupation',
  ],
} as const satisfies Record<string, readonly [Step['kind'], string, string]>

function step(name: keyof typeof STEPS, value: string): Step {
  const [kind, source, formula] = STEPS[name]
  return stepMaker(kind, source)(name, formula, value)
}

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
      step(
        'outlook',
        `${outlook.employment_2024_thousands} to ${outlook.employment_2034_thousands} thousand jobs; ${outlook.openings_thousands_a_year} thousand openings a year`,
      ),
    postings && step('postings', `${postings.sector} ${postings.index}, ${postings.month}`),
    growth && step('advertised pay', `${growth.sector} ${growth.yearly_pct} %, ${growth.month}`),
    remote && step('remote pay', `${remote.difference_pct} %, ${remote.year}`),
  ].filter((each) => each !== null)
}

function employerSteps({ employers, employers_scope, sectors }: Market, city: City | null): Step[] {
  const offers = employers.reduce((sum, employer) => sum + employer.offers, 0)
  const place = placeName(employers_scope ?? 'national', city)
  const ofEmployers = [
    step('sponsors', `${employers.length} employers, ${place}`),
    step('pay at sponsors', `${offers} offers`),
  ]
  return [
    ...(employers.length ? ofEmployers : []),
    ...(sectors.length ? [step('sectors', `${sectors.length} sectors`)] : []),
  ]
}

function skillsLineage({ technologies, core, premiums }: ReturnType<typeof skillsOf>, role: Role): Origin {
  const [first] = core
  const inDemand = technologies.filter((tool) => tool.in_demand).length
  const steps = [
    technologies.length > 0 && step('tools', `${technologies.length} tools, ${inDemand} in demand`),
    first && step('general skills', `${first.skill} ${first.importance} and others`),
    premiums.length > 0 &&
      step('premiums', `${premiums.length} skills of 50 offers or more; the same for every role`),
  ]
  return {
    kind: 'published',
    inputs: {
      soc_code: role.soc,
      ...{ tools: technologies.length, general_skills: core.length, premiums: premiums.length },
    },
    steps: steps.filter((each) => typeof each === 'object'),
    note: 'Lists, ratings and differences in percent; no amount of pay.',
  }
}
