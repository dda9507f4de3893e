// Analysis: pay for a role in a place, its confidence, and whether an offer is fair.
import { counted, dollars } from '../../kernel/amounts.ts'
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import { yearOf } from '../file/catalog.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { byExperience, hasOwnSeries, type Estimate, type Percentiles } from '../estimates/estimate.ts'
import { metricOf } from '../lineage/data-point.ts'
import { explain } from '../estimates/explain.ts'
import { historyOf, project, trendIn } from '../history/history.ts'
import { marketOf } from '../market/market.ts'
import type { LookupResult } from '../question.ts'
import { percentOf } from '../percent.ts'
import { find, payOf } from '../salaries/question.ts'
import * as out from '../salaries/records.ts'
import { answerOf, disagreesWithOffers, figuresOf, pointIdOf, totalView } from '../salaries/view.ts'
import { marketAround } from '../typical/typical.ts'
import * as q from './analysis.ts'
import { sponsorView } from './market.ts'
import { positionOf, VERDICTS, type Verdict, refuseSlip } from '../negotiation/position.ts'

const OfferVerdict = objectSchema((z) => ({
  base: z.int(),
  verdict: z.enum(VERDICTS).describe('typical: between the 25th and the 75th percentile.'),
  percentile: z
    .int()
    .describe('Share of people who earn less; 5 and 95 stand for anything beyond 10 and 90.'),
  against_median_pct: z.number(),
  in_words: z.string(),
}))

const VERDICT_WORDS: Record<Verdict, string> = {
  far_below: 'low, far below the market: fewer than one in ten earn less',
  below: 'low, below the usual range: ask for more',
  typical: 'within the usual range',
  above: 'above the usual range',
  far_above: 'far above the market: fewer than one in ten earn more',
}

/** Compares a yearly base with the percentiles. Throws `invalid_input` if the amount cannot be a yearly base. */
function judgeOffer(percentiles: Percentiles, typical: number, base: number) {
  refuseSlip(typical, base, 'offered_base')
  const { verdict, percentile } = positionOf(percentiles, base)
  const against = percentOf(base / typical - 1)
  const rank = percentile <= 10 || percentile >= 90 ? '' : `, about percentile ${percentile}`
  const in_words = `The offer of ${dollars(base)} is ${VERDICT_WORDS[verdict]} (${q.signedPercent(against)} against typical pay${rank}).`
  return { base, verdict, percentile, against_median_pct: against, in_words }
}

const CompensationIn = objectSchema((z) => ({
  role: q.roleIn(z),
  city: q.cityIn(z),
  experience: q.experienceIn(z),
  offered_base: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .optional()
    .describe('A yearly base salary in USD to judge against the market: 145000.'),
  detail: q.detailIn(z),
}))

const Tables = objectSchema((z) => ({
  percentiles: z.strictObject({ p10: z.int(), p25: z.int(), p50: z.int(), p75: z.int(), p90: z.int() }),
  source_breakdown: z.record(z.string(), z.int()),
  history: z.array(z.strictObject({ quarter: z.string(), median: z.int(), kind: z.string() })),
  projections: z.array(z.strictObject({ year: z.int(), median: z.int(), low: z.int(), high: z.int() })),
  sponsors: z.array(z.strictObject({ name: z.string(), filings: z.int(), median: z.int().nullable() })),
  steps: z.array(z.strictObject({ step: z.string(), source: z.string(), value: z.string() })),
}))

const TYPICAL = {
  description:
    'The figure to act on: low, median, high, by_experience, basis, weight, why, confidence_level, as_of, sample, data_point_id.',
  'x-table': true,
}

