// Analysis: the market for a role: outlook, postings, wage growth, remote work, employers, sectors.
import { counted, dollars } from '../../kernel/amounts.ts'
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import type { LookupResult } from '../question.ts'
import { marketOf } from '../market/market.ts'
import { percentOf } from '../percent.ts'
import { find, payOf } from '../salaries/question.ts'
import { pointIdOf } from '../salaries/view.ts'
import * as q from './analysis.ts'

const MarketIn = objectSchema((z) => ({ role: q.roleIn(z), city: q.cityIn(z), detail: q.detailIn(z) }))

const Market = objectSchema((z) => ({
  ...q.subject(z),
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
      share_pct: z.number().nullable().describe('Always null: no source counts remote postings.'),
      month: z.string().nullable(),
      pay_difference_pct: z.number().describe('Relative to work on site; data and AI work only.'),
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
  citation: q.Citation(),
}))
type Market = Parsed<typeof Market>

export const analyzeMarket = q.analysis({
  name: 'analyses.market',
  summary: 'Analyse the market for a role: outlook, postings, wage growth, remote share, employers, sectors.',
  tool: 'analyze_market',
  input: MarketIn,
  output: Market,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const { catalog, references, role, city } = found
    const known = marketOf(references, role, city)
    const shown = SHOWN[input.detail ?? 'brief']
    const views = viewsOf(known)
    const answer = {
      ...q.subjectOf(found),
      ...views,
      pay_here: payHere(found),
      top_sponsors: known.employers.slice(0, shown.sponsors).map(sponsorView),
      employers_scope: known.employers_scope,
      top_sectors: known.sectors
        .slice(0, shown.sectors)
        .map(({ title, employment: jobs, median }) => ({ sector: plainTitle(title), jobs, median })),
      missing: Object.entries(views).flatMap(([name, view]) => (view === null ? [name] : [])),
      citation: q.citationOf(ctx, SOURCES, pointIdOf(catalog, found, 'market')),
    }
    return q.withSummary(answer, linesOf(answer))
  },
})

const SOURCES = ['BLS Employment Projections', 'BLS OEWS', 'Indeed Hiring Lab', 'DOL LCA filings']
const SHOWN = { brief: { sponsors: 5, sectors: 3 }, full: { sponsors: 20, sectors: 20 } }

export const sponsorView = ({ name, filings, median }: Sponsor): Sponsor => ({ name, filings, median })
type Sponsor = Market['top_sponsors'][number]

const plainTitle = (title: string): string => title.replace(/ \([^)]*\)$/, '')

const thousands = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000))

const viewsOf = ({ outlook, postings, growth, remote }: ReturnType<typeof marketOf>) => ({
  outlook: outlook && {
    jobs_2024: thousands(outlook.employment_2024_thousands),
    jobs_2034: thousands(outlook.employment_2034_thousands),
    change_pct: outlook.change_pct,
    openings_per_year: thousands(outlook.openings_thousands_a_year),
    education: outlook.education,
  },
  postings,
  posted_pay_growth: growth && { sector: growth.sector, pct: growth.yearly_pct, month: growth.month },
  remote: remote && {
    ...{ share_pct: null, month: null, year: remote.year },
    ...{ pay_difference_pct: remote.difference_pct, offers: remote.offers },
  },
})

function payHere(found: LookupResult): Market['pay_here'] {
  const [here, nation] = [payOf(found, null), payOf({ ...found, city: null }, null)]
  if ('reason' in here) return null
  const against = found.city && !('reason' in nation) ? percentOf(here.median / nation.median - 1) : null
  return { median: here.median, against_nation_pct: against }
}

function linesOf(answer: Omit<Market, 'summary'>) {
  const { role, city, pay_here: pay, top_sponsors: sponsors, top_sectors: sectors } = answer
  const against = pay?.against_nation_pct
  const compared = typeof against === 'number' ? `, ${q.signedPercent(against)} against the nation` : ''
  const where = answer.employers_scope === 'national' ? 'in the nation' : `of the ${answer.employers_scope}`
  return [
    `The market for ${role.title} (${role.occupation}, SOC ${role.soc_code}), United States:`,
    ...movement(answer),
    pay && `Median base pay${city ? ` in ${q.placeName(city)}` : ''} ${dollars(pay.median)}${compared}.`,
    sponsors.length > 0 &&
      `Largest visa sponsors (${where}): ${q.commaList(sponsors.slice(0, 3).map(({ name }) => name))}.`,
    sectors.length > 0 && `Most jobs in ${q.commaList(sectors.slice(0, 2).map(({ sector }) => sector))}.`,
    answer.missing.length > 0 && `No source covers: ${q.commaList(answer.missing)}.`,
  ]
}

function movement({ outlook, postings, posted_pay_growth: growth, remote }: Omit<Market, 'summary'>) {
  const year = postings?.change_1y_pct
  const openings = outlook?.openings_per_year
    ? `, about ${counted(outlook.openings_per_year)} openings a year`
    : ''
  return [
    typeof outlook?.change_pct === 'number' &&
      `Jobs ${q.signedPercent(outlook.change_pct)} from 2024 to 2034${openings} (BLS projection).`,
    postings &&
      `Postings in ${postings.sector}: index ${postings.index} in ${postings.month} (February 2020 = 100)${typeof year === 'number' ? `, ${q.signedPercent(year)} in a year` : ''}.`,
    growth && `Advertised pay ${q.signedPercent(growth.pct)} in a year (${growth.sector}, ${growth.month}).`,
    remote &&
      `Remote work paid ${q.signedPercent(remote.pay_difference_pct)} against work on site (${remote.year}, ${counted(remote.offers)} offers, data and AI work).`,
  ]
}
