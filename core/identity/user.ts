// Makes the API's user from a row, and reads the input for a new one.
import type { Sql } from '../database/connect.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { isoOf, localZone } from '../kernel/clock.ts'
import type { Context, Services } from '../kernel/context.ts'
import type { Tier } from '../kernel/family.ts'
import { words } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { effectiveTier } from './principal.ts'
import type { User, UserProfile } from './records.ts'
import { findSharer, findUser, updatePaidTier, type UserRow } from './store.ts'

const MAX_EMAIL_CHARACTERS = 254
/** Finds typing errors. Only an e-mail to an address can prove that the address exists. */
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}.]+(?:\.[^\s@\p{C}.]+)+$/u

/** The normalised e-mail address; null if it is invalid. */
export function readEmail(text: string): string | null {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(email) ? email : null
}

export const emailIn = (z: Zod) =>
  z
    .string()
    .refine((text) => readEmail(text) !== null, 'is not an e-mail address')
    .transform((text) => readEmail(text) ?? text)
    .meta({ format: 'email', 'x-transforms': true })

export const passwordIn = (z: Zod) =>
  z.string().min(8, 'is shorter than 8 characters').max(200, 'is longer than 200 characters')

export const nameIn = (z: Zod) =>
  words(z, 200)
    .transform((name) => name.trim())
    .meta({ 'x-transforms': true })

export const userOf = (row: UserRow): User => ({ ...profileOf(row), createdAt: row.createdAt })

export function profileOf({ id, email, name, tier, admin }: UserRow): UserProfile {
  return { id, email, name, tier: effectiveTier({ tier, admin }), admin }
}

export async function findProfile(sql: Sql, userId: string): Promise<UserProfile | undefined> {
  const row = await findUser(sql, userId)
  return row && profileOf(row)
}

/** The tier of a user's keys. If somebody shares a plan with the user, the keys spend that person's quota (`quotaOf`). */
export async function keyPlan({ sql, clock }: Pick<Services, 'sql' | 'clock'>, userId: string, tier: Tier) {
  const sharer = await findSharer(sql, userId, clock.now())
  return sharer ? { tier: 'ultra' as const, quotaOf: sharer.userId } : { tier, quotaOf: null }
}

export async function timeZoneOf(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ timeZone: string | null }[]>`select time_zone from users where id = ${userId}`
  return row?.timeZone ?? null
}

/** The time zone of a user's dates. In the local terminal: this machine's. Over HTTP: the one that the user set, else the server's. */
export const zoneOf = async ({ sql, principal }: Pick<Context, 'sql' | 'principal'>): Promise<string> =>
  (principal.credential.kind === 'local' ? null : await timeZoneOf(sql, principal.userId)) ?? localZone()

export async function setTimeZone(tx: Transaction, timeZone: string): Promise<{ timeZone: string }> {
  const { userId } = tx.principal
  const before = await timeZoneOf(tx.sql, userId)
  await tx.sql`
    update users set time_zone = ${timeZone}, updated_at = ${isoOf(tx.clock.now())} where id = ${userId}`
  recordChange(tx, 'user', userId, { timeZone: before }, { timeZone })
  return { timeZone }
}

export async function setPaidTier(tx: Transaction, { tier, until }: { tier: Tier; until: string | null }) {
  const { userId } = tx.principal
  const before = await updatePaidTier(tx.sql, userId, { tier, until })
  if (before && before.tier !== tier) recordChange(tx, 'plan', userId, { paid: before.tier }, { paid: tier })
  // Clears cached credentials now. A request at the same time may still be checked against the old plan.
  tx.credentials.clear()
}
