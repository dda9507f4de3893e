// Recomputes the figure of a data point id, and adds the steps that follow the estimate.
import { last } from '../../kernel/must.ts'
import { yearOf } from '../file/catalog.ts'
import type { Step } from '../estimates/explain.ts'
import { historyOf, type Snapshot } from '../history/history.ts'
import type { Dataset } from '../file/dataset.ts'
import { totalPay } from '../paymix/paymix.ts'
import { driftOf, project } from '../projections/projections.ts'
import type { Lineage } from './lineage.ts'

interface Figure {
  value: number | null
  kind: Step['kind']
  steps: Step[]
  note: string | null
  inputs?: Record<string, number>
}

/** The figure of a data point; null when its quarter is not in the series. */
export function figureOf(dataset: Dataset, found: Lineage): Figure | null {
  const { metric, quarter } = found.point
  const { estimate } = found
  if (metric === 'projection') return projected(dataset, found) ?? quarterly(dataset, found)
  if (metric === 'history') return quarterly(dataset, found)
  const now: Figure = { value: estimate.median, kind: estimate.kind, steps: [], note: null }
  const base = quarter === estimate.benchmark ? now : quarterly(dataset, found)
  return base && metric.startsWith('total') ? total(dataset, found, base) : base
}

/**
 * The figure of an earlier quarter is taken from the series, even if it was
 * the benchmark when it was served. The current data may have revised it.
 */
function quarterly({ catalog, references }: Dataset, { point, estimate }: Lineage): Figure | null {
  const series = historyOf(catalog, references, estimate.role.soc, estimate.median)
  const at = series.findIndex(({ quarter }) => quarter === point.quarter)
  const snapshot = series[at]
  if (!snapshot) return null
  const kind = snapshot.kind === 'benchmark' ? estimate.kind : snapshot.kind
  const step: Step = {
    step: 'quarter',
    kind,
    source: snapshot.kind === 'extrapolated' ? 'indeed' : 'bls_oews',
    formula: FORMULAS[snapshot.kind],
    value: `${snapshot.median}, ${snapshot.quarter}`,
  }
  const note =
    point.metric === 'history'
      ? snapshot.break
      : 'Recomputed from the present data as its place in the series.'
  const isBenchmark = (other: Snapshot) => other.kind === 'benchmark'
  const before = series.slice(0, at + 1).findLast(isBenchmark)
  const after = snapshot.kind === 'interpolated' ? series.slice(at).find(isBenchmark) : undefined
  const grown = before && snapshot.kind === 'extrapolated' ? snapshot.ln - before.ln : null
  const inputs = {
    ...(before && { [`benchmark_${before.quarter}`]: before.median }),
    ...(after && { [`benchmark_${after.quarter}`]: after.median }),
    ...(grown !== null && { posted_growth_ln: grown }),
  }
  return { value: snapshot.median, kind, steps: [step], note, inputs }
}

const FORMULAS = {
  benchmark: 'national median of May of the year × the estimate’s ratio to the nation',
  interpolated: 'log-linear between the two Mays around it',
  extrapolated: 'last benchmark × posted wage growth since (Indeed, the occupation’s sector, else all)',
} as const

function projected({ catalog, references }: Dataset, { point, estimate }: Lineage): Figure | null {
  const series = historyOf(catalog, references, estimate.role.soc, estimate.median)
  const [year] = project(catalog, series, yearOf(point.quarter))
  if (!year || `${year.year}-Q2` !== point.quarter || year.kind !== 'projected') return null
  const step: Step = {
    step: 'projection',
    kind: 'extrapolated',
    source: 'bls_oews',
    formula: 'latest quarter of the history × exp(years ahead × ten-year drift of the all-occupation median)',
    value: `${year.median}; 80 % band ${year.low} to ${year.high}`,
  }
  const inputs = {
    [`latest_${last(series).quarter}`]: last(series).median,
    years_ahead: year.year - yearOf(last(series).quarter),
    drift_ln_a_year: driftOf(catalog),
  }
  return {
    value: year.median,
    kind: 'extrapolated',
    steps: [step],
    note: 'A projection, not a guarantee.',
    inputs,
  }
}

/** Adds bonus and equity to a base, of the benchmark or of an earlier quarter. */
function total({ references }: Dataset, { estimate }: Lineage, base: Figure): Figure {
  const pay = totalPay(references, estimate.role, base.value ?? estimate.median, estimate.experience)
  const step: Step = {
    step: 'bonus and equity',
    kind: 'modelled',
    source: 'pay_mix',
    formula: 'base × (1 + median bonus share + median equity share)',
    value: `${pay.total}; ${pay.basis}`,
  }
  return {
    value: pay.total,
    kind: 'modelled',
    steps: [...base.steps, step],
    note: 'Low confidence: dated self-reports, skewed to large firms.',
    inputs: { ...base.inputs, base: pay.base, ...shareOf('bonus', pay), ...shareOf('equity', pay) },
  }
}

const shareOf = (part: 'bonus' | 'equity', pay: ReturnType<typeof totalPay>) =>
  pay[part] === null ? {} : { [part]: pay[part] }