const Compensation = objectSchema((z) => ({
  ...q.subject(z),
  experience: z.enum(EXPERIENCES).nullable().describe('Null for pay across all levels.'),
  typical: out.TypicalOut().nullable().meta(TYPICAL),
  pay: z
    .strictObject({
      median: z.int().describe('Yearly base pay, USD.'),
      low: z.int().describe('25th percentile.'),
      high: z.int().describe('75th percentile.'),
      currency: z.literal('USD'),
      period: z.literal('annual'),
      confidence: z.enum(['high', 'medium', 'low']),
      confidence_in_words: z.string(),
      likely_low: z
        .int()
        .describe('The survey’s median is between likely_low and likely_high with 90 % probability.'),
      likely_high: z.int(),
      sample_size: z.int(),
      sources_disagree: z.boolean().describe('Whether filed offers here lie outside the interval.'),
    })
    .describe('What everyone in the occupation earns, from surveys.'),
  offers: out.OffersOut().nullable().meta({
    description: 'Filed offers for this title: median, percentiles, count, employers, level, scope, place.',
    'x-table': true,
  }),
  offers_reason: out.OffersReasonOut(),
  by_experience: out.BandsOut().nullable().meta({
    description: 'In the survey: {entry, mid, senior, staff, principal}: {median, p25, p75} each.',
    'x-table': true,
  }),
  total_compensation: z.strictObject({
    base: z.int(),
    bonus: z.int().nullable(),
    equity: z.int().nullable().describe('Value per year.'),
    total: z.int(),
    confidence: z.literal('low'),
    basis: z.string(),
  }),
  against_nation_pct: z.number().nullable().describe('Median here relative to the national median.'),
  price_level: z.number().nullable().describe('Price level here relative to the nation (1).'),
  change_1y_pct: z.number().nullable(),
  offer: OfferVerdict().nullable().meta({
    description: 'Verdict, percentile, against_median_pct, in_words. Null unless offered_base was sent.',
    'x-table': true,
  }),
  tables: Tables().nullable().meta({
    description:
      'Percentiles, history, projections, sponsors, steps of the method. Null unless detail is "full".',
    'x-table': true,
  }),
  citation: q.Citation(),
}))
type Compensation = Parsed<typeof Compensation>

export const analyzeCompensation = q.analysis({
  name: 'analyses.compensation',
  summary: 'Analyse what a role pays in a city, and whether an offer is fair.',
  tool: 'analyze_compensation',
  input: CompensationIn,
  output: Compensation,
  async run(ctx, { experience: exp, ...input }) {
    const found = await find(ctx, { ...input, exp })
    const { catalog, references, role, city, experience } = found
    const known = answerOf(found)
    const pay = q.requireFigure(known.survey, found)
    const { base, bonus, equity, total, confidence, basis } = totalView(catalog, references, pay)
    const market = 'reason' in known.typical ? pay.percentiles : marketAround(known.typical)
    const figures = figuresOf(known)
    const nation = { ...found, city: null }
    const answer = {
      ...q.subjectOf(found),
      experience,
      ...figures,
      pay: payView(found, pay),
      by_experience: byExperience(catalog, role.slug, city?.slug ?? null),
      total_compensation: { base, bonus, equity, total, confidence, basis },
      against_nation_pct: city && percentOf(pay.median / q.requireFigure(payOf(nation), nation).median - 1),
      price_level: city && Math.round(city.rpp * 10) / 1000,
      change_1y_pct: trendIn(catalog, role.soc)?.change_1y_pct ?? null,
      offer:
        input.offered_base === undefined
          ? null
          : judgeOffer(market, figures.typical?.median ?? pay.median, input.offered_base),
      tables: input.detail === 'full' ? tablesOf(found, pay) : null,
      citation: q.citationOf(
        ctx,
        Object.keys(pay.sourceBreakdown).map((name) => SOURCE_NAMES[name] ?? name),
        figures.typical?.data_point_id ?? pointIdOf(catalog, found, metricOf(pay.experience)),
      ),
    }
    return q.withSummary(answer, linesOf(answer, pay))
  },
})

const SOURCE_NAMES: Record<string, string> = {
  bls_oews: 'BLS OEWS',
  bls_oews_metro: 'BLS OEWS, metropolitan areas',
  oflc_wages: 'DOL OFLC wages',
}

const payView = ({ catalog }: LookupResult, pay: Estimate): Compensation['pay'] => ({
  ...{ median: pay.median, low: pay.low, high: pay.high, currency: 'USD', period: 'annual' },
  confidence: pay.confidence.rating,
  confidence_in_words: confidenceInWords(pay),
  likely_low: pay.confidence.lower,
  likely_high: pay.confidence.upper,
  sample_size: pay.cellCount,
  sources_disagree: disagreesWithOffers(catalog, pay),
})

