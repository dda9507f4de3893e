// Finds a board, reads it once, and adds it to the watched boards.
import { must } from '../kernel/narrow.ts'
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail, problem } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import type { Deleted } from '../kernel/schema.ts'
import {
  boardAt,
  boardElsewhere,
  boardName,
  boardNamed,
  boardsIn,
  hostOf,
  pageAddress,
  readBoardName,
  type Board,
} from './board.ts'
import { BoardFault, statusFault } from './fault.ts'
import { inTurn } from './host-turn.ts'
import { feed } from './systems/feed.ts'
import { readBoard, textOfAnswer, type BoardReading } from './reading.ts'
import { removeUndecided } from './store/postings.ts'
import * as store from './store/watches.ts'
import { MAX_WATCHES, type FoundBoard, type WatchIn } from './watch.ts'
import type { Criteria } from './criteria.ts'
import { parseUrl } from '../kernel/url.ts'

/** How soon a new board is first read for matches, so that the user can look at the board before. */
const FIRST_RUN_MS = 2 * MINUTE_MS
const PATIENCE_MS = 15_000

/** Finds and reads the board that a text names. Throws `board_not_found`, `board_unreadable`. */
export async function findBoard(ctx: Context, text: string) {
  const named = readBoardName(text)
  try {
    return await readFirst(ctx, named instanceof URL ? await boardOn(ctx, named) : named)
  } catch (error) {
    if (!(error instanceof BoardFault)) throw error
    if (error.isUnknown) return fail('board_not_found', { text: text.slice(0, 200), reason: error.message })
    throw problem('board_unreadable', { reason: error.message }, { cause: error })
  }
}

async function readFirst(ctx: Context, board: Board): Promise<{ board: Board; reading: BoardReading }> {
  try {
    const reading = await turnAt(ctx, hostOf(board), (turn) => readBoard(turn, board, null))
    return { board, reading: must(reading) }
  } catch (error) {
    const other = error instanceof BoardFault && error.isUnknown && boardElsewhere(board)
    if (!other) throw error
    return readFirst(ctx, other).catch(() => {
      throw error
    })
  }
}

async function turnAt<T>(ctx: Context, host: string, work: Parameters<typeof inTurn<T>>[3]): Promise<T> {
  const done = await inTurn(ctx, host, { patienceMs: PATIENCE_MS, signal: ctx.signal() }, work)
  if (done === null) throw new BoardFault(`${host} is being read by another process at the moment.`)
  return done
}

async function boardOn(ctx: Context, page: URL): Promise<Board> {
  const answer = await turnAt(ctx, page.host, (turn) =>
    turn.get(page.href, { accept: 'text/html, application/rss+xml, application/atom+xml', mostRedirects: 5 }),
  )
  if (answer.status !== 200) throw statusFault(page.host, answer.status)
  const text = textOfAnswer(answer)
  if (isFeed(text)) return { system: feed, token: answer.url }
  const moved = boardAt(new URL(answer.url))
  const boards = moved ? [moved] : boardsIn(text, answer.url)
  const [board, second] = boards
  if (board && !second) return board
  const names = boards.slice(0, 5).map(boardName).join(', ')
  const several = `The page shows several boards: ${names}. Name one of them.`
  const none = `The page ${page.href.slice(0, 200)} shows no board that is known.`
  throw new BoardFault(second ? several : none, { isUnknown: true })
}

/** A comment ends at its first `-->`. If it could go on behind it, each more comment would double the time. */
const isFeed = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^-]*(?:-(?!->)[^-]*)*-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/i.test(text)

/** A company name from a board's token: Acme Corp for `acme-corp`. For a feed, the name of its host. */
const companyOf = (token: string): string =>
  (parseUrl(token)?.hostname ?? token)
    .replace(/@\w+$/, '')
    .split(/[-_.]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .slice(0, 200)

export const foundBoard = ({ board, reading }: Awaited<ReturnType<typeof findBoard>>): FoundBoard => ({
  board: boardName(board),
  // If postings name their own employers, the feed's host is not the employer.
  company:
    reading.company ??
    (reading.postings.some(({ company }) => company) ? 'Unknown company' : companyOf(board.token)),
  page: pageAddress(board),
  postings: reading.postings.length,
})

const NOT_READ_YET = {
  ...{ etag: null, lastModified: null, digest: null, checkedAt: null, readAt: null },
  ...{ failures: 0, problem: null },
}

export async function addWatch(ctx: Context, input: WatchIn): Promise<store.WatchRow> {
  const { board: text, company, match = [], not = [], level = [] } = input
  const { place = [], minPay = null, timeZone = null } = input
  const found = await findBoard(ctx, text)
  const { board, company: named, postings } = foundBoard(found)
  return transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const now = tx.clock.now()
    if ((await store.countWatches(tx.sql, userId)) >= MAX_WATCHES)
      fail('watches_full', { limit: MAX_WATCHES })
    const watch: store.WatchRow = {
      ...{ userId, id: newId(), board, host: hostOf(found.board), company: company ?? named },
      criteria: { match, not, level: [...new Set(level)], place, minPay, timeZone },
      ...{ ...NOT_READ_YET, postings, dueAt: isoOf(now + FIRST_RUN_MS) },
      ...{ createdAt: isoOf(now), updatedAt: isoOf(now) },
    }
    if (!(await store.insertWatch(tx.sql, watch))) {
      const earlier = await store.findWatchOf(tx.sql, userId, board)
      fail('watch_exists', { board, id: earlier?.id ?? '' })
    }
    await removeUndecided(tx.sql, userId, board)
    recordChange(tx, 'board', watch.id, null, watchedOf(watch))
    return watch
  })
}

export type StoredWatch = Pick<store.WatchRow, 'id' | 'board' | 'company'> & Criteria

export const watchedOf = ({ id, board, company, criteria }: store.WatchRow): StoredWatch => ({
  ...{ id, board, company },
  ...criteria,
})

/** Watches a removed board again, and reads it from the start. False if it is already watched. */
export async function restoreWatch(tx: Transaction, { id, board, company, ...criteria }: StoredWatch) {
  const now = isoOf(tx.clock.now())
  const isRestored = await store.insertWatch(tx.sql, {
    ...{ userId: tx.principal.userId, id, board, host: hostOf(boardNamed(board)), company, criteria },
    ...{ ...NOT_READ_YET, postings: null, dueAt: now, createdAt: now, updatedAt: now },
  })
  if (isRestored) recordChange(tx, 'board', id, null, { id, board, company, ...criteria })
  return isRestored
}

/** Stops watching a board. Decisions about its postings are kept. */
export async function dropWatch(tx: Transaction, id: string): Promise<Deleted> {
  const { userId } = tx.principal
  const watch = await store.lockWatch(tx, id)
  await store.removeWatch(tx.sql, userId, watch.id)
  await removeUndecided(tx.sql, userId, watch.board)
  recordChange(tx, 'board', watch.id, watchedOf(watch), null)
  return { deleted: true, id: watch.id }
}
