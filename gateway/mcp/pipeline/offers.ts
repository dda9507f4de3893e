// The tools for offers.
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput, lazySchema } from '../../../core/kernel/schema.ts'
import { addOffer, addOfferRound, listOffers, updateOffer } from '../../../core/offers/operations.ts'
import { OFFER_STATUSES, OfferChange, OfferIn, SIDES } from '../../../core/offers/offer.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { dateIn, maybeInstant } from './dates.ts'
import { answerList, listIn, listOut } from './page.ts'
import { keyIn, recordOut, recordResult } from './record.ts'
import { findJob, findOffer, referenceIn } from './references.ts'

const ABOUT_OFFER = { noun: 'offers', name: 'offer', whole: true } as const

const ReadOffersIn = lazySchema((z) =>
  z.strictObject({
    jobId: referenceIn(z, 'acme').optional(),
    status: z.array(z.enum(OFFER_STATUSES)).optional(),
    ...listIn(z),
  }),
)

const readOffers = toolWithInput({
  name: 'list_offers',
  title: 'List offers',
  description: 'Lists the offers the person received, latest first; detailed shows all terms and rounds.',
  effect: 'read',
  access: 'offers:read',
  input: ReadOffersIn,
  output: lazySchema((z) => listOut(z, 'offers')),
  async run(ctx, { jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(ctx, jobId)
    return answerList(ctx, {
      noun: 'offers',
      asked: { response_format, fields, limit },
      empty: 'No offers yet.',
      async fetch(rows) {
        const { offers, nextCursor, total } = await ctx.ask(listOffers, {
          ...filter,
          jobId: job,
          limit: rows,
        })
        return { rows: offers, nextCursor, total }
      },
    })
  },
})

const SaveOfferIn = lazySchema((z) =>
  z.strictObject({ ...OfferIn().shape, jobId: referenceIn(z, 'acme'), ...keyIn(z) }),
)

const saveOffer = toolWithInput({
  name: 'add_offer',
  title: 'Add an offer',
  description: 'Adds an offer to a job. Pass only what was said; ask the person for what is unclear.',
  effect: 'write',
  access: 'offers:write',
  input: SaveOfferIn,
  output: lazySchema((z) => recordOut(z, 'offer')),
  async run(ctx, { idempotencyKey: _, jobId, ...terms }) {
    const offer = await ctx.ask(addOffer, { ...terms, jobId: await findJob(ctx, jobId) })
    return recordResult(ctx, 'Added:', offer, ABOUT_OFFER)
  },
})

const ChangeOfferIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'acme'),
    ...OfferChange().shape,
    by: z.enum(SIDES).optional().describe('Who said so: makes it a round.'),
    at: dateIn(z, 'When it was said; default: now.').optional(),
    note: z.string().max(5_000).optional().describe('With by: in words.'),
    ...keyIn(z),
  }),
)

const changeOffer = toolWithInput({
  name: 'update_offer',
  title: 'Change or decide an offer',
  description:
    'Changes the named fields of an offer. With by it records a round: by them changes the offer, by me counters it. Without by it corrects fields (null clears) or decides: status accepted also moves the job.',
  effect: 'write',
  access: 'offers:write',
  nullClears: true,
  input: ChangeOfferIn,
  output: lazySchema((z) => recordOut(z, 'offer')),
  async run(ctx, { idempotencyKey: _, id: said, by, at, note, status, ...terms }) {
    const { id } = await findOffer(ctx, said)
    if (by === undefined) {
      if (at !== undefined || note !== undefined) throw invalidInput([{ path: 'by', message: MISSING }])
      const offer = await ctx.ask(updateOffer, { ...terms, id, status })
      return recordResult(ctx, `Changed; the offer is ${offer.status}.`, offer, ABOUT_OFFER)
    }
    if (status !== undefined) throw invalidInput([{ path: 'status', message: 'is decided without by' }])
    const when = maybeInstant(ctx, { path: 'at', text: at, direction: 'behind' })
    const offer = await ctx.ask(addOfferRound, { id, by, at: when, terms: { ...terms, note } })
    return recordResult(ctx, `Recorded; the offer is ${offer.status}.`, offer, ABOUT_OFFER)
  },
})

export const OFFER_TOOLS: readonly Tool[] = [readOffers, saveOffer, changeOffer]
