// An offer: the API's record, and its input schemas.
import { Id, idIn, Instant, instantIn } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { RoundTermsIn, Terms, TermsChange, TermsIn } from './terms.ts'

export const OFFER_STATUSES = ['received', 'countered', 'accepted', 'declined', 'expired'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

export const OPEN_OFFER_STATUSES: readonly OfferStatus[] = ['received', 'countered']

export const SIDES = ['them', 'me'] as const

export const Round = lazySchema((z) =>
  z.strictObject({
    at: Instant(),
    by: z.enum(SIDES),
    terms: z.strictObject({ ...Terms().partial().shape, note: z.string().optional() }),
  }),
)
export type Round = Parsed<typeof Round>

export const Offer = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    jobId: Id(),
    status: z.enum(OFFER_STATUSES),
    ...Terms().shape,
    rounds: z.array(Round()).describe('What either side said, oldest first.'),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)
export type Offer = Parsed<typeof Offer>

export const OfferIn = lazySchema((z) =>
  z.strictObject({
    jobId: idIn(z),
    ...TermsIn().shape,
    status: z.enum(OFFER_STATUSES).optional().describe('Default: received.'),
  }),
)
export type OfferIn = Parsed<typeof OfferIn>

export const OfferChange = lazySchema((z) =>
  z.strictObject({
    ...TermsChange().shape,
    status: z
      .enum(OFFER_STATUSES)
      .optional()
      .describe('accepted also moves the job, and declines its offer that was accepted before.'),
  }),
)
export type OfferChange = Parsed<typeof OfferChange>

export const RoundIn = lazySchema((z) =>
  z.strictObject({
    by: z.enum(SIDES),
    at: instantIn(z).optional().describe('When it was said (default: now).'),
    terms: RoundTermsIn(),
  }),
)
export type RoundIn = Parsed<typeof RoundIn>
