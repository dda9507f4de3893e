// Lineage of pay figures: filed offers, typical figures, and estimates with figures derived from them.
import { last } from '../../kernel/narrow.ts'
import { benchmarkOf, yearOf } from '../file/catalog.ts'
import { estimate, type Estimate } from '../estimates/estimate.ts'
import { explain, stepMaker, type Step } from '../estimates/explain.ts'
import { historyOf, ownDriftOf, project, type Snapshot } from '../history/history.ts'
import { rungOf } from '../offers/levels.ts'
import { filedOffers, placeName } from '../offers/offers.ts'
import { totalPay } from '../paymix/paymix.ts'
import { typicalOf, typicalSteps } from '../typical/typical.ts'
import { experienceIn, typicalIn, type Derivation, type LocatedPoint } from './data-point.ts'

export function filedOffersOf(located: LocatedPoint): Derivation | null {
  const { whole, point, role, city } = located
  const { catalog } = whole
  const found = filedOffers({ catalog, role }, rungOf(point.title ?? null, null), city)
  if (!found) return null
  const { group, scope, level, scale: factor } = found
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = group.percentiles
  const place = placeName(scope, city)
  const derived = stepMaker('derived', 'dol_lca')
  const pooling = 'levels that would fall are pooled by their employers'
  const pooled = derived('ladder', pooling, `× ${factor.toFixed(3)}`)
  return inQuarter(located, {
    ...{ value: median, kind: 'derived' },
    inputs: {
      ...{ p10, p25, p75, p90, count: group.offers, employers: group.employers },
      ...{ scope, place, level: level || null },
    },
    steps: [
      stepMaker('published', 'dol_lca')(
        'filed offers',
        'full-time labor condition applications whose title is the role’s at this level, in the narrowest place with ten',
        `${group.offers} offers of ${group.employers} employers, ${place}, ${level || 'no level stated'}, ${group.from} to ${group.to}`,
      ),
      derived(
        'to the benchmark',
        'wage × growth of the occupation’s national mean pay between the filing and the benchmark',
        `May ${yearOf(benchmarkOf(catalog, role.soc))}`,
      ),
      ...(factor === 1 ? [] : [pooled]),
      derived('median', 'each employer weighs with the square root of its offers', String(median)),
    ],
    note: 'Lower ends of what employers offered to visa workers; no survey of everybody at work.',
  })
}

export function typicalFigureOf(located: LocatedPoint): Derivation | null {
  const { whole, point, role, city } = located
  const typical = typicalOf(whole.catalog, { role, city, ...typicalIn(point) })
  if ('reason' in typical) return null
  const { low, median, high, weight, sample, spread } = typical
  return inQuarter(located, {
    ...{ value: median, kind: 'modelled' },
    inputs: { low, high, weight, spread, ...sample, survey_median: typical.survey.median },
    steps: [...explain(whole.catalog, typical.survey), ...typicalSteps(typical)],
    note: typical.why,
  })
}

/** A figure of today, or for an older id its place in the occupation's series. Null if the series lacks the quarter. */
function inQuarter({ whole, point, role }: LocatedPoint, figure: Derivation): Derivation | null {
  const { catalog, references } = whole
  if (figure.value === null || point.quarter === benchmarkOf(catalog, role.soc)) return figure
  const series = historyOf(catalog, references, role.soc, figure.value)
  const then = quarterly({ point, pay: figure, series })
  return then && { ...then, steps: [...figure.steps, ...then.steps] }
}

interface QuarterlyPoint extends Pick<LocatedPoint, 'point'> {
  pay: Pick<Derivation, 'kind'>
  series: readonly Snapshot[]
}
type EstimatedPoint = LocatedPoint & QuarterlyPoint & { pay: Estimate }

/** Lineage of an estimate, or of a total, quarter or year derived from it. Null if the series lacks the quarter. */
export function figureOf(found: LocatedPoint): Derivation | null {
  const { catalog, references, words } = found.whole
  const { role, city, point } = found
  const experience = experienceIn(words.lexicon(), point)
  const pay = estimate(catalog, { role: role.slug, city: city?.slug ?? null, experience })
  if ('reason' in pay) return null
  const series = historyOf(catalog, references, role.soc, pay.median)
  const figure = servedOf({ ...found, pay, series })
  if (!figure) return null
  const steps = explain(catalog, pay)
  return {
    ...figure,
    inputs: { ...inputsOf(pay), ...figure.inputs },
    steps: [...steps, ...figure.steps],
    sources: [...steps.map(({ source }) => source), ...Object.keys(pay.sourceBreakdown)],
  }
}

