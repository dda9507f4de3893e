// Analysis: the market for a role: outlook, postings, wage growth, remote work, employers, sectors.
import type { Context } from '../../kernel/context.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { estimate } from '../estimates/estimate.ts'
import type { Sponsor } from '../file/references.ts'
import { marketOf, type Market as Known } from '../market/market.ts'
import { Citation, citationOf, citeLine, pointOf } from './citation.ts'
import { analysis } from './analysis.ts'
import * as q from './question.ts'
import { counted, dollars, listed, signed } from './format.ts'
import { percentOf } from '../percent.ts'

const MarketIn = lazySchema((z) =>
  z.strictObject({ role: q.roleIn(z), city: q.cityIn(z), detail: q.detailIn(z) }),
)

const Market = lazySchema((z) =>
  z.strictObject({
    summary: z.string().describe('The result as text, with its source.'),
    understood: z.string().nullable(),
    role: q.RoleRef(),
    city: q.CityRef().nullable(),
    outlook: z
      .strictObject({
        jobs_2024: z.int().nullable(),
        jobs_2034: z.int().nullable(),
        change_pct: z.number().nullable().describe('Projected change in jobs 2024–2034 (BLS).'),
        openings_per_year: z.int().nullable(),
        education: z.string().nullable().describe('Typical education required for entry.'),
      })
      .nullable(),
    postings: z
      .strictObject({
        sector: z.string(),
        index: z.number().describe('Job postings; February 2020 is 100.'),
        month: z.string(),
        change_1y_pct: z.number().nullable(),
      })
      .nullable(),
    posted_pay_growth: z
      .strictObject({
        sector: z.string(),
        pct: z.number(),
        month: z.string(),
      })
      .nullable(),
    remote: z
      .strictObject({
        share_pct: z.number().nullable().describe('Of postings of this work; no source counts them.'),
        month: z.string().nullable(),
        pay_difference_pct: z.number().describe('Against work on site; data and AI work only.'),
        year: z.int(),
        offers: z.int(),
      })
      .nullable(),
    pay_here: z
      .strictObject({ median: z.int(), against_nation_pct: z.number().nullable() })
      .nullable()
      .describe('Null when no source has a figure.'),
    top_sponsors: z
      .array(z.strictObject({ name: z.string(), filings: z.int(), median: z.int().nullable() }))
      .describe('Visa sponsors FY2022–25, most filings first.'),
    employers_scope: z
      .enum(['city', 'state', 'national'])
      .nullable()
      .describe('Where the sponsors’ offers are.'),
    top_sectors: z
      .array(z.strictObject({ sector: z.string(), jobs: z.int().nullable(), median: z.int().nullable() }))
      .describe('Where the jobs are, the most jobs first.'),
    missing: z.array(z.string()).describe('Parts without a source.'),
    citation: Citation(),
  }),
)
type Market = Parsed<typeof Market>

export const analyzeMarket = analysis({
  name: 'analyses.market',
  summary: 'Analyse the market for a role: outlook, postings, wage growth, remote share, employers, sectors.',
  tool: 'analyze_market',
  input: MarketIn,
  output: Market,
  run: analyse,
})

const SOURCES = ['BLS Employment Projections', 'BLS OEWS', 'Indeed Hiring Lab', 'DOL LCA filings']
const SHOWN = { brief: { sponsors: 5, sectors: 3 }, full: { sponsors: 20, sectors: 20 } }

async function analyse(ctx: Context, input: Parsed<typeof MarketIn>): Promise<Market> {
  const subject = await q.subjectOf(ctx, input)
  const { catalog, references, role, city } = subject
  const known = marketOf(references, role, city)
  const shown = SHOWN[input.detail ?? 'brief']
  const views = viewsOf(known)
  const answer = {
    understood: q.readingOf(subject),
    role: q.roleRef(catalog, role),
    city: city && q.cityRef(city),
    ...views,
    pay_here: payHere(subject),
    top_sponsors: known.sponsors.slice(0, shown.sponsors).map(sponsorView),
    employers_scope: known.sponsorScope,
    top_sectors: known.sectors
      .slice(0, shown.sectors)
      .map(({ title, employment, median }) => ({ sector: plainTitle(title), jobs: employment, median })),
    missing: Object.entries(views).flatMap(([name, view]) => (view === null ? [name] : [])),
    citation: citationOf(ctx, SOURCES, pointOf(subject, 'market')),
  }
  return { summary: summaryOf(answer), ...answer }
}

