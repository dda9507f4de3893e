// Analysis: what a role pays in a place, the confidence, and whether an offer is fair.
import type { Context } from '../../kernel/context.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { yearOf } from '../file/catalog.ts'
import { BANDS } from '../estimates/experience.ts'
import { hasOwnSeries, type Estimate } from '../estimates/estimate.ts'
import { byExperience } from '../estimates/by-experience.ts'
import { metricOf } from '../lineage/data-point.ts'
import { explain } from '../estimates/explain.ts'
import { historyOf, trendIn, type Snapshot } from '../history/history.ts'
import { marketOf } from '../market/market.ts'
import { sponsorView } from './market.ts'
import { totalPay } from '../paymix/paymix.ts'
import { project } from '../projections/projections.ts'
import { Citation, citationOf, citeLine, namesOf, pointOf } from './citation.ts'
import { analysis } from './analysis.ts'
import { judgeOffer, OfferVerdict } from './offer.ts'
import * as out from '../salaries/records.ts'
import { disagreesWithOffers, offersView, typicalIn, typicalView } from '../salaries/view.ts'
import { marketAround } from '../typical/typical.ts'
import * as q from './question.ts'
import { confidenceInWords, counted, dollars, signed } from './format.ts'
import { percentOf } from '../percent.ts'

const CompensationIn = lazySchema((z) =>
  z.strictObject({
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
  }),
)

const Band = lazySchema((z) => z.strictObject({ median: z.int(), p25: z.int(), p75: z.int() }))

const Tables = lazySchema((z) =>
  z.strictObject({
    percentiles: z.strictObject({ p10: z.int(), p25: z.int(), p50: z.int(), p75: z.int(), p90: z.int() }),
    source_breakdown: z.record(z.string(), z.int()),
    history: z.array(z.strictObject({ quarter: z.string(), median: z.int(), kind: z.string() })),
    projections: z.array(z.strictObject({ year: z.int(), median: z.int(), low: z.int(), high: z.int() })),
    sponsors: z.array(z.strictObject({ name: z.string(), filings: z.int(), median: z.int().nullable() })),
    steps: z.array(z.strictObject({ step: z.string(), source: z.string(), value: z.string() })),
  }),
)

const TYPICAL = {
  description:
    'The figure to act on: low, median, high, basis, weight, why, confidence_level, as_of, sample, data_point_id.',
  'x-table': true,
}

