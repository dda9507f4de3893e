// How often somebody may be wrong: per account and address, and per address; never per account alone, which would let
// anybody lock anybody out.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import * as store from './store.ts'

/** The first block, and the rest after which counting starts anew. */
const REST_MS = 15 * MINUTE_MS
const MOST_PER_ACCOUNT_AND_ADDRESS = 5
const MOST_PER_ADDRESS = 20

export interface Guess {
  /** The guess was right: the account is clean again from here, and the address has one failure less. */
  right(): Promise<void>
  /** The guess was never checked, so it does not count. */
  unchecked(): Promise<void>
}

/** Counts a guess as wrong until it is said to be right. Throws `guesses_limited` with the wait. */
export async function guess(ctx: Context, email: string): Promise<Guess> {
  const from = networkOf(ctx.address)
  const account = subjectOf(`account ${email} ${from}`)
  const address = subjectOf(`address ${from}`)
  // One after the other: a blocked account must not use up its address.
  await count(ctx, account, MOST_PER_ACCOUNT_AND_ADDRESS)
  await count(ctx, address, MOST_PER_ADDRESS)
  const takeBack = (subject: Buffer, most: number) => store.updateGuessTakenBack(ctx.sql, subject, most)
  return {
    async right() {
      await Promise.all([store.removeGuesses(ctx.sql, account), takeBack(address, MOST_PER_ADDRESS)])
    },
    async unchecked() {
      await Promise.all([
        takeBack(account, MOST_PER_ACCOUNT_AND_ADDRESS),
        takeBack(address, MOST_PER_ADDRESS),
      ])
    },
  }
}

/** Counts an attempt of an address alone, such as asking which e-mail addresses are taken. */
export const guessFromAddress = (ctx: Context): Promise<void> =>
  count(ctx, subjectOf(`address ${networkOf(ctx.address)}`), MOST_PER_ADDRESS)

/** Throws `guesses_limited` while the address is blocked; counts nothing. */
export const refuseBlockedAddress = (ctx: Context): Promise<void> =>
  refuseBlocked(ctx, subjectOf(`address ${networkOf(ctx.address)}`))

async function count(ctx: Context, subject: Buffer, most: number): Promise<void> {
  const now = isoOf(ctx.clock.now())
  if (await store.insertGuess(ctx.sql, { subject, most, restMs: REST_MS, now })) return
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

/** An IPv4 address, or the /64 of an IPv6 address: whoever has one of its addresses has them all. */
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
