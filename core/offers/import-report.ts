// Input and report of an offer import.
import { Id, idIn, instantIn, text, type Parsed, objectSchema } from '../kernel/schema.ts'
import { OFFER_STATUSES, RoundIn, TermsIn } from './fields.ts'
import { MAX_ROUNDS } from './changes.ts'

const MAX_OFFERS = 200

export const OfferOfExport = objectSchema((z) => ({
  ...TermsIn().shape,
  jobId: idIn(z).optional(),
  company: text(z, 200)
    .optional()
    .describe('If jobId is unknown, the company’s only job with this role is used.'),
  role: text(z, 200).optional(),
  status: z.enum(OFFER_STATUSES).optional().describe('Default: received. The job’s status does not change.'),
  rounds: z.array(RoundIn()).max(MAX_ROUNDS, `has more than ${MAX_ROUNDS} items`).optional(),
  createdAt: instantIn(z).optional(),
}))
export type OfferOfExport = Parsed<typeof OfferOfExport>

export const OffersIn = objectSchema((z) => ({
  offers: z.array(OfferOfExport()).max(MAX_OFFERS, `has more than ${MAX_OFFERS} items`),
  dryRun: z.boolean().optional().describe('Report what would happen, and change nothing.'),
  continues: idIn(z).optional().describe('The changeId of the import that this continues.'),
}))
export type OffersIn = Parsed<typeof OffersIn>

export const OffersReport = objectSchema((z) => ({
  rows: z.array(
    z.strictObject({
      at: z.int().describe('Its place in the list, from 0.'),
      outcome: z.enum(['created', 'skipped', 'failed']),
      id: Id().nullable().describe('The offer; null when there is none, and for a new one in a dry run.'),
      reason: z.string().nullable(),
    }),
  ),
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  changeId: Id().nullable().describe('The change, for an undo; null when nothing changed.'),
}))
export type OffersReport = Parsed<typeof OffersReport>