const Compensation = lazySchema((z) =>
  z.strictObject({
    summary: z.string().describe('The result as text, with its confidence and source.'),
    understood: z.string().nullable().describe('How the words were understood; null for slugs.'),
    role: q.RoleRef(),
    city: q.CityRef().nullable().describe('Null for the whole country.'),
    experience: z.enum(BANDS).nullable().describe('Null for pay across all levels.'),
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
          .describe('The true median is between likely_low and likely_high with 90 % probability.'),
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
    by_experience: z
      .strictObject({ entry: Band(), mid: Band(), senior: Band(), staff: Band(), principal: Band() })
      .nullable()
      .meta({
        description: '{entry, mid, senior, staff, principal}: {median, p25, p75} each.',
        'x-table': true,
      }),
    total_compensation: z.strictObject({
      base: z.int(),
      bonus: z.int().nullable(),
      equity: z.int().nullable().describe('A year’s worth.'),
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
    citation: Citation(),
  }),
)
type Compensation = Parsed<typeof Compensation>

export const analyzeCompensation = analysis({
  name: 'analyses.compensation',
  summary: 'Analyse what a role pays in a city, and whether an offer is fair.',
  tool: 'analyze_compensation',
  input: CompensationIn,
  output: Compensation,
  run: analyse,
})

async function analyse(ctx: Context, input: Parsed<typeof CompensationIn>): Promise<Compensation> {
  const subject = await q.subjectOf(ctx, input)
  const { catalog, references, role, city, band } = subject
  const [pay, whole] = [q.payOf(subject), typicalIn(subject)]
  const history = historyOf(catalog, references, role.soc, pay.median)
  const mix = totalPay(references, role, pay.median, band)
  const answer = {
    understood: q.readingOf(subject),
    role: q.roleRef(catalog, role),
    city: city && q.cityRef(city),
    experience: band,
    typical: typicalView(subject).typical,
    pay: payView(subject, pay),
    ...offersView(subject),
    by_experience: byExperience(catalog, role.slug, city?.slug ?? null),
    total_compensation: {
      base: mix.base,
      bonus: mix.bonus,
      equity: mix.equity,
      total: mix.total,
      confidence: mix.confidence,
      basis: mix.basis,
    },
    against_nation_pct: city ? againstNation(subject, pay) : null,
    price_level: city && Math.round(city.rpp * 10) / 1000,
    change_1y_pct: trendIn(catalog, role.soc)?.year ?? null,
    offer:
      input.offered_base === undefined
        ? null
        : judgeOffer('reason' in whole ? pay.percentiles : marketAround(whole), input.offered_base),
    tables: input.detail === 'full' ? tablesOf(subject, pay, history) : null,
    citation: citationOf(ctx, namesOf(pay.sourceBreakdown), pointOf(subject, metricOf(pay.experience))),
  }
  return { summary: summaryOf(answer, pay), ...answer }
}

const payView = ({ catalog }: q.Subject, pay: Estimate): Compensation['pay'] => ({
  median: pay.median,
  low: pay.low,
  high: pay.high,
  currency: 'USD',
  period: 'annual',
  confidence: pay.confidence.words,
  confidence_in_words: confidenceInWords(pay),
  likely_low: pay.confidence.lower,
  likely_high: pay.confidence.upper,
  sample_size: pay.sampleSize,
  sources_disagree: disagreesWithOffers(catalog, pay),
})

function againstNation(subject: q.Subject, pay: Estimate): number {
  return percentOf(pay.median / q.payOf(subject, { city: null }).median - 1)
}

const MAX_SPONSORS = 10
const HISTORY_QUARTERS = 20

function tablesOf(subject: q.Subject, pay: Estimate, history: readonly Snapshot[]) {
  const { catalog, references, role } = subject
  return {
    percentiles: pay.percentiles,
    source_breakdown: pay.sourceBreakdown,
    history: history
      .slice(-HISTORY_QUARTERS)
      .map(({ quarter, median, kind }) => ({ quarter, median: Math.round(median), kind })),
    projections: project(catalog, history, yearOf(history.at(-1)?.quarter ?? pay.benchmark)).map(
      ({ year, median, low, high }) => ({
        year,
        median,
        low,
        high,
      }),
    ),
    sponsors: marketOf(references, role).sponsors.slice(0, MAX_SPONSORS).map(sponsorView),
    steps: explain(catalog, pay).map(({ step, source, value }) => ({ step, source, value })),
  }
}

function summaryOf(answer: Omit<Compensation, 'summary'>, of: Estimate): string {
  const { typical, pay, role, city, experience, by_experience: bands, offer } = answer
  const total = answer.total_compensation
  const place = city ? `${city.name}, ${city.state}` : 'the United States'
  const nation = answer.against_nation_pct
  const compared = [
    ...(nation === null ? [] : [`${signed(nation)} against the national median`]),
    ...(answer.price_level === null ? [] : [`prices ${answer.price_level}× the national level`]),
    ...(answer.change_1y_pct === null ? [] : [`${signed(answer.change_1y_pct)} in a year`]),
  ]
  return [
    ...(answer.understood ? [answer.understood] : []),
    ...(typical
      ? [
          `${role.title}${experience ? ` (${experience})` : ''} in ${place}: typical base pay ${dollars(typical.median)} a year, ${dollars(typical.low)} to ${dollars(typical.high)} by employer (nine in ten), in money of ${typical.as_of}. ${typical.why}`,
        ]
      : []),
    `Surveys of everyone ${hasOwnSeries(of.role) ? 'in this work' : `in ${of.occupation.title}, a survey shared by ${of.occupation.roles} titles`}: median base pay ${dollars(pay.median)} a year; the middle half earns ${dollars(pay.low)}–${dollars(pay.high)}.`,
    offersInWords(answer),
    ...(offer ? [offer.in_words] : []),
    `Confidence ${pay.confidence_in_words}.`,
    ...(bands
      ? [`By experience: ${BANDS.map((band) => `${band} ${dollars(bands[band].median)}`).join(', ')}.`]
      : []),
    `${total.bonus === null && total.equity === null ? `Bonus and equity: ${total.basis}.` : `Total with bonus and equity about ${dollars(total.total)} (low confidence: ${total.basis}).`}`,
    ...(compared.length ? [`${compared.join('; ')}.`] : []),
    citeLine(answer.citation),
  ].join('\n')
}

/** The second figure in words, apart from the first: what employers wrote into offers. */
function offersInWords({ offers, offers_reason }: Pick<Compensation, 'offers' | 'offers_reason'>): string {
  if (!offers) return `Filed offers: none shown. ${offers_reason}`
  const level = offers.level ? `, level ${offers.level}` : ''
  return `Filed offers for the title${level} (${offers.place}, ${offers.from} to ${offers.to}): median ${dollars(offers.median)}, the middle half ${dollars(offers.p25)}–${dollars(offers.p75)}; ${counted(offers.count)} offers of ${counted(offers.employers)} employers.`
}
