// Operations on seats. The plan's owner uses them with an intelligence key, and members use them with a session.
import { operation } from '../kernel/operation.ts'
import { ById, Deleted, Nothing, objectSchema } from '../kernel/schema.ts'
import {
  invite,
  join,
  leave,
  Membership,
  membershipOf,
  MAX_SEATS,
  Seat,
  SeatIn,
  seatOf,
  SeatWithInvitation,
  withdraw,
} from './seat.ts'
import * as store from './store.ts'

const Seats = objectSchema((z) => ({
  seats: z.array(Seat()),
  limit: z.int().describe('The maximum number of members, including invited ones.'),
}))
const MembershipOut = objectSchema(() => ({ seat: Membership().nullable() }))
const Code = objectSchema((z) => ({
  invitation: z.string().min(1, 'must not be empty').max(200, 'is longer than 200 characters'),
}))

export const listSeats = operation({
  name: 'seats.list',
  summary: 'List who shares your Ultra plan and its quota.',
  http: 'GET /api/v1/intelligence/seats',
  access: 'intelligence:read',
  plan: 'ultra',
  input: Nothing,
  output: Seats,
  async run({ sql, principal, clock }) {
    const rows = await store.listSeats(sql, principal.userId)
    return { seats: rows.map((row) => seatOf(row, clock.now())), limit: MAX_SEATS }
  },
})

export const addSeat = operation({
  name: 'seats.create',
  summary: 'Invite somebody by e-mail to share your Ultra plan and its quota.',
  http: 'POST /api/v1/intelligence/seats',
  access: 'intelligence:write',
  plan: 'ultra',
  status: 201,
  input: SeatIn,
  output: SeatWithInvitation,
  run: (ctx, { email }) => invite(ctx, email),
})

export const removeSeat = operation({
  name: 'seats.delete',
  summary: 'Revoke a seat or an invitation.',
  http: 'DELETE /api/v1/intelligence/seats/:id',
  access: 'intelligence:write',
  effect: 'destroy',
  plan: 'ultra',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) => withdraw(ctx, id),
})

export const getSeat = operation({
  name: 'seat.get',
  summary: 'Show your seat, or null.',
  http: 'GET /api/account/seat',
  access: 'seats:read',
  input: Nothing,
  output: MembershipOut,
  run: async (ctx) => ({ seat: (await membershipOf(ctx)) ?? null }),
})

export const takeSeat = operation({
  name: 'seat.take',
  summary: 'Accept an invitation to a seat: your keys then have the Ultra tier and share its quota.',
  http: 'POST /api/account/seat',
  access: 'seats:write',
  input: Code,
  output: Membership,
  run: (ctx, { invitation }) => join(ctx, invitation),
})

export const leaveSeat = operation({
  name: 'seat.leave',
  summary: 'Give up your seat.',
  http: 'DELETE /api/account/seat',
  access: 'seats:delete',
  input: Nothing,
  output: Deleted,
  run: leave,
})

export const operations = [listSeats, addSeat, removeSeat, getSeat, takeSeat, leaveSeat]