const KINDS: Record<Estimate['kind'], string> = {
  published: 'as the survey publishes it',
  derived: 'derived from the area’s published wage levels',
  modelled: 'modelled',
}

/** The reason for a national figure: hourly pay was converted, or percentiles above the top code were filled in. */
const DERIVED_NATIONALLY = 'derived from the survey’s published figures'

function confidenceInWords({ confidence, kind, city, ownArea }: Estimate): string {
  const because = kind === 'derived' && !city ? DERIVED_NATIONALLY : KINDS[kind]
  const range = `${dollars(confidence.lower)}–${dollars(confidence.upper)}`
  return `${confidence.rating}: median within ${range} at ${confidence.probability * 100} % (${because}${ownArea ? '' : '; figures pooled with other areas'})`
}

const MAX_SPONSORS = 10
const HISTORY_QUARTERS = 20

function tablesOf({ catalog, references, role, city }: LookupResult, pay: Estimate): Compensation['tables'] {
  const history = historyOf(catalog, references, role.soc, pay.median)
  const years = project(catalog, role.soc, history, yearOf(history.at(-1)?.quarter ?? pay.benchmark))
  return {
    percentiles: pay.percentiles,
    source_breakdown: pay.sourceBreakdown,
    history: history
      .slice(-HISTORY_QUARTERS)
      .map(({ quarter, median, kind }) => ({ quarter, median: Math.round(median), kind })),
    projections: years.map(({ kind: _, ...year }) => year),
    sponsors: marketOf(references, role, city).employers.slice(0, MAX_SPONSORS).map(sponsorView),
    steps: explain(catalog, pay).map(({ step, source, value }) => ({ step, source, value })),
  }
}

function linesOf(answer: Omit<Compensation, 'summary'>, of: Estimate) {
  const { typical, pay, role, city, experience, offer } = answer
  const { against_nation_pct: nation, price_level: prices, change_1y_pct: year } = answer
  const { bonus, equity, basis, total } = answer.total_compensation
  const compared = [
    nation !== null && `Survey ${q.signedPercent(nation)} against the nation`,
    prices !== null && `prices ${prices}× the nation’s`,
    year !== null && `the occupation ${q.signedPercent(year)} in a year`,
  ].filter(Boolean)
  const level = experience && `, ${experience} level modelled (all levels ${dollars(of.surveyMedian)})`
  return [
    typical &&
      `${role.title}${experience ? ` (${experience})` : ''} in ${q.placeName(city)}: typical base pay ${dollars(typical.median)} a year, ${dollars(typical.low)} to ${dollars(typical.high)} by employer (nine in ten), as of ${typical.as_of}. ${typical.why}`,
    typical &&
      `Typical by level: ${EXPERIENCES.map((band) => `${band} ${dollars(typical.by_experience[band])}`).join(', ')}.`,
    offer?.in_words,
    offersInWords(answer),
    `Survey of everyone in ${of.occupation.title}${hasOwnSeries(of.role) ? '' : ` (${of.occupation.roles} titles share it)`}${level ?? ''}: median base pay ${dollars(pay.median)}, middle half ${dollars(pay.low)}–${dollars(pay.high)}. Confidence ${pay.confidence_in_words}.`,
    bonus === null && equity === null
      ? `Bonus and equity: ${basis}.`
      : `Survey with bonus and equity: about ${dollars(total)} (low confidence: ${basis}).`,
    compared.length > 0 && `${compared.join('; ')}.`,
  ]
}

function offersInWords({ offers, offers_reason }: Pick<Compensation, 'offers' | 'offers_reason'>): string {
  if (!offers) return `Filed offers: none shown. ${offers_reason}`
  const level = offers.level ? `, level ${offers.level}` : ''
  return `Filed offers for the title${level} (${offers.place}, ${offers.from} to ${offers.to}): median ${dollars(offers.median)}, middle half ${dollars(offers.p25)}–${dollars(offers.p75)}; ${counted(offers.count)} offers of ${counted(offers.employers)} employers.`
}
