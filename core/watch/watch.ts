// The records of watching: a watched board, a matching posting, and the report of a run.
import { Id, Instant, words, type Parsed, objectSchema } from '../kernel/schema.ts'
import { MarketEstimate, MarketOffers } from './market.ts'
import { Criteria } from './criteria.ts'

export const BoardText = objectSchema((z) => ({
  board: words(z, 2_048).describe(
    'greenhouse:acme, lever:acme, …; the address of a board, a careers page, or an RSS or Atom feed.',
  ),
}))

export const WatchIn = objectSchema((z) => ({
  ...BoardText().shape,
  ...Criteria().partial().shape,
  company: words(z, 200).optional().describe('The employer, where the board does not name it.'),
}))
export type WatchIn = Parsed<typeof WatchIn>

export const FoundBoard = objectSchema((z) => ({
  board: z.string(),
  company: z.string(),
  page: z.string().describe('The board’s page for people.'),
  postings: z.int(),
}))
export type FoundBoard = Parsed<typeof FoundBoard>

export const MAX_WATCHES = 1_000

export const Watch = objectSchema((z) => ({
  id: Id(),
  board: z.string().describe('`greenhouse:acme`, or `feed:` and its address.'),
  company: z.string(),
  ...Criteria().shape,
  postings: z.int().nullable().describe('Postings on the board at its last complete reading.'),
  checkedAt: Instant().nullable(),
  readAt: Instant().nullable().describe('The last complete reading.'),
  nextAt: Instant(),
  problem: z.string().nullable().describe('Why the last reading failed.'),
  createdAt: Instant(),
  updatedAt: Instant(),
}))
export type Watch = Parsed<typeof Watch>

export const POSTING_STATES = ['new', 'accepted', 'dismissed'] as const
export type PostingState = (typeof POSTING_STATES)[number]

const Pay = objectSchema((z) => ({
  min: z.number().nullable(),
  max: z.number().nullable(),
  currency: z.string().nullable(),
  period: z.enum(['year', 'month', 'week', 'day', 'hour']).nullable(),
}))

export const WatchedPosting = objectSchema((z) => ({
  id: Id(),
  board: z.string(),
  externalId: z.string(),
  company: z.string(),
  role: z.string(),
  location: z.string().nullable().describe('Every office, separated by semicolons.'),
  remote: z.boolean().nullable().describe('null when the board does not say; false when it is hybrid.'),
  url: z.string(),
  postedAt: Instant().nullable(),
  pay: Pay().nullable().describe('As the posting states it.'),
  offers: MarketOffers().nullable().describe('Pay in the offers that employers filed for this title.'),
  estimate: MarketEstimate().nullable().describe('Typical base pay, USD a year.'),
  firstSeenAt: Instant(),
  closedAt: Instant().nullable().describe('When a complete reading no longer had it.'),
  state: z.enum(POSTING_STATES),
  jobId: Id().nullable().describe('The job made from it; while it is new, a tracked job like it.'),
  why: z.array(z.string()).describe('Why it fits.'),
}))
export type WatchedPosting = Parsed<typeof WatchedPosting>

export const BoardReport = objectSchema((z) => ({
  board: z.string(),
  found: z.int().describe('Postings on the board.'),
  new: z.int().describe('Fitting ones that were not known yet.'),
  closed: z.int().describe('Known ones that are gone.'),
  error: z.string().nullable(),
}))
export type BoardReport = Parsed<typeof BoardReport>

export const CheckedJob = objectSchema((z) => ({
  id: Id(),
  company: z.string(),
  role: z.string(),
  url: z.string(),
  state: z
    .enum(['open', 'missing', 'gone', 'unclear'])
    .describe(
      'missing: absent from one complete reading; gone: absent again on another day; unclear: crm could not tell.',
    ),
  since: Instant().nullable().describe('When it was first missing.'),
  why: z.string(),
}))
export type CheckedJob = Parsed<typeof CheckedJob>
