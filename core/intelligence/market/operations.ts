// The market operation: outlook, demand, remote share, sponsors, sectors.
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import type { LookupResult } from '../question.ts'
import { find, cachedPayResponse, RoleAndCity } from '../salaries/question.ts'
import { reasonsThatApply, NO_REMOTE, NO_REMOTE_SHARE, reasonsOfSponsors } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { pointIdOf, remoteView, subjectOf } from '../salaries/view.ts'
import { marketOf, MIN_GROUP_SIZE } from './market.ts'

const Market = lazySchema((z) => {
  const figure = z.number().nullable()
  const words = z.string().nullable()
  const whole = z.int().nullable()
  return z.strictObject({
    ...out.subjectOut(),
    outlook: z
      .strictObject({
        employment_2024_thousands: figure,
        employment_2034_thousands: figure,
        change_pct: figure,
        openings_thousands_a_year: figure,
        education: words,
        experience: words,
        training: words,
      })
      .nullable(),
    postings: z
      .strictObject({
        sector: z.string(),
        index: z.number().describe('February 2020 = 100.'),
        month: z.string(),
        change_1y_pct: figure,
      })
      .nullable(),
    posted_wage_growth: z
      .strictObject({ sector: z.string(), yearly_pct: z.number(), month: z.string() })
      .nullable(),
    remote: z
      .strictObject({ share_pct: figure, month: words, difference_pct: figure, basis: z.string() })
      .nullable(),
    top_sponsors: z.array(out.EmployerOut()),
    employers_scope: out.ScopeOut(),
    sectors: z.array(
      z.strictObject({
        ...{ naics: z.string(), title: z.string(), employment: whole },
        ...{ p25: whole, median: whole, p75: whole },
      }),
    ),
    data_point_id: z.string(),
    reasons: out.ReasonsOut(),
  })
})

export const showMarket = operation({
  name: 'market.get',
  summary: 'Show the market of a role: outlook, demand, remote share, sponsors and sectors.',
  http: 'GET /api/v1/intelligence/market',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: Market,
  async run(ctx, input) {
    const found = await find(ctx, input)
    return cachedPayResponse(ctx, found, 'market', () => marketView(found))
  },
})

function marketView(found: LookupResult) {
  const { catalog, references, role, city } = found
  const market = marketOf(references, role, city)
  const { outlook, postings, growth, remote, employers_scope } = market
  const sectors = market.sectors.slice(0, 8)
  const top_sponsors = market.employers.slice(0, 10)
  const noSponsors = !market.employers.length && `No employer filed ${MIN_GROUP_SIZE} offers or more.`
  return {
    ...subjectOf(found),
    ...{ outlook, postings, posted_wage_growth: growth },
    remote: remote && { ...remoteView(remote), month: null },
    ...{ top_sponsors, employers_scope, sectors },
    data_point_id: pointIdOf(catalog, { role, city }, 'market'),
    reasons: reasonsThatApply({
      city:
        city !== null &&
        'These figures are national: the sources publish none by city. For the employers see employers_scope.',
      outlook: !outlook && 'BLS projects no employment for this occupation.',
      postings: !postings && 'Indeed publishes no index for this kind of work.',
      sectors: !sectors.length && 'BLS publishes no pay of this occupation by sector.',
      ...reasonsOfSectors(sectors),
      ...reasonsOfSponsors('top_sponsors', top_sponsors),
      'remote.share_pct': remote && NO_REMOTE_SHARE,
      remote: !remote && NO_REMOTE,
      'postings.change_1y_pct': postings?.change_1y_pct === null && 'The index starts less than a year ago.',
      posted_wage_growth: !growth && 'Indeed publishes no growth of advertised pay for this kind of work.',
      ...{ top_sponsors: noSponsors, employers_scope: noSponsors },
    }),
  }
}

function reasonsOfSectors(sectors: readonly Record<(typeof OF_SECTOR)[number], number | null>[]) {
  const empty = OF_SECTOR.filter((field) => sectors.some((sector) => sector[field] === null))
  return Object.fromEntries(empty.map((field) => [`sectors.${field}`, NO_SECTOR_FIGURE]))
}

const OF_SECTOR = ['employment', 'p25', 'median', 'p75'] as const
const NO_SECTOR_FIGURE =
  'BLS publishes none for some sectors: too few answers, or pay above its highest amount.'