export const sponsorView = ({ employer: name, filings, median }: Sponsor) => ({ name, filings, median })

/** Removes the trailing parenthesised note from a sector title. */
const plainTitle = (title: string): string => title.replace(/ \([^)]*\)$/, '')

const thousands = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000))

function viewsOf({ outlook, postings, postedGrowth, remotePay }: Known) {
  return {
    outlook: outlook && {
      jobs_2024: thousands(outlook.employment2024),
      jobs_2034: thousands(outlook.employment2034),
      change_pct: outlook.changePct,
      openings_per_year: thousands(outlook.openings),
      education: outlook.education,
    },
    postings: postings && {
      sector: postings.sector,
      index: postings.latest.value,
      month: postings.latest.month,
      change_1y_pct: postings.yearAgo ? percentOf(postings.latest.value / postings.yearAgo - 1) : null,
    },
    posted_pay_growth: postedGrowth && {
      sector: postedGrowth.sector,
      pct: percentOf(postedGrowth.latest.value),
      month: postedGrowth.latest.month,
    },
    remote: remotePay && {
      ...{ share_pct: null, month: null },
      year: remotePay.year,
      pay_difference_pct: percentOf(remotePay.differential),
      offers: remotePay.offers,
    },
  }
}

function payHere({ catalog, role, city }: q.Subject): Market['pay_here'] {
  const here = estimate(catalog, { role: role.slug, city: city?.slug ?? null })
  if ('missing' in here) return null
  const nation = estimate(catalog, { role: role.slug, city: null })
  const against = city && !('missing' in nation) ? percentOf(here.median / nation.median - 1) : null
  return { median: here.median, against_nation_pct: against }
}

function summaryOf(answer: Omit<Market, 'summary'>): string {
  const { role, city, pay_here: pay, top_sponsors: sponsors, top_sectors: sectors } = answer
  const against = pay?.against_nation_pct
  return [
    ...(answer.understood ? [answer.understood] : []),
    `The market for ${role.title} (${role.occupation}, SOC ${role.soc_code}), United States:`,
    ...movement(answer),
    ...(pay
      ? [
          `Median base pay${city ? ` in ${city.name}, ${city.state}` : ''} ${dollars(pay.median)}${typeof against === 'number' ? `, ${signed(against)} against the nation` : ''}.`,
        ]
      : []),
    ...(sponsors.length
      ? [
          `Largest visa sponsors (${answer.employers_scope === 'national' ? 'in the nation' : `of the ${answer.employers_scope}`}): ${listed(sponsors.slice(0, 3).map(({ name }) => name))}.`,
        ]
      : []),
    ...(sectors.length ? [`Most jobs in ${listed(sectors.slice(0, 2).map(({ sector }) => sector))}.`] : []),
    ...(answer.missing.length ? [`No source covers: ${listed(answer.missing)}.`] : []),
    citeLine(answer.citation),
  ].join('\n')
}

function movement({
  outlook,
  postings,
  posted_pay_growth: growth,
  remote,
}: Omit<Market, 'summary'>): string[] {
  const year = postings?.change_1y_pct
  return [
    ...(typeof outlook?.change_pct === 'number'
      ? [
          `Jobs ${signed(outlook.change_pct)} from 2024 to 2034${outlook.openings_per_year ? `, about ${counted(outlook.openings_per_year)} openings a year` : ''} (BLS projection).`,
        ]
      : []),
    ...(postings
      ? [
          `Postings in ${postings.sector}: index ${postings.index} in ${postings.month} (February 2020 = 100)${typeof year === 'number' ? `, ${signed(year)} in a year` : ''}.`,
        ]
      : []),
    ...(growth
      ? [`Advertised pay ${signed(growth.pct)} in a year (${growth.sector}, ${growth.month}).`]
      : []),
    ...(remote
      ? [
          `Remote work paid ${signed(remote.pay_difference_pct)} against work on site (${remote.year}, ${counted(remote.offers)} offers, data and AI work).`,
        ]
      : []),
  ]
}
