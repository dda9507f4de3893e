// A seat is a place for another person on an Ultra plan. The owner invites and withdraws, with an intelligence key; the member
// joins and leaves, with a session.
import * as store from './store.ts'
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { emailIn, findProfile } from '../identity/user.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import type { Context, Vault } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { ById, Deleted, Id, Instant, Nothing, type Parsed, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { bytesOfId, idOfBytes, isId, newId } from '../kernel/id.ts'
import { queueEmail } from '../mail/queue.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, serviceUrl } from '../config.ts'
import { emailOf } from '../mail/layout.ts'

const MAX_SEATS = 15
const OPEN_FOR_MS = 14 * DAY_MS

const Seat = objectSchema((z) => ({
  id: Id(),
  email: z.string().describe('The invited address.'),
  status: z.enum(['invited', 'expired', 'active']),
  invited_at: Instant(),
  joined_at: Instant().nullable(),
  expires_at: Instant().nullable().describe('When the invitation expires; null once accepted.'),
}))
export type Seat = Parsed<typeof Seat>

const SeatWithInvitation = objectSchema((z) => ({
  ...Seat().shape,
  invitation: z.string().describe('The code that accepts the seat: POST /api/account/seat, crm seats join.'),
  emailed: z
    .boolean()
    .describe('Whether an email with the code is on its way; otherwise pass the code on yourself.'),
}))

const SeatIn = objectSchema((z) => ({ email: emailIn(z).describe('Whom to invite.') }))

const Membership = objectSchema((z) => ({
  id: Id(),
  owner: z.string().nullable().describe('E-mail address of the plan’s owner.'),
  email: z.string(),
  joinedAt: Instant().nullable(),
}))
type Membership = Parsed<typeof Membership>

const expiryOf = ({ invitedAt }: store.SeatRow): number => msOf(invitedAt) + OPEN_FOR_MS

function seatOf(row: store.SeatRow, now: number): Seat {
  const { id, email, memberId, invitedAt, joinedAt } = row
  const open = expiryOf(row) > now ? ('invited' as const) : ('expired' as const)
  return {
    id,
    email,
    status: memberId ? 'active' : open,
    invited_at: invitedAt,
    joined_at: joinedAt,
    expires_at: memberId ? null : isoOf(expiryOf(row)),
  }
}

/** Offers a seat. A second invitation to an address renews the first. Throws `seats_full`, `seat_shared`, `seat_taken`. */
async function invite(ctx: Context, email: string): Promise<Parsed<typeof SeatWithInvitation>> {
  return transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    await store.lockUser(tx.sql, userId)
    if (await store.findSeatOf(tx.sql, userId)) fail('seat_shared', {})
    const seats = await store.listSeats(tx.sql, userId)
    const earlier = seats.find((row) => row.email === email)
    if (earlier?.memberId) fail('seat_taken', { email })
    if (earlier) await store.removeSeat(tx.sql, userId, earlier.id)
    else if (seats.length >= MAX_SEATS) fail('seats_full', { limit: MAX_SEATS })
    const now = tx.clock.now()
    const row = { id: newId(), email, memberId: null, invitedAt: isoOf(now), joinedAt: null }
    await store.insertSeat(tx.sql, userId, row)
    if (earlier) recordChange(tx, 'seat', earlier.id, seatOf(earlier, now), null)
    recordChange(tx, 'seat', row.id, null, seatOf(row, now))
    const invitation = invitationOf(tx.vault, { ownerId: userId, id: row.id })
    return { ...seatOf(row, now), invitation, emailed: await emailInvitation(tx, row, invitation) }
  })
}

/** E-mails the invitation. False without a mail server: the owner must then pass it on. */
async function emailInvitation(tx: Transaction, row: store.SeatRow, invitation: string): Promise<boolean> {
  if (!tx.config.smtpUrl) return false
  const from = (await findProfile(tx.sql, tx.principal.userId))?.email ?? null
  await queueEmail(tx, { recipient: row.email, ...invitationEmail(from, invitation, row, tx.config) })
  return true
}

/** Removes a seat or an invitation. Other processes may still apply it for two seconds. Throws `seat_not_found`. */
async function withdraw(ctx: Context, id: string): Promise<{ deleted: true; id: string }> {
  if (!isId(id)) return fail('seat_not_found', { id })
  const answer = await transaction(ctx, async (tx) => {
    const row = await store.findSeatForUpdate(tx.sql, tx.principal.userId, id)
    if (!row) return fail('seat_not_found', { id })
    await store.removeSeat(tx.sql, tx.principal.userId, row.id)
    recordChange(tx, 'seat', row.id, seatOf(row, tx.clock.now()), null)
    return { deleted: true as const, id: row.id }
  })
  ctx.credentials.clear()
  return answer
}

