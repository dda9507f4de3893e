// Limits wrong passwords per account and per network. Guesses from elsewhere never block a network from which the user has
// signed in. Unknown accounts count as well.
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Sql } from '../database/connect.ts'
import { DAY_MS, isoOf, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { removeOldSessions } from './store.ts'
import * as store from './store-attempts.ts'

/** Wrong passwords an hour for one account, from all networks together that are not familiar to the account. */
const MAX_PER_ACCOUNT = 20
/** Wrong passwords an hour from one network to all accounts. An account that has signed in from it has this limit for itself. */
const MAX_PER_NETWORK = 100
/** Sign-ups an hour from one network with an e-mail address that is taken. */
const MAX_PROBES = 20

/** Counts an attempt as failed, unless `succeeded` or `cancelled` is called. `userId`: null if unknown. Throws `guesses_limited`. */
export async function countAttempt(ctx: Context, email: string, userId: string | null) {
  const { sql, clock } = ctx
  const network = networkOf(ctx.address)
  const isFamiliar = await store.hasSignedIn(sql, userId, subjectOf(network))
  const at = isoOf(clock.now())
  const limits = isFamiliar
    ? [{ subject: subjectOf(`account ${email} ${network}`), max: MAX_PER_NETWORK }]
    : [{ subject: subjectOf(`account ${email}`), max: MAX_PER_ACCOUNT }, networkLimit(ctx)]
  const countedLimits: store.AttemptLimit[] = []
  const takeBack = async (): Promise<void> => {
    for (const { subject } of countedLimits) await store.updateAttemptRemoved(sql, subject, at)
  }
  // One after another: an attempt on a blocked account must not count against the network.
  for (const limit of limits) {
    await count(ctx, limit, at).catch(async (error: unknown) => {
      await takeBack()
      throw error
    })
    countedLimits.push(limit)
  }
  return {
    /** The password was right: the attempt does not count, and the account remembers the network. */
    async succeeded(user: string): Promise<void> {
      await takeBack()
      await rememberNetwork(ctx, user)
    },
    /** The password was not checked, so the attempt does not count. */
    cancelled: takeBack,
  }
}

/** Remembers the network for the account, so that guesses from elsewhere do not block it. */
export async function rememberNetwork({ sql, clock, address }: Context, userId: string): Promise<void> {
  await store.upsertSignIn(sql, userId, subjectOf(networkOf(address)), isoOf(clock.now()))
}

const networkLimit = ({ address }: Context): store.AttemptLimit => ({
  subject: subjectOf(`address ${networkOf(address)}`),
  max: MAX_PER_NETWORK,
})

const probeLimit = ({ address }: Context): store.AttemptLimit => ({
  subject: subjectOf(`probe ${networkOf(address)}`),
  max: MAX_PROBES,
})

export const countProbe = (ctx: Context): Promise<void> => count(ctx, probeLimit(ctx), isoOf(ctx.clock.now()))

/** Throws `guesses_limited` if the network has guessed too often. Counts nothing. */
export async function refuseBlockedNetwork(ctx: Context): Promise<void> {
  for (const limit of [probeLimit(ctx), networkLimit(ctx)])
    await refuseBlocked(ctx, limit, isoOf(ctx.clock.now()))
}

async function count(ctx: Context, limit: store.AttemptLimit, now: string): Promise<void> {
  if (await store.insertAttempt(ctx.sql, limit, now)) return
  await refuseBlocked(ctx, limit, now)
}

async function refuseBlocked(ctx: Context, limit: store.AttemptLimit, now: string): Promise<void> {
  const block = await store.findBlock(ctx.sql, limit, now)
  if (!block?.until) return
  const seconds = Math.max(1, Math.ceil((msOf(block.until) - ctx.clock.now()) / SECOND_MS))
  fail('guesses_limited', { seconds }, { retryAfterSeconds: seconds })
}

const subjectOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** An IPv4 address, or the /64 prefix of an IPv6 address, which usually belongs to one customer. */
export function networkOf(address: string | undefined): string {
  const ip = (address ?? 'local').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(ip)) return ip
  const [front = '', back] = ip.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back ? back.split(':') : []
  const zeros = back === undefined ? 0 : 8 - head.length - tail.length - (ip.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

const FAMILIAR_MS = 400 * DAY_MS

export async function deleteOldSignIns(sql: Sql, now: number): Promise<void> {
  await removeOldSessions(sql, isoOf(now))
  await store.removeOldAttempts(sql, isoOf(now - DAY_MS))
  await store.removeOldSignIns(sql, isoOf(now - FAMILIAR_MS))
}
