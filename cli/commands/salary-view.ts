// Formats a pay estimate for people: the figure, its range, pay by experience, history and confidence.
import type { Job } from '../../core/jobs/fields.ts'
import { must } from '../../core/kernel/narrow.ts'
import { annualise } from '../../core/reading/compensation.ts'
import { percentChange, thousands } from '../ui/money.ts'
import { employersRange } from '../../core/intelligence/percent.ts'
import { counted, dollars } from '../../core/kernel/amounts.ts'
import { rangeChart, type Mark, sparkline } from '../ui/range.ts'
import { painted, type Look } from '../ui/table.ts'
import { widthOf, broken, wrapped } from '../ui/width.ts'
import {
  BANDS,
  type Salary,
  offersInWords,
  figureOf,
  nameOf,
  subjectOf,
  type FigureQuery,
} from './salary-question.ts'

interface History {
  snapshots: readonly { quarter: string; median: number; break: string | null }[]
}

type View = Pick<FigureQuery, 'percentile' | 'min'> & {
  answer: Salary
  exp: string | undefined
  history: History | null
}

/** Wider charts only become harder to read. */
const MAX_WIDTH = 100

export function salaryText({ answer, percentile, min, exp, history }: View, look: Look): string {
  const width = Math.min(look.width, MAX_WIDTH)
  const figure = figureOf(answer, percentile)
  const { typical } = answer
  const title = wrapped(subjectOf(answer, exp), width).map((line) => painted(line, 'bold', look))
  const value = figure === null ? 'no data' : dollars(figure)
  const headline =
    percentile === null && typical
      ? `${value} a year, typical base pay${employersRange(typical)}`
      : `${value} a year, ${nameOf(percentile)} of base pay of everyone surveyed`
  const [first = '', ...others] = wrapped(headline, width)
  const head = [first.replace(value, () => painted(value, 'green', look)), ...others]
  const chart = chartOf(answer, min, width - 2).map(
    (line, at) => `  ${at ? painted(line, 'dim', look) : line}`,
  )
  const rows = rowsOf(answer, history, width - LABEL - 2, exp)
  const lines = rows.flatMap(([label, value]) => labelled(label, value, look))
  return `${[...title, ...head, '', ...chart, '', ...lines, ...idOf(answer, width, look)].join('\n')}\n`
}

const LABEL = 10

const labelled = (label: string, lines: string[], look: Look): string[] =>
  lines.map((line, at) => `${painted((at ? '' : label).padEnd(LABEL), 'dim', look)}  ${line}`)

/** The id of the figure. Gets its own line if it does not fit beside the label, so that it can be copied whole. */
function idOf({ typical, estimate }: Salary, width: number, look: Look): string[] {
  const id = (typical ?? estimate)?.data_point_id
  if (!id) return []
  if (widthOf(id) <= width - LABEL - 2) return labelled('Figure', [id], look)
  return [painted('Figure', 'dim', look), ...broken(id, width)]
}

function chartOf({ typical, estimate, distribution, offers }: Salary, min: number | null, width: number) {
  if (!estimate) return []
  const mark = (name: string, value: number, weight: number): Mark => {
    const label = thousands(value)
    return { name, value, label, weight }
  }
  const { low, median, high } = estimate
  const inner = [mark('p25', low, 1), mark('survey', median, 3), mark('p75', high, 1)]
  const marks = distribution
    ? [mark('p10', distribution.p10, 2), ...inner, mark('p90', distribution.p90, 2)]
    : inner
  const pins = [
    ...(typical ? [{ ...mark('typical', typical.median, 3), sign: '●' }] : []),
    ...(offers ? [{ ...mark('offers', offers.median, 2), sign: '◆' }] : []),
    ...(min === null ? [] : [{ ...mark('--min', min, 2), sign: '▲' }]),
  ]
  return rangeChart(marks, pins, width)
}

type Row = readonly [label: string, lines: string[]]

function rowsOf(answer: Salary, history: History | null, width: number, exp: string | undefined): Row[] {
  const rows: [string, string | string[] | null][] = [
    ['Why', answer.typical?.why ?? null],
    ['Survey', surveyInWords(answer)],
    ['Offers', offersInWords(answer)],
    ['Experience', experienceOf(answer)],
    ['Total pay', totalOf(answer)],
    ['History', historyOf(answer, history, width, exp)],
    ['Cities', citiesOf(answer)],
    ['Confidence', confidenceOf(answer)],
    ['Sources', sourcesOf(answer)],
  ]
  return rows.flatMap(([label, value]): Row[] => {
    if (!value?.length) return []
    return [[label, [value].flat().flatMap((text) => broken(text, width))]]
  })
}

function surveyInWords({ estimate, role, understood }: Salary): string | null {
  if (!estimate) return null
  const { low, median, high, as_of } = estimate
  const all = understood?.role?.role_median
  const level = all ? `, at the level as typed; all levels ${dollars(all)}` : ''
  return `median ${dollars(median)}, ${dollars(low)} to ${dollars(high)} for the middle half of ${role.priced_as.soc_title}, as of ${as_of}${level}`
}

/** Typical pay at each level, or the survey's if there is no typical figure. */
function experienceOf({ typical, by_experience: bands }: Salary): string | null {
  const medianOf = (band: (typeof BANDS)[number]) => typical?.by_experience[band] ?? bands?.[band].median
  const levels = BANDS.flatMap((band) => {
    const median = medianOf(band)
    return median === undefined ? [] : [`${band} ${thousands(median)}`]
  })
  return levels.length ? `${typical ? 'typical' : 'survey'}: ${levels.join(' · ')}` : null
}

