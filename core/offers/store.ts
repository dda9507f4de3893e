// SQL for offers.
import type { Sql } from '../database/connect.ts'
import { columnsOf, listingOf, sortsOf, statementsOf } from '../database/record-statements.ts'
import * as field from '../kernel/field-kinds.ts'
import { record, type RowOf } from '../kernel/record.ts'
import { idIn, instantIn, objectSchema, pageIn } from '../kernel/schema.ts'
import type { JobRow } from '../jobs/fields.ts'
import { OFFER, OFFER_STATUSES, type OfferStatus, type Round, type Terms } from './fields.ts'

/** A row of `offers`. The deadline has a column of its own, so that the queries for suggestions can use it. */
export const OFFER_ROW = record('offer', 'offers', 'o', {
  id: field.id(),
  jobId: field.hidden<string>(),
  status: field.hidden<OfferStatus>(),
  deadline: field.hidden<string | null>(),
  deadlineEventId: field.hidden<string | null>(),
  terms: field.listed<Omit<Terms, 'deadline'>>(),
  rounds: field.listed<Round[]>(),
  createdAt: field.stamp(),
  updatedAt: field.stamp(),
})
export type OfferRow = RowOf<typeof OFFER_ROW>

const { sort, page } = listingOf<OfferRow>(OFFER_ROW, '-createdAt', { sorts: sortsOf(OFFER) })

export const OfferQuery = objectSchema((z) => ({
  jobId: idIn(z).optional(),
  updatedSince: instantIn(z).optional(),
  status: z.array(z.enum(OFFER_STATUSES)).optional().describe('Comma-separated statuses.'),
  sort: sort(z),
  ...pageIn(z),
}))

const offers = statementsOf<OfferRow>(OFFER_ROW)
export const {
  get: getOffer,
  lock: lockOffer,
  findForUpdate: findOfferForUpdate,
  listWithIds: listOffersWithIds,
  insert: insertOffer,
  update: updateOffer,
  remove: removeOffer,
} = offers
export const listOffersOfJob = offers.listOf('job_id', 'created_at')

export const listOffers = page

type PaidJob = Pick<JobRow, 'company' | 'role' | 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>
export type OfferAndJobRow = OfferRow & PaidJob & { jobLocation: string | null }

const withJob = (sql: Sql) => sql`
  select ${columnsOf(sql, OFFER_ROW)}, j.company, j.role, j.location as job_location,
    j.pay_min, j.pay_max, j.pay_currency, j.pay_period
  from offers o join jobs j on j.user_id = o.user_id and j.id = o.job_id`

export const listOffersWithJobs = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<OfferAndJobRow[]>`${withJob(sql)}
    where o.user_id = ${userId} and o.id in ${sql([...ids])}`

export const listOpenOffersWithJobs = (sql: Sql, userId: string, limit: number) =>
  sql<OfferAndJobRow[]>`${withJob(sql)}
    where o.user_id = ${userId} and o.status in ('received', 'countered')
    order by o.created_at desc, o.id desc limit ${limit}`
