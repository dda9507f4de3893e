// The market operation: outlook, demand, remote share, sponsors, sectors.
import { must } from '../../kernel/must.ts'
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import type { Outlook } from '../file/references.ts'
import type { LookupResult } from '../question.ts'
import { percentOf } from '../percent.ts'
import { find, cachedPayResponse, RoleAndCity } from '../salaries/question.ts'
import { NO_REMOTE, NO_REMOTE_SHARE, reasonsOfSponsors } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { cityView, employerView, pointOf, remoteView, roleView } from '../salaries/view.ts'
import { MIN_GROUP_SIZE } from './employers.ts'
import { marketOf } from './market.ts'

const Market = lazySchema((z) =>
  z.strictObject({
    understood: out.UnderstoodOut(),
    role: out.RoleOut(),
    city: out.CityOut().nullable(),
    outlook: z
      .strictObject({
        employment_2024_thousands: z.number().nullable(),
        employment_2034_thousands: z.number().nullable(),
        change_pct: z.number().nullable(),
        openings_thousands_a_year: z.number().nullable(),
        education: z.string().nullable(),
        experience: z.string().nullable(),
        training: z.string().nullable(),
      })
      .nullable(),
    postings: z
      .strictObject({
        sector: z.string(),
        index: z.number().describe('February 2020 = 100.'),
        month: z.string(),
        change_1y_pct: z.number().nullable(),
      })
      .nullable(),
    posted_wage_growth: z
      .strictObject({ sector: z.string(), yearly_pct: z.number(), month: z.string() })
      .nullable(),
    remote: z
      .strictObject({
        ...{ share_pct: z.number().nullable(), month: z.string().nullable() },
        difference_pct: z.number().nullable(),
        basis: z.string(),
      })
      .nullable(),
    top_sponsors: z.array(out.EmployerOut()),
    employers_scope: out.ScopeOut(),
    sectors: z.array(
      z.strictObject({
        naics: z.string(),
        title: z.string(),
        employment: z.int().nullable(),
        p25: z.int().nullable(),
        median: z.int().nullable(),
        p75: z.int().nullable(),
      }),
    ),
    data_point_id: z.string(),
    reasons: out.ReasonsOut(),
  }),
)

export const showMarket = operation({
  name: 'market.get',
  summary: 'Show the market of a role: outlook, demand, remote share, sponsors and sectors.',
  http: 'GET /api/v1/intelligence/market',
  access: 'intelligence:read',
  effect: 'read',
  input: RoleAndCity,
  output: Market,
  async run(ctx, input) {
    await ctx.intelligence.fullDataset()
    const found = await find(ctx, input)
    return cachedPayResponse(ctx, found, 'market', () => marketView(found))
  },
})

function marketView({ catalog, references, role, city, understood }: LookupResult) {
  const { outlook, postings, postedGrowth, remotePay, sponsors, sponsorScope, sectors } = marketOf(
    references,
    role,
    city,
  )
  const shownSectors = sectors
    .slice(0, 8)
    .map(({ naics, title, employment, p25, median, p75 }) => ({ naics, title, employment, p25, median, p75 }))
  const topSponsors = sponsors.slice(0, 10).map(employerView)
  return {
    understood,
    role: roleView(catalog, role),
    city: city && cityView(city),
    outlook: outlook && outlookView(outlook),
    postings: postings && {
      sector: postings.sector,
      index: postings.latest.value,
      month: postings.latest.month,
      change_1y_pct:
        postings.yearAgo === null ? null : percentOf(postings.latest.value / postings.yearAgo - 1),
    },
    posted_wage_growth: postedGrowth && {
      sector: postedGrowth.sector,
      yearly_pct: percentOf(postedGrowth.latest.value),
      month: postedGrowth.latest.month,
    },
    remote: remoteView(remotePay) && { ...must(remoteView(remotePay)), month: null },
    top_sponsors: topSponsors,
    employers_scope: sponsorScope,
    sectors: shownSectors,
    data_point_id: pointOf(catalog, { role, city }, 'market'),
    reasons: {
      ...(city && {
        city: 'These figures are national, but for the employers (employers_scope): the sources publish none by city.',
      }),
      ...(!outlook && { outlook: 'BLS projects no employment for this occupation.' }),
      ...(!postings && { postings: 'Indeed publishes no index for this kind of work.' }),
      ...(!sectors.length && { sectors: 'BLS publishes no pay of this occupation by sector.' }),
      ...reasonsOfSectors(shownSectors),
      ...reasonsOfSponsors('top_sponsors', topSponsors),
      ...(remotePay ? { 'remote.share_pct': NO_REMOTE_SHARE } : { remote: NO_REMOTE }),
      ...(postings?.yearAgo === null && {
        'postings.change_1y_pct': 'The index starts less than a year ago.',
      }),
      ...(!postedGrowth && {
        posted_wage_growth: 'Indeed publishes no growth of advertised pay for this kind of work.',
      }),
      ...(!sponsors.length && {
        ...{ top_sponsors: NO_SPONSORS, employers_scope: NO_SPONSORS },
      }),
    },
  }
}

const outlookView = (outlook: Outlook) => ({
  employment_2024_thousands: outlook.employment2024,
  employment_2034_thousands: outlook.employment2034,
  change_pct: outlook.changePct,
  openings_thousands_a_year: outlook.openings,
  education: outlook.education,
  experience: outlook.experience,
  training: outlook.training,
})

const NO_SPONSORS = `No employer filed ${MIN_GROUP_SIZE} offers or more.`

/** Why figures of some sectors are null. */
function reasonsOfSectors(sectors: readonly Record<(typeof OF_SECTOR)[number], number | null>[]) {
  const empty = OF_SECTOR.filter((field) => sectors.some((sector) => sector[field] === null))
  return Object.fromEntries(empty.map((field) => [`sectors.${field}`, NO_SECTOR_FIGURE]))
}

const OF_SECTOR = ['employment', 'p25', 'median', 'p75'] as const
const NO_SECTOR_FIGURE =
  'BLS publishes none for some sectors: too few answers, or pay above its highest amount.'