/** Accepts an invitation. Accepting it again is no error. Throws `invitation_invalid`, or `seat_held` if the user has a seat already. */
async function join(ctx: Context, code: string): Promise<Membership> {
  const ref = readInvitation(ctx.vault, code)
  if (!ref || ref.ownerId === ctx.principal.userId) return fail('invitation_invalid', {})
  const taken = await transaction(ctx, async (tx) => {
    const memberId = tx.principal.userId
    // Locks the joining user first, so that two codes at the same time give one seat.
    await store.lockUser(tx.sql, memberId)
    const current = await membershipOf(tx)
    if (current?.id === ref.id) return current
    if (current) fail('seat_held', {})
    const row = await store.findSeatForUpdate(tx.sql, ref.ownerId, ref.id)
    const now = tx.clock.now()
    if (!row || row.memberId || expiryOf(row) <= now) return fail('invitation_invalid', {})
    await store.updateSeatTaken(tx.sql, { userId: ref.ownerId, id: row.id, memberId, at: isoOf(now) })
    const membership = (await membershipOf(tx)) ?? fail('invitation_invalid', {})
    recordChange(tx, 'membership', row.id, null, membership)
    return membership
  })
  ctx.credentials.clear()
  return taken
}

async function membershipOf({ sql, principal }: Pick<Context, 'sql' | 'principal'>) {
  const row = await store.findSeatOf(sql, principal.userId)
  return row && { id: row.id, owner: row.ownerEmail, email: row.email, joinedAt: row.joinedAt }
}

async function leave(ctx: Context): Promise<{ deleted: true; id: string }> {
  const answer = await transaction(ctx, async (tx) => {
    const row = await store.findSeatOf(tx.sql, tx.principal.userId)
    const current = await membershipOf(tx)
    if (!row || !current) return fail('seat_not_found', { id: 'of yours' })
    await store.removeSeat(tx.sql, row.ownerId, row.id)
    recordChange(tx, 'membership', row.id, current, null)
    return { deleted: true as const, id: row.id }
  })
  ctx.credentials.clear()
  return answer
}

interface SeatRef {
  ownerId: string
  id: string
}

const PREFIX = 'seat_'
const ID_BYTES = 16
const PROOF_BYTES = 16

const proofOf = (vault: Vault, ids: Buffer): Buffer =>
  createHmac('sha256', vault.deriveKey('seats')).update(ids).digest().subarray(0, PROOF_BYTES)

/** The invitation code of a seat. It never changes, and is invalid after the seat is taken or removed. */
function invitationOf(vault: Vault, { ownerId, id }: SeatRef): string {
  const ids = Buffer.concat([bytesOfId(ownerId), bytesOfId(id)])
  return PREFIX + Buffer.concat([ids, proofOf(vault, ids)]).toString('base64url')
}

function readInvitation(vault: Vault, code: string): SeatRef | undefined {
  const bytes = Buffer.from(code.trim().slice(PREFIX.length), 'base64url')
  if (!code.trim().startsWith(PREFIX) || bytes.length !== 2 * ID_BYTES + PROOF_BYTES) return undefined
  const ids = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), proofOf(vault, ids))) return undefined
  return { ownerId: idOfBytes(ids.subarray(0, ID_BYTES)), id: idOfBytes(ids.subarray(ID_BYTES)) }
}

/** `from` is the address of the plan's owner; null if they have none. */
function invitationEmail(from: string | null, invitation: string, row: store.SeatRow, config: Config) {
  const url = serviceUrl(config)
  return emailOf(`${from ?? 'Somebody'} offers you a seat`, [
    {
      text: `It gives your compensation intelligence keys at ${url} the Ultra tier. It is free for you, and you can give it up at any time.`,
    },
    {
      text: `Sign in at ${url}/settings first, or create an account there. Then accept the seat in a terminal:`,
      command: `crm seats join ${invitation}`,
    },
    { text: `Or: POST ${url}/api/account/seat with {"invitation": "${invitation}"}.` },
    {
      small: `The code is for you only and valid until ${isoOf(expiryOf(row)).slice(0, 10)}. If you did not expect an invitation, ignore this e-mail.`,
    },
  ])
}

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
