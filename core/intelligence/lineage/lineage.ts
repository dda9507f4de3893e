// The lineage of a data point id: its figure, with the inputs and steps behind it.
import { type City, type Role, nationalYear, yearOf, ALL_OCCUPATIONS } from '../file/catalog.ts'
import { currentRole } from '../words/question.ts'
import { countedOf, isCounted } from './counted.ts'
import {
  parseDataPointId,
  parseRolelessId,
  type DataPoint,
  type RolelessPoint,
  type Derivation,
  type LocatedPoint,
} from './data-point.ts'
import { filedOffersOf, figureOf, typicalFigureOf } from './figure.ts'
import { formulaOfYear, stepMaker } from '../estimates/explain.ts'
import { BREAKS, changeOfYear, FIRST_YEAR } from '../history/history.ts'
import { CAVEAT, premiumView } from '../skills/skills.ts'

type Whole = LocatedPoint['whole']

const ALL_TITLE = 'All occupations'

/** The published pay of an occupation in May of a year, or null if the data lack it. */
function occupationOf({ catalog }: Whole, { of: soc, quarter }: RolelessPoint): Derivation | null {
  const year = yearOf(quarter)
  const title = soc === ALL_OCCUPATIONS ? ALL_TITLE : catalog.occupation(soc)?.title
  const published = nationalYear(catalog, soc, year)
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = published?.percentiles ?? []
  if (title === undefined || !published || median === null) return null
  const { employment, mean } = published
  const before = nationalYear(catalog, soc, year - 1)?.percentiles[2] ?? null
  const change = changeOfYear(catalog, soc, year)
  const changed = stepMaker('derived', 'bls_oews')(
    'change',
    'median ÷ median of the year before − 1',
    `${change} % from ${before}, May ${year - 1}`,
  )
  return {
    occupation: { soc_code: soc, soc_title: title },
    value: median,
    kind: 'published',
    inputs: {
      ...{ employment, mean, p10, p25, median, p75, p90 },
      ...{ median_year_before: before, median_change_pct: change },
    },
    steps: [
      stepMaker('published', 'soc')('occupation', 'the occupation of the code', `${soc} ${title}`),
      stepMaker('published', 'bls_oews')(
        'national percentiles',
        formulaOfYear(soc),
        `median ${median}, May ${year}`,
      ),
      ...(change === null ? [] : [changed]),
    ],
    note: BREAKS[year] ? `Not comparable with the year before: ${BREAKS[year]}` : null,
  }
}

function premiumOf({ references }: Whole, { of, quarter }: RolelessPoint, now: string): Derivation | null {
  const premium = references.premiums().find(({ skill }) => skill === of)
  if (!premium || quarter > now || quarter < `${FIRST_YEAR}-Q2`) return null
  const { premium_pct, low_pct, high_pct, offers, groups } = premiumView(premium)
  const keywords = premium.keywords.split('|').join(', ')
  const modelled = stepMaker('modelled', 'dol_lca')
  return {
    ...{ skill: of, value: null, kind: 'modelled' },
    inputs: { premium_pct, low_pct, high_pct, offers, groups, keywords },
    steps: [
      stepMaker('published', 'dol_lca')(
        'offers',
        `offers whose title has one of: ${keywords}`,
        `${offers} offers in ${groups} groups of one employer and one occupation`,
      ),
      modelled(
        'premium',
        'exp(Σ w × (mean of the group’s offers with the word − mean of those without) ÷ Σ w) − 1; w = n₁n₂ ÷ (n₁ + n₂); each offer is ln pay less what its occupation, city and level predict',
        `${premium_pct} %`,
      ),
      modelled(
        'interval',
        'exp(ln premium ± 1.96 × standard error between groups) − 1',
        `${low_pct} % to ${high_pct} %`,
      ),
    ],
    note: CAVEAT,
  }
}

export interface Lineage extends Derivation {
  point: Pick<DataPoint | RolelessPoint, 'metric' | 'quarter'>
  role: Role | null
  city: City | null
}

/** The lineage of an id. Null if the id is malformed, unknown or has no figure. `now` is the current quarter. */
export function lineageOf(whole: Whole, id: string, now: string): Lineage | null {
  const roleless = parseRolelessId(id)
  if (roleless) {
    const found =
      roleless.metric === 'median' ? occupationOf(whole, roleless) : premiumOf(whole, roleless, now)
    return found && { ...found, point: roleless, role: null, city: null }
  }
  const found = locate(whole, id)
  const made = found && derivationOf(found, now)
  return made && { ...made, point: found.point, role: found.role, city: found.city }
}

function derivationOf(found: LocatedPoint, now: string): Derivation | null {
  const { metric } = found.point
  if (isCounted(metric)) return countedOf(found, metric, now)
  if (metric === 'offers') return filedOffersOf(found)
  return metric === 'typical' ? typicalFigureOf(found) : figureOf(found)
}

/** The data point of an id, under the current slug of its role. */
function locate(whole: Whole, id: string): LocatedPoint | null {
  const parsed = parseDataPointId(id)
  if (!parsed) return null
  const point = { ...parsed, role: currentRole(whole.words, parsed.role) }
  const role = whole.catalog.role(point.role)
  const city = point.city === null ? null : whole.catalog.city(point.city)
  return role && (city || point.city === null) ? { whole, point, role, city } : null
}
