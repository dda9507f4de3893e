// Operations on offers.
import { transaction } from '../database/transaction.ts'
import { fail } from '../kernel/errors.ts'
import { DEFAULT_LIMIT, Deleted, idIn, pageIn, pageOut, PathId } from '../kernel/fields.ts'
import { isId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { lazySchema } from '../kernel/schema.ts'
import { addRound, changeOffer, createOffer, deleteOffer } from './changes.ts'
import { Offer, OFFER_STATUSES, OfferChange, OfferIn, RoundIn } from './offer.ts'
import { offerOf } from './record.ts'
import * as store from './store.ts'

const SORT = '-createdAt'

const OfferQuery = lazySchema((z) =>
  z.strictObject({
    jobId: idIn(z).optional(),
    status: z.array(z.enum(OFFER_STATUSES)).optional().describe('Comma-separated statuses.'),
    ...pageIn(z),
  }),
)
const OfferPage = lazySchema((z) => pageOut(z, 'offers', Offer()))
const OfferRef = lazySchema((z) => z.strictObject({ id: PathId() }))
const OfferChangeOf = lazySchema((z) => z.strictObject({ ...OfferChange().shape, id: PathId() }))
const RoundOf = lazySchema((z) => z.strictObject({ ...RoundIn().shape, id: PathId() }))

export const listOffers = operation({
  name: 'offers.list',
  summary: 'List offers, latest first.',
  http: 'GET /api/mcp/offers',
  access: 'offers:read',
  effect: 'read',
  input: OfferQuery,
  output: OfferPage,
  async run({ sql, principal }, { limit = DEFAULT_LIMIT, cursor, ...filter }) {
    const after = readCursor(cursor, SORT, 'instant')
    const [rows, total] = await Promise.all([
      store.listOffers(sql, principal.userId, filter, { limit, after }),
      store.countOffers(sql, principal.userId, filter),
    ])
    const page = cut(rows, limit, SORT)
    return { offers: page.rows.map(offerOf), nextCursor: page.nextCursor, total }
  },
})

export const getOffer = operation({
  name: 'offers.get',
  summary: 'Show one offer with its rounds.',
  http: 'GET /api/mcp/offers/:id',
  access: 'offers:read',
  effect: 'read',
  input: OfferRef,
  output: Offer,
  async run({ sql, principal }, { id }) {
    const row = isId(id) ? await store.findOffer(sql, principal.userId, id) : undefined
    return row ? offerOf(row) : fail('offer_not_found', { id })
  },
})

export const addOffer = operation({
  name: 'offers.create',
  summary: 'Add an offer to a job.',
  http: 'POST /api/mcp/offers',
  access: 'offers:write',
  effect: 'write',
  status: 201,
  input: OfferIn,
  output: Offer,
  run: (ctx, input) => transaction(ctx, (tx) => createOffer(tx, input)),
})

export const updateOffer = operation({
  name: 'offers.update',
  summary: 'Change an offer; null clears a field, and accepting it moves the job.',
  http: 'PATCH /api/mcp/offers/:id',
  access: 'offers:write',
  effect: 'write',
  input: OfferChangeOf,
  output: Offer,
  run: (ctx, { id, ...change }) => transaction(ctx, (tx) => changeOffer(tx, id, change)),
})

export const addOfferRound = operation({
  name: 'offers.round',
  summary: 'Record what was said: by them, which changes the offer, or by you, which counters it.',
  http: 'POST /api/mcp/offers/:id/rounds',
  access: 'offers:write',
  effect: 'write',
  status: 201,
  input: RoundOf,
  output: Offer,
  run: (ctx, { id, ...round }) => transaction(ctx, (tx) => addRound(tx, id, round)),
})

export const removeOffer = operation({
  name: 'offers.delete',
  summary: 'Delete an offer, with the event of its deadline.',
  http: 'DELETE /api/mcp/offers/:id',
  access: 'offers:delete',
  effect: 'destroy',
  input: OfferRef,
  output: Deleted,
  run: (ctx, { id }) => transaction(ctx, (tx) => deleteOffer(tx, id)),
})

export const operations = [listOffers, getOffer, addOffer, updateOffer, addOfferRound, removeOffer]
