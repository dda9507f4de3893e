// Sends new postings by e-mail, daily or weekly, through the outgoing queue. Each posting is in only one e-mail.
import { several } from '../kernel/amounts.ts'
import { recordChange, transaction } from '../database/transaction.ts'
import { contextFor } from '../identity/on-behalf.ts'
import { findProfile } from '../identity/user.ts'
import { DAY_MS, isoOf, MINUTE_MS, msOf, addDays, instantOf, wallTime } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { planIncludes } from '../kernel/family.ts'
import { Instant, zoneIn, type Parsed, objectSchema } from '../kernel/schema.ts'
import { queueEmail } from '../mail/queue.ts'
import { eachInTurn, type Worker } from '../background/worker.ts'
import { marketText, type Market } from './market.ts'
import { marketFinder } from './market-finder.ts'
import * as store from './store/digests.ts'
import { placeText } from './found-posting.ts'
import { serviceUrl, type Config } from '../config.ts'
import { emailOf } from '../mail/layout.ts'
import { payText } from '../reading/compensation.ts'

const STOP = 'To stop these e-mails: crm watch digest off.'

/** The stated pay, such as `USD 120,000 – 150,000 a year`; without one, the market's figures. */
const payLine = ({ pay }: store.MailedPosting, market: Market): string =>
  pay ? payText(pay) : ['states no clear pay', ...marketText(market)].join('; ')

function digestEmail(
  postings: readonly { posting: store.MailedPosting; market: Market }[],
  config: Config,
  isCut: boolean,
) {
  const list = postings.map(({ posting, market }) => ({
    name: `${posting.role}, ${posting.company}`,
    url: posting.url,
    lines: [
      placeText(posting.places.join('; ') || null, posting.workplace === 'remote') ?? [],
      payLine(posting, market),
    ].flat(),
  }))
  const next = `Accept or dismiss them with crm watch new, or ask an agent connected to ${serviceUrl(config)}.`
  const more = isCut ? 'More are new: the next e-mail has them. ' : ''
  const title = `${several(postings.length, 'new posting')} on the boards you watch`
  return emailOf(title, [{ list }, { text: more + next }, { small: STOP }])
}

const DAYS: Record<store.DigestRow['every'], number> = { daily: 1, weekly: 7 }
const MAX_POSTINGS = 50
const USERS_AT_ONCE = 50

export const Digest = objectSchema((z) => ({
  every: z.enum(store.INTERVALS).nullable().describe('null: no e-mails.'),
  nextAt: Instant().nullable().describe('An e-mail is sent only if there is something new.'),
  timeZone: z.string().nullable().describe('IANA name. E-mails come at the same time of day in this zone.'),
  to: z.string().nullable().describe('The address of your account.'),
  problem: z.string().nullable().describe('Why nothing can be sent.'),
}))
export type Digest = Parsed<typeof Digest>

export const DigestIn = objectSchema((z) => ({
  every: z.enum([...store.INTERVALS, 'off']).describe('How often; off sends none.'),
  timeZone: zoneIn(z).optional().describe('Yours; default: as set before, else UTC.'),
}))

const NO_ADDRESS = 'Your account has no e-mail address: nothing is sent.'
const NO_SERVER = 'This installation has no mail server (SMTP_URL): nothing is sent.'

export async function digestOf(ctx: Context): Promise<Digest> {
  const { sql, principal, config } = ctx
  const [row, user] = await Promise.all([
    store.findDigest(sql, principal.userId),
    findProfile(sql, principal.userId),
  ])
  const to = user?.email ?? null
  const problem = !to ? NO_ADDRESS : config.smtpUrl ? null : NO_SERVER
  return {
    ...{ every: row?.every ?? null, nextAt: row?.dueAt ?? null, timeZone: row?.timeZone ?? null },
    ...{ to, problem: row ? problem : null },
  }
}

/** Sets the interval, starting now. Setting the same value again changes nothing. */
export const setDigest = (ctx: Context, { every, timeZone }: Parsed<typeof DigestIn>): Promise<Digest> =>
  transaction(ctx, async (tx) => {
    const { sql, principal, clock } = tx
    const before = await digestOf(tx)
    const zone = timeZone ?? before.timeZone ?? 'UTC'
    if ((before.every ?? 'off') === every && (every === 'off' || before.timeZone === zone)) return before
    const now = clock.now()
    if (every === 'off') await store.removeDigest(sql, principal.userId)
    else {
      const chosen = { every, dueAt: isoOf(now), timeZone: zone, atMinute: minuteOf(now, zone) }
      const dueAt = nextAfter(chosen, now)
      await store.putDigest(sql, principal.userId, { ...chosen, dueAt }, isoOf(now))
    }
    const after = await digestOf(tx)
    recordChange(tx, 'watch', principal.userId, settingsOf(before), settingsOf(after))
    return after
  })

const settingsOf = ({ every, timeZone }: Digest) => ({ digest: every, timeZone })

export const digestWorker: Worker = {
  name: 'watch digests',
  everyMs: 5 * MINUTE_MS,
  async run(services, signal) {
    if (!services.config.smtpUrl) return 0
    const due = await store.listDueDigests(services.sql, isoOf(services.clock.now()), USERS_AT_ONCE)
    await eachInTurn(due, signal, async ({ userId }) => {
      const ctx = await contextFor(services, userId, 'watch')
      if (ctx) await mailNew(ctx)
    })
    return due.length
  },
}

/** Sends one user's new postings, and sets the next time. A user whose plan excludes watching gets no e-mail this time. */
async function mailNew(ctx: Context): Promise<void> {
  const marketOf = await marketFinder(ctx.intelligence)
  const { userId, tier } = ctx.principal
  await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const row = await store.claimDigest(tx.sql, userId, isoOf(now))
    if (!row) return
    const user = await findProfile(tx.sql, userId)
    const isEntitled = planIncludes(tier, 'ultra')
    const unmailed = isEntitled ? await store.claimUnmailed(tx.sql, userId, MAX_POSTINGS + 1) : []
    const postings = unmailed.slice(0, MAX_POSTINGS)
    if (postings.length && user?.email) {
      const shown = postings.map((posting) => ({ posting, market: marketOf(posting.role, posting.places) }))
      const letter = digestEmail(shown, tx.config, unmailed.length > MAX_POSTINGS)
      await queueEmail(tx, { recipient: user.email, ...letter })
      const ids = postings.map(({ id }) => id)
      await store.markMailed(tx.sql, userId, ids, isoOf(now))
    }
    const atMinute = row.atMinute ?? minuteOf(msOf(row.dueAt), row.timeZone)
    const next = { ...row, atMinute, dueAt: nextAfter({ ...row, atMinute }, now) }
    await store.putDigest(tx.sql, userId, next, isoOf(now))
  })
}

function minuteOf(at: number, timeZone: string): number {
  const { hour, minute } = wallTime(at, timeZone)
  return hour * 60 + minute
}

/** The next occurrence of the chosen local time, even across a clock change or a skipped time. */
export function nextAfter({ every, dueAt, timeZone, atMinute }: store.DigestRow, now: number): string {
  const last = wallTime(msOf(dueAt), timeZone)
  const due = atMinute === null ? last : { ...last, hour: Math.floor(atMinute / 60), minute: atMinute % 60 }
  const after = (times: number): number => instantOf(addDays(due, times * DAYS[every]), timeZone)
  let times = Math.max(1, Math.floor((now - msOf(dueAt)) / (DAYS[every] * DAY_MS)))
  while (after(times) <= now) times += 1
  return isoOf(after(times))
}