function totalOf({ total_compensation: total }: Salary): string | null {
  if (!total) return null
  const parts = [
    `the survey’s ${thousands(total.base)}`,
    total.bonus !== null && `bonus ${thousands(total.bonus)}`,
    total.equity !== null && `equity ${thousands(total.equity)} a year`,
    total.signing !== null && `signing ${thousands(total.signing)}`,
  ].filter(Boolean)
  if (parts.length === 1) return `Base only: ${total.basis}.`
  return `${dollars(total.total)} = ${parts.join(' + ')} (modelled, ${total.confidence} confidence: ${total.basis})`
}

function historyOf({ trend, understood }: Salary, history: History | null, width: number, exp?: string) {
  const points = history?.snapshots ?? []
  const [first, last] = [points[0], points.at(-1)]
  const changes = trend && [
    trend.change_1y_pct !== null && `${percentChange(trend.change_1y_pct)} in a year`,
    trend.change_5y_pct !== null && `${percentChange(trend.change_5y_pct)} in five`,
  ]
  const changeText = (changes || []).filter(Boolean).join(', ')
  if (!first || !last) return changeText ? [changeText] : null
  const medians = points.map(({ median }) => median)
  const line = sparkline(medians, Math.min(width, 60))
  const whose = exp || understood?.role?.experience ? 'survey, all levels: ' : 'survey: '
  const span = `${whose}${thousands(first.median)} in ${first.quarter} → ${thousands(last.median)} in ${last.quarter}`
  return [line, changeText ? `${span}; ${changeText}` : span]
}

/** Without a city: where the role pays most and least. */
function citiesOf({ cities }: Salary): string[] | null {
  const known = (cities ?? []).flatMap(({ name, state, estimate }) =>
    estimate ? [{ place: `${name}, ${state}`, median: estimate.median }] : [],
  )
  if (known.length < 2) return null
  known.sort((a, b) => b.median - a.median)
  const namesOfRows = (rows: typeof known) =>
    rows.map(({ place, median }) => `${place} ${thousands(median)}`).join(' · ')
  return [
    `survey, most: ${namesOfRows(known.slice(0, 3))}`,
    `survey, least: ${namesOfRows(known.slice(-3).reverse())} (${known.length} cities have data)`,
  ]
}

const KINDS = {
  published: 'as published',
  derived: 'derived from published wages',
  modelled: 'a place among everyone surveyed',
} as const

/** The confidence in plain words, without statistical terms. */
function confidenceOf({ estimate, quality, reasons }: Salary): string[] | null {
  if (!estimate || !quality) return null
  const { confidence_lower: lower, confidence_upper: upper, confidence_level: level } = estimate
  const odds = level === 0.9 ? 'nine times in ten' : `${Math.round(level * 100)} times in a hundred`
  const interval = `the survey’s median lies between ${dollars(lower)} and ${dollars(upper)} ${odds}`
  const doubts = [
    !quality.own_area && 'Its survey figures are pooled with other areas.',
    quality.top_coded && 'The survey caps the highest pay.',
    reasons['estimate'],
  ].filter((doubt) => typeof doubt === 'string')
  return [`${quality.confidence}: ${interval}; ${KINDS[quality.kind]}.`, ...doubts]
}

const SOURCES: Record<string, string> = {
  bls_oews: 'BLS OEWS survey',
  bls_oews_metro: 'BLS OEWS survey of the area',
  oflc_wages: 'DOL wage levels of the area',
  dol_lca: 'offers filed with the DOL',
}

function sourcesOf({ estimate, offers }: Salary): string | null {
  if (!estimate) return null
  const named = Object.entries(estimate.source_breakdown).map(([source, count]) => {
    const name = SOURCES[source] ?? source
    return count > 1 ? `${counted(count)} ${name}` : name
  })
  if (offers) named.push(SOURCES[offers.source] ?? offers.source)
  return `${named.join(', ')}; as of ${estimate.as_of}, method ${estimate.methodology_version}`
}

/** Typical pay for a job’s role, and where the job’s own pay stands in it. */
export function againstMarket(answer: Salary, compensation: Job['compensation']): string[] {
  const { typical, reasons } = answer
  // A job abroad may have a place that crm does not know.
  const subject = subjectOf(answer).replace(' nationwide', ' in the United States')
  if (!typical) return [`${subject}: ${reasons['estimate'] ?? 'no figure is published.'}`]
  const market = `${subject}: ${dollars(typical.median)} a year, typical base pay${employersRange(typical)}.`
  return [market, standing(typical.median, compensation)]
}

function standing(typical: number, compensation: Job['compensation']): string {
  if (!compensation) return 'This job says nothing of its pay that could be read.'
  if (!compensation.currency) return 'This job’s pay names no currency, so it is not compared.'
  const yearly = must(annualise({ ...compensation, period: compensation.period ?? 'year' }))
  const [low, high] = [yearly.min ?? yearly.max ?? 0, yearly.max ?? yearly.min ?? 0]
  const middle = (low + high) / 2
  const percent = Math.round((middle / typical - 1) * 100)
  const apart =
    percent === 0 ? 'typical' : `${Math.abs(percent)} % ${percent > 0 ? 'above' : 'below'} typical`
  return `This job’s ${dollars(middle)} a year is ${apart}.`
}
