// The calendar feed: a secret URL per user that serves events and recent cancellations.
import { hash } from 'node:crypto'
import { serviceUrl } from '../config.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { findProfile } from '../identity/user.ts'
import { mintSecret, readSecret } from '../identity/secret-text.ts'
import { DAY_MS, HOUR_MS, isoOf } from '../kernel/clock.ts'
import type { Context, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { planIncludes, stoppedByPlan } from '../kernel/family.ts'
import { Id, Instant, words, type Parsed, objectSchema, type Deleted } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { writeIcs } from './ics.ts'
import * as store from './store.ts'

const PREFIX = 'cal_'
const DEFAULT_NAME = 'Job search'
/** How far back the feed includes events. */
const SHOWN_MS = 400 * DAY_MS
export const CANCELLED_MS = 30 * DAY_MS
const MAX_EVENTS = 5_000

export const Feed = objectSchema((z) => ({
  id: Id().nullable(),
  url: z.string().nullable().describe('Anyone with this URL can read your calendar; null if there is none.'),
  name: z.string().nullable().describe('The calendar’s name.'),
  createdAt: Instant().nullable(),
  lastReadAt: Instant().nullable().describe('To the hour.'),
  stoppedReason: z
    .string()
    .nullable()
    .describe('Why calendar programs are refused; null while they are served.'),
}))
export type Feed = Parsed<typeof Feed>

export const FeedIn = objectSchema((z) => ({
  name: words(z, 100).optional().describe(`Default: ${DEFAULT_NAME}.`),
}))
export type FeedIn = Parsed<typeof FeedIn>

const NO_FEED: Feed = {
  ...{ id: null, url: null, name: null, createdAt: null, lastReadAt: null, stoppedReason: null },
}

const sealOwner = (userId: string): string => `calendar-feed|${userId}`

/** The URL is made from the encrypted secret whenever it is shown. No stored response contains it. */
export function feedOf({ vault, config, principal }: Context, { sealed, ...rest }: store.FeedRow): Feed {
  const secret = vault.open(Buffer.from(sealed, 'base64'), sealOwner(principal.userId))
  return {
    url: `${serviceUrl(config)}/calendar/${secret}.ics`,
    ...rest,
    stoppedReason: stoppedByPlan(principal.tier),
  }
}

export async function myFeed(ctx: Context): Promise<Feed> {
  const row = await store.findFeed(ctx.sql, ctx.principal.userId)
  return row ? feedOf(ctx, row) : NO_FEED
}

/** Creates the feed. A feed that exists gets a new secret URL, and the old URL stops working. */
export async function createFeed(tx: Transaction, { name }: FeedIn): Promise<store.FeedRow> {
  const { userId } = tx.principal
  const before = await store.findFeed(tx.sql, userId)
  const { text, hash, lastFour } = mintSecret(PREFIX)
  const title = name?.trim() ?? before?.name ?? DEFAULT_NAME
  const shown = { id: newId(), name: title, createdAt: isoOf(tx.clock.now()) }
  const sealed = tx.vault.seal(text, sealOwner(userId)).toString('base64')
  const feed = { ...shown, lastReadAt: null, sealed }
  await store.replaceFeed(tx.sql, userId, hash, feed)
  recordChange(tx, 'feed', feed.id, null, { ...shown, lastFour })
  return feed
}

export async function deleteFeed(tx: Transaction): Promise<Deleted> {
  const { id } = (await store.removeFeed(tx.sql, tx.principal.userId)) ?? fail('feed_not_found', {})
  recordChange(tx, 'feed', id, { id }, null)
  return { deleted: true, id }
}

export const deleteOldCancellations = store.removeCancellations

const FEED_STOPPED =
  'The subscription works again, at the same address, with that plan; it can be revoked at /settings or with crm calendar feed --revoke.'

/** The events of a feed. Undefined for an unknown secret. Throws `plan_required` if the owner's plan is below Ultra. */
export async function readFeed({ sql, clock }: Pick<Services, 'sql' | 'clock'>, secret: string) {
  const read = readSecret(secret, PREFIX)
  const feed = read.kind === 'ok' ? await store.findFeedByHash(sql, read.hash) : undefined
  if (!feed) return undefined
  const tier = (await findProfile(sql, feed.userId))?.tier ?? 'free'
  if (!planIncludes(tier, 'ultra')) fail('plan_required', { plan: 'ultra', tier }, { hint: FEED_STOPPED })
  const now = clock.now()
  const [events, cancelled] = await Promise.all([
    store.listFeedEvents(sql, feed.userId, isoOf(now - SHOWN_MS), MAX_EVENTS),
    store.listCancelled(sql, feed.userId, isoOf(now - CANCELLED_MS)),
    store.noteRead(sql, feed.userId, isoOf(now), isoOf(now - HOUR_MS)),
  ])
  const text = writeIcs([...events.toReversed(), ...cancelled], { name: feed.name, refreshHours: 1 })
  return { id: feed.userId, text, etag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"` }
}
