// Throttles failed sign-ins per account and address, and per address; never per account alone, which would
// let anyone lock a user out.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import * as store from './store.ts'

/** The length of the first block, and the time without attempts after which counting restarts. */
const FIRST_BLOCK_MS = 15 * MINUTE_MS
const MAX_PER_ACCOUNT_AND_ADDRESS = 5
const MAX_PER_ADDRESS = 20

interface SignInAttempt {
  /**
   * The password was right: clears the account's failures from this address, and removes one from the
   * address's count.
   */
  succeeded(): Promise<void>
  /** The password was not checked, so the attempt does not count. */
  cancelled(): Promise<void>
}

/** Counts an attempt as failed until `succeeded` is called. Throws `guesses_limited` with the retry delay. */
export async function countAttempt(ctx: Context, email: string): Promise<SignInAttempt> {
  const from = networkOf(ctx.address)
  const account = subjectOf(`account ${email} ${from}`)
  const address = subjectOf(`address ${from}`)
  // Sequentially, so that attempts on a blocked account do not count against the address.
  await count(ctx, account, MAX_PER_ACCOUNT_AND_ADDRESS)
  await count(ctx, address, MAX_PER_ADDRESS)
  const takeBack = (subject: Buffer, max: number) => store.updateAttemptRefunded(ctx.sql, subject, max)
  return {
    async succeeded() {
      await Promise.all([store.removeAttempts(ctx.sql, account), takeBack(address, MAX_PER_ADDRESS)])
    },
    async cancelled() {
      await Promise.all([takeBack(account, MAX_PER_ACCOUNT_AND_ADDRESS), takeBack(address, MAX_PER_ADDRESS)])
    },
  }
}

/** Counts an attempt against the address alone, such as probing for registered e-mail addresses. */
export const countAddressAttempt = (ctx: Context): Promise<void> =>
  count(ctx, subjectOf(`address ${networkOf(ctx.address)}`), MAX_PER_ADDRESS)

/** Throws `guesses_limited` while the address is blocked; counts nothing. */
export const refuseBlockedAddress = (ctx: Context): Promise<void> =>
  refuseBlocked(ctx, subjectOf(`address ${networkOf(ctx.address)}`))

async function count(ctx: Context, subject: Buffer, max: number): Promise<void> {
  const now = isoOf(ctx.clock.now())
  if (await store.insertAttempt(ctx.sql, { subject, max, restMs: FIRST_BLOCK_MS, now })) return
  await refuseBlocked(ctx, subject)
}

async function refuseBlocked(ctx: Context, subject: Buffer): Promise<void> {
  const until = await store.findBlock(ctx.sql, subject)
  const waitMs = until === null ? 0 : msOf(until) - ctx.clock.now()
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / SECOND_MS)
  fail('guesses_limited', { seconds }, { retryAfterSeconds: seconds })
}

const subjectOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** An IPv4 address, or the /64 prefix of an IPv6 address, which usually belongs to one customer. */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? 'local').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [front = '', back] = plain.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back ? back.split(':') : []
  const zeros = back === undefined ? 0 : 8 - head.length - tail.length - (plain.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
