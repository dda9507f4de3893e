// Stores the postings read from a board. `run.ts` stores the watch in the same transaction, so that no run reports a posting twice.
import { listIn } from '../kernel/narrow.ts'
import { hash } from 'node:crypto'
import { emit, type Transaction } from '../database/transaction.ts'
import { urlKeyOf } from '../jobs/canonical-url.ts'
import { titleWords, levelOf } from '../jobs/names.ts'
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import type { FoundPosting } from './found-posting.ts'
import type { BoardReading } from './reading.ts'
import type { WatchRow } from './store/watches.ts'
import * as store from './store/postings.ts'
import { trackedFinder } from './tracked.ts'
import { whyItFits, type MatchKnowledge } from './criteria.ts'

/** An opening that returns within this time under another id is a repost. */
const REPOST_MS = 90 * DAY_MS
const MAX_NAMED = 50

const digestOf = ({ role, places, workplace, url, pay, text }: FoundPosting): Buffer =>
  hash('sha256', JSON.stringify([role, places, workplace, url, pay, text]), 'buffer')

const openingOf = (role: string): string => `${titleWords(role).join(' ')} ${levelOf(role)}`

const sharePlace = (one: store.KnownPosting, other: FoundPosting): boolean =>
  one.places.length === 0 ||
  other.places.length === 0 ||
  one.places.some((place) => other.places.includes(place))

/** Finds the unlisted posting that another one repeats. By title, because a board may replace thousands of postings at once. */
function repostFinder(unlisted: ReadonlySet<store.KnownPosting>, now: number) {
  const byOpening = new Map<string, store.KnownPosting[]>()
  for (const each of unlisted) {
    if (each.closedAt !== null && now - msOf(each.closedAt) >= REPOST_MS) continue
    listIn(byOpening, openingOf(each.role)).push(each)
  }
  return (posting: FoundPosting): store.KnownPosting | undefined => {
    const same = byOpening.get(openingOf(posting.role))
    return same?.find((earlier) => unlisted.has(earlier) && sharePlace(earlier, posting))
  }
}

export async function recordFound(
  tx: Transaction,
  watch: WatchRow,
  reading: BoardReading,
  knowledge: MatchKnowledge,
) {
  const userId = tx.principal.userId
  const now = isoOf(tx.clock.now())
  const known = await store.listKnown(tx.sql, userId, watch.board)
  const byId = new Map(known.map((posting) => [posting.externalId, posting]))
  const listed = new Set(reading.postings.map(({ externalId }) => externalId))
  const unlisted = new Set(known.filter(({ externalId }) => reading.isComplete && !listed.has(externalId)))
  const company = reading.company ?? watch.company
  const fitting = reading.postings.flatMap((posting) => {
    const why = byId.has(posting.externalId)
      ? []
      : whyItFits({ ...posting, company: posting.company ?? company }, watch.criteria, knowledge)
    return why === null ? [] : [{ posting, why }]
  })
  const unknown = fitting.map(({ posting }) => posting).filter(({ externalId }) => !byId.has(externalId))
  const trackedAs = await trackedFinder(tx, company, unknown)
  const repostOf = repostFinder(unlisted, tx.clock.now())
  const newPostings: store.WrittenPosting[] = []
  for (const { posting, why } of fitting) {
    const knownPosting = byId.get(posting.externalId)
    if (knownPosting) await updateKnown(tx, knownPosting, posting, now)
    else {
      const earlier = repostOf(posting)
      const tracked = trackedAs(posting)
      const found = { why, company: posting.company ?? company, board: watch.board }
      const row = rowOf(posting, found, now)
      const state = tracked?.how === 'same' ? ('accepted' as const) : ('new' as const)
      const written = { ...row, state, jobId: tracked?.jobId ?? null }
      if (earlier) {
        unlisted.delete(earlier)
        await store.updatePosting(tx.sql, userId, {
          ...{ ...written, id: earlier.id, state: earlier.state },
          jobId: earlier.jobId ?? written.jobId,
        })
      } else {
        await store.insertPosting(tx.sql, userId, written)
        if (written.state === 'new') newPostings.push(written)
      }
    }
  }
  const closed = [...unlisted].filter(({ closedAt }) => closedAt === null).map(({ id }) => id)
  if (closed.length) await store.closePostings(tx.sql, userId, closed, now)
  if (newPostings.length) announce(tx, watch, newPostings)
  return { new: newPostings.length, closed: closed.length }
}

const rowOf = (
  { text: body, ...posting }: FoundPosting,
  found: Pick<store.WrittenPosting, 'why' | 'company' | 'board'>,
  now: string,
): store.WrittenPosting => ({
  ...{ ...posting, ...found, id: newId(), body, digest: digestOf({ text: body, ...posting }), state: 'new' },
  ...{ jobId: null, urlKey: urlKeyOf(posting.url), firstSeenAt: now, closedAt: null, updatedAt: now },
})

async function updateKnown(tx: Transaction, known: store.KnownPosting, posting: FoundPosting, now: string) {
  const userId = tx.principal.userId
  const urlKey = urlKeyOf(posting.url)
  const isKeyed = urlKey === null || known.urlKey?.equals(urlKey)
  if (isKeyed && digestOf(posting).equals(known.digest)) {
    if (known.closedAt !== null) await store.reopenPostings(tx.sql, userId, [known.id])
    return
  }
  await store.updateFacts(tx.sql, userId, known.id, {
    ...{ role: posting.role, places: posting.places, workplace: posting.workplace, url: posting.url },
    ...{ urlKey, pay: posting.pay, body: posting.text, digest: digestOf(posting), updatedAt: now },
  })
}

function announce(
  tx: Transaction,
  { board, company }: WatchRow,
  newPostings: readonly store.WrittenPosting[],
): void {
  // Each with its own employer: a feed may list many.
  const postings = newPostings.slice(0, MAX_NAMED).map(({ places, ...found }) => ({
    ...{ id: found.id, board, externalId: found.externalId, company: found.company, role: found.role },
    ...{ location: places.join('; ') || null, url: found.url, pay: found.pay },
  }))
  emit(tx, 'postings.found', { board, company, count: newPostings.length, postings })
}
