// Operations on offers.
import { transaction } from '../database/transaction.ts'
import { ById, Deleted, pageOut, words, zoneIn, lazySchema, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ByVersion, changeOf } from '../kernel/version.ts'
import { addRound, changeOffer, createOffer, deleteOffer } from './changes.ts'
import { Offer, OfferChange, OfferIn, OffersIn, OffersReport, RoundIn } from './fields.ts'
import { offerOf } from './record.ts'
import * as store from './store.ts'

const OfferChangeOf = changeOf(OfferChange)

const RoundOf = changeOf(RoundIn)

export const listOffers = operation({
  name: 'offers.list',
  summary: 'List offers, latest first.',
  http: 'GET /api/mcp/offers',
  access: 'offers:read',
  input: store.OfferQuery,
  output: pageOut('offers', Offer),
  async run(ctx, input) {
    const { rows, ...page } = await store.listOffers(ctx, input)
    return { offers: rows.map(offerOf), ...page }
  },
})

export const getOffer = operation({
  name: 'offers.get',
  summary: 'Show one offer with its rounds.',
  http: 'GET /api/mcp/offers/:id',
  access: 'offers:read',
  input: ById,
  output: Offer,
  run: async (ctx, { id }) => offerOf(await store.getOffer(ctx, id)),
})

export const addOffer = operation({
  name: 'offers.create',
  summary: 'Add an offer to a job.',
  http: 'POST /api/mcp/offers',
  access: 'offers:write',
  status: 201,
  input: OfferIn,
  output: Offer,
  run: (ctx, input) => transaction(ctx, (tx) => createOffer(tx, input)),
})

export const updateOffer = operation({
  name: 'offers.update',
  summary:
    'Change an offer; null clears a field. Accepting it moves the job, and declines the offer it accepted before.',
  http: 'PATCH /api/mcp/offers/:id',
  access: 'offers:write',
  input: OfferChangeOf,
  output: Offer,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, (tx) => changeOffer(tx, id, change, expectedUpdatedAt)),
})

export const addOfferRound = operation({
  name: 'offers.round',
  summary: 'Record a round: by them changes the offer, by me counters it.',
  http: 'POST /api/mcp/offers/:id/rounds',
  access: 'offers:write',
  status: 201,
  input: RoundOf,
  output: Offer,
  run: (ctx, { id, expectedUpdatedAt, ...round }) =>
    transaction(ctx, (tx) => addRound(tx, id, round, expectedUpdatedAt)),
})

export const importOfferList = operation({
  name: 'offers.import',
  summary: 'Import the offers of an export, each to its job as it stands: one change, and one undo.',
  http: 'POST /api/mcp/offers/import',
  access: 'offers:write',
  input: OffersIn,
  output: OffersReport,
  // Loaded on use: only imports need it.
  run: async (ctx, input) => (await import('./import.ts')).importOffers(ctx, input),
})

export const removeOffer = operation({
  name: 'offers.delete',
  summary: 'Delete an offer, with the event of its deadline.',
  http: 'DELETE /api/mcp/offers/:id',
  access: 'offers:delete',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => deleteOffer(tx, id, expectedUpdatedAt)),
})

const WordsIn = objectSchema((z) => ({
  text: words(z, 20_000).describe('“185k base, 15 % target bonus, RSUs 160k over 4, answer by Friday”.'),
  timeZone: zoneIn(z).optional().describe('For dates in words; default UTC.'),
}))
const OfferWordsOut = lazySchema((z) => {
  const excerpts = z.array(z.strictObject({ words: z.string(), why: z.string() }))
  return z.strictObject({
    terms: z.record(z.string(), z.unknown()).describe('Fields of a new offer, to check and then to send.'),
    read: z.array(z.strictObject({ field: z.string(), words: z.string() })),
    assumed: excerpts.describe('What was taken in its usual sense.'),
    unread: excerpts.describe('What was not understood; nothing of it is in terms.'),
  })
})

export const readOfferWords = operation({
  name: 'offers.read',
  summary:
    'Read an offer in plain words into its fields; nothing is saved, and what was not understood is listed.',
  http: 'POST /api/mcp/offers/read',
  access: 'offers:read',
  input: WordsIn,
  output: OfferWordsOut,
  run: async ({ clock }, { text, timeZone = 'UTC' }) => {
    // Loaded on use: building its patterns would slow down every command that names offers.
    const { readOffer } = await import('./reading/read.ts')
    return readOffer(text, { now: clock.now(), timeZone })
  },
})

export const operations = [
  readOfferWords,
  importOfferList,
  listOffers,
  getOffer,
  addOffer,
  updateOffer,
  addOfferRound,
  removeOffer,
]