function servedOf(found: EstimatedPoint): Derivation | null {
  const { point, pay } = found
  if (point.metric === 'projection') return projected(found) ?? quarterly(found)
  if (point.metric === 'history') return quarterly(found)
  const now = { value: pay.median, kind: pay.kind, steps: [], note: null, inputs: {} }
  const base = point.quarter === pay.benchmark ? now : quarterly(found)
  return base && point.metric.startsWith('total') ? totalled(found, base) : base
}

/** Takes an earlier quarter from the series, even a former benchmark, because newer data may have changed its figure. */
function quarterly({ point, pay, series }: QuarterlyPoint): Derivation | null {
  const at = series.findIndex(({ quarter }) => quarter === point.quarter)
  const snapshot = series[at]
  if (!snapshot) return null
  const kind = snapshot.kind === 'benchmark' ? pay.kind : snapshot.kind
  const source = snapshot.kind === 'extrapolated' ? 'indeed' : 'bls_oews'
  const isBenchmark = (other: Snapshot) => other.kind === 'benchmark'
  const before = series.slice(0, at + 1).findLast(isBenchmark)
  const after = snapshot.kind === 'interpolated' ? series.slice(at).find(isBenchmark) : undefined
  return {
    ...{ value: snapshot.median, kind },
    steps: [
      stepMaker(kind, source)('quarter', FORMULAS[snapshot.kind], `${snapshot.median}, ${snapshot.quarter}`),
    ],
    note:
      point.metric === 'history'
        ? snapshot.break
        : 'Recomputed from the present data as its place in the series.',
    inputs: {
      ...(before && { [`benchmark_${before.quarter}`]: before.median }),
      ...(after && { [`benchmark_${after.quarter}`]: after.median }),
      ...(before && snapshot.kind === 'extrapolated' && { posted_growth_ln: snapshot.ln - before.ln }),
    },
  }
}

const FORMULAS = {
  benchmark: 'national median of May of the year × the estimate’s ratio to the nation',
  interpolated: 'log-linear between the two Mays around it',
  extrapolated: 'last benchmark × posted wage growth since (Indeed, the occupation’s sector, else all)',
} as const

function projected({ whole: { catalog }, role, point, series }: EstimatedPoint): Derivation | null {
  const [year] = project(catalog, role.soc, series, yearOf(point.quarter))
  if (!year || `${year.year}-Q2` !== point.quarter || year.kind !== 'projected') return null
  const { quarter, median } = last(series)
  return {
    ...{ value: year.median, kind: 'extrapolated' },
    steps: [
      stepMaker('extrapolated', 'bls_oews')(
        'projection',
        'latest quarter of the history × exp(years ahead × drift); drift: the all-occupation median’s of ten years + own growth beyond it × n / (n + 20), n comparable years',
        `${year.median}; 80 % band ${year.low} to ${year.high}`,
      ),
    ],
    note: 'A projection, not a guarantee.',
    inputs: {
      [`latest_${quarter}`]: median,
      years_ahead: year.year - yearOf(quarter),
      drift_ln_a_year: ownDriftOf(catalog, role.soc),
    },
  }
}

/** Adds bonus and equity to `base`, a figure of the benchmark or of an earlier quarter. */
function totalled({ whole: { references }, pay }: EstimatedPoint, base: Derivation): Derivation {
  const { total, basis, ...parts } = totalPay(references, pay, base.value ?? pay.median)
  const step: Step = stepMaker('modelled', 'pay_mix')(
    'bonus and equity',
    'base × (1 + median bonus share + median equity share)',
    `${total}; ${basis}`,
  )
  return {
    ...{ value: total, kind: 'modelled', steps: [...base.steps, step] },
    note: 'Low confidence: dated self-reports, skewed to large firms.',
    inputs: {
      ...base.inputs,
      base: parts.base,
      ...(parts.bonus !== null && { bonus: parts.bonus }),
      ...(parts.equity !== null && { equity: parts.equity }),
    },
  }
}

const inputsOf = ({ survey, surveyMedian, median, city, ...pay }: Estimate) => ({
  survey_median: surveyMedian,
  survey_mean: survey.mean === null ? null : Math.round(survey.mean),
  sigma: survey.sigma,
  wage_area: city ? `${city.area} ${city.areaName}` : null,
  areas_sharing_figures: survey.areaCount,
  cell_noise_ln: survey.noise,
  published_cells: pay.cellCount,
  experience_factor: median / surveyMedian,
  employment_represented: pay.employmentRepresented,
  relative_standard_error_pct: pay.relativeStandardError,
})
