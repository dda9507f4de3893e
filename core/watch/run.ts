// Runs watches: reads each board once for all its watchers, and records the result.
import { must } from '../kernel/narrow.ts'
import { transaction } from '../database/transaction.ts'
import { contextFor } from '../identity/on-behalf.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS, msOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services, Context } from '../kernel/context.ts'
import { planIncludes } from '../kernel/family.ts'
import { boardNamed, boardName } from './board.ts'
import { BoardFault } from './fault.ts'
import { recordFound } from './found.ts'
import { hoursReader } from './hours.ts'
import { inTurn, isAhead, TurnLostError, type HostTurn } from './host-turn.ts'
import { findHost } from './store/hosts.ts'
import { marketFinder } from './market-finder.ts'
import { areaReader, placeFinder } from './place.ts'
import { levelReader } from './seniority.ts'
import { readBoard, type BoardReading, type Validators } from './reading.ts'
import * as store from './store/watches.ts'
import type { BoardReport } from './watch.ts'
import { boardOfJob, observe, remember, checkJobs } from './liveness.ts'
import * as tracked from './store/liveness.ts'
import { listTracked, type TrackedPosting } from './store/liveness.ts'
import { eachInTurn, type Worker } from '../background/worker.ts'

async function jobsOn(ctx: Context, board: string): Promise<TrackedPosting[]> {
  const { system, token } = boardNamed(board)
  if (system.isPartial || system.hasUnlisted) return []
  const like = token.replace(/@\w+$/, '')
  const jobs = await listTracked(ctx.sql, ctx.principal.userId, { on: { board, like } })
  return jobs.filter((job) => {
    const found = boardOfJob(job)
    return found !== undefined && boardName(found).replace(/@\w+$/, '') === board.replace(/@\w+$/, '')
  })
}

async function observeTracked(ctx: Context, board: string, reading: BoardReading): Promise<number> {
  const jobs = await jobsOn(ctx, board)
  const seen = observe(reading, board)
  for (const job of jobs) await remember(ctx, job, seen(job))
  return jobs.length
}

/** For a board that is unchanged: confirms that the postings that were missing are still missing. */
async function confirmMissing(ctx: Context, board: string): Promise<void> {
  for (const job of await jobsOn(ctx, board))
    if (job.missingAt !== null && job.goneAt === null)
      await remember(ctx, job, { state: 'absent', why: 'its board no longer lists it' })
}

const INTERVAL_MS = 6 * HOUR_MS
const PAUSES_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS]

/** ± 20 %, to spread the boards over the interval. */
const jitter = (): number => 0.8 + 0.4 * Math.random()

const pauseAfter = (failures: number): number =>
  PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? INTERVAL_MS

type ReadingOutcome = { reading: BoardReading | null } | { fault: BoardFault }

export async function runBoard(services: Services, turn: HostTurn, watches: readonly store.WatchRow[]) {
  const [first] = watches
  if (!first) return []
  const outcome = await outcomeOf(services, turn, first.board, commonValidators(watches))
  const reports: BoardReport[] = []
  // All watchers get the same factor, so that their next runs are due together.
  const moment = { now: services.clock.now(), factor: jitter() }
  for (const watch of watches)
    reports.push(
      await recordOutcome(services, watch, outcome, moment).catch((error: unknown) => {
        services.log.warn({ error, board: watch.board }, 'What a board says could not be stored.')
        return recordOutcome(services, watch, { fault: new BoardFault(NOT_STORED, { cause: error }) }, moment)
      }),
    )
  return reports
}

const NOT_STORED = 'What the board says could not be stored: it is read again later.'

async function outcomeOf(services: Services, turn: HostTurn, board: string, known: Validators | null) {
  try {
    return { reading: await readBoard(turn, boardNamed(board), known) }
  } catch (error) {
    if (error instanceof TurnLostError) throw error
    if (error instanceof BoardFault) return { fault: error }
    services.log.warn({ error, board }, 'A board could not be read.')
    return {
      fault: new BoardFault('The board could not be read: its answer broke the reader.', { cause: error }),
    }
  }
}

/** The validators for a conditional request, if all watchers have the same ones. */
function commonValidators(watches: readonly store.WatchRow[]): Validators | null {
  const [first, ...others] = watches
  const digest = first?.digest
  if (!first || !digest) return null
  return others.every((other) => other.digest?.equals(digest)) ? first : null
}

async function recordOutcome(
  services: Services,
  watch: store.WatchRow,
  outcome: ReadingOutcome,
  { now, factor }: { now: number; factor: number },
): Promise<BoardReport> {
  const { board } = watch
  const report = { board, found: watch.postings ?? 0, new: 0, closed: 0, error: null }
  const ctx = await contextFor(services, watch.userId, 'watch')
  const checked = { ...watch, checkedAt: isoOf(now) }
  if (!ctx) return report
  if ('fault' in outcome) {
    const { message, until } = outcome.fault
    const failures = watch.failures + (until ? 0 : 1)
    const dueAt = isoOf(until ? msOf(until) + MINUTE_MS * factor : now + pauseAfter(failures) * factor)
    await store.updateReading(services.sql, watch, { ...checked, dueAt, failures, problem: message })
    return { ...report, error: message }
  }
  const reading = outcome.reading && withEmptyConfirmed(outcome.reading, watch, now)
  const dueAt = isoOf(now + INTERVAL_MS * factor)
  const read = { ...checked, dueAt, readAt: checked.checkedAt, failures: 0, problem: null }
  if (!reading) {
    await confirmMissing(ctx, watch.board)
    await store.updateReading(services.sql, watch, read)
    return report
  }
  const observed = await observeTracked(ctx, watch.board, reading)
  if (observed) services.log.debug({ board, observed }, 'Tracked jobs were looked at.')
  const { words } = await services.intelligence.fullDataset()
  const places = placeFinder(areaReader(words))
  const hours = hoursReader(now, (office) => places.country(office))
  const [levels, market] = [levelReader(words), await marketFinder(services.intelligence)]
  const knowledge = { levels, places, hours, market }
  const found = await transaction(ctx, async (tx) => {
    const current = await store.findWatchForUpdate(tx.sql, watch.userId, watch.id)
    if (!current) return { new: 0, closed: 0 }
    const recorded = await recordFound(tx, current, reading, knowledge)
    const postings = reading.postings.length
    // Without validators, the next run reads the whole board. After an empty or incomplete reading, an “unchanged”
    // answer would confirm postings as missing.
    const keepsValidators = reading.isComplete || boardNamed(watch.board).system.isPartial
    const { etag, lastModified, digest } = keepsValidators ? reading : NO_VALIDATORS
    await store.updateReading(tx.sql, watch, { ...read, postings, etag, lastModified, digest })
    return recorded
  })
  return { ...report, found: reading.postings.length, ...found }
}

const NO_VALIDATORS: Validators = { etag: null, lastModified: null, digest: null }

/** Accepts an empty list as complete only on a second day, and never from systems that return one for unknown boards. */
function withEmptyConfirmed(reading: BoardReading, watch: store.WatchRow, now: number): BoardReading {
  const isEmpty = reading.postings.length === 0 && watch.postings === 0
  const isOlder = watch.readAt !== null && watch.readAt.slice(0, 10) < isoOf(now).slice(0, 10)
  const { isEmptyUnclear = false, isPartial = false } = boardNamed(watch.board).system
  return isEmpty && isOlder && !isEmptyUnclear && !isPartial ? { ...reading, isComplete: true } : reading
}

const HOSTS_AT_ONCE = 4
const HOSTS_IN_RUN = 50
const DUE_AT_ONCE = 50

async function runDue(services: Services, signal: AbortSignal): Promise<number> {
  const now = () => isoOf(services.clock.now())
  const hosts = await store.listDueHosts(services.sql, now(), HOSTS_IN_RUN)
  let boardsRead = 0
  await someAtOnce(hosts, async ({ host }) => {
    if (signal.aborted) return
    const count = await inTurn(services, host, { patienceMs: 0, signal }, (turn) =>
      runDueOfHost(services, turn, host, signal),
    )
    boardsRead += count ?? 0
  })
  return boardsRead
}

async function someAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, worker))
}

async function runDueOfHost(services: Services, turn: HostTurn, host: string, signal: AbortSignal) {
  const due = await store.listDue(services.sql, host, isoOf(services.clock.now()), DUE_AT_ONCE)
  let boardsRead = 0
  for (const board of [...new Set(due.map((watch) => watch.board))]) {
    if (signal.aborted) break
    const ofBoard = due.filter((watch) => watch.board === board)
    const reports = await runBoard(services, turn, await entitled(services, ofBoard))
    boardsRead += 1
    // If a host asked for a pause, its other boards wait too.
    const isFault = reports.some(({ error }) => error)
    if (isFault && isAhead(services, (await findHost(services.sql, host))?.freeAt)) break
  }
  return boardsRead
}

async function entitled(services: Services, watches: readonly store.WatchRow[]): Promise<store.WatchRow[]> {
  const allowed: store.WatchRow[] = []
  for (const watch of watches) {
    const ctx = await contextFor(services, watch.userId, 'watch')
    if (ctx && planIncludes(ctx.principal.tier, 'ultra')) allowed.push(watch)
    else {
      const dueAt = isoOf(services.clock.now() + INTERVAL_MS * jitter())
      await store.updateReading(services.sql, watch, {
        ...{ ...watch, checkedAt: watch.checkedAt ?? watch.createdAt, dueAt },
        problem: 'Your plan does not include watching boards.',
      })
    }
  }
  return allowed
}

const PATIENCE_MS = 20_000

export async function runNow(services: Services, watches: readonly store.WatchRow[], signal: AbortSignal) {
  const queues = [...new Set(watches.map(({ host }) => host))].map((host) =>
    watches.filter((watch) => watch.host === host),
  )
  const reports: BoardReport[] = []
  await someAtOnce(queues, async (queue) => {
    reports.push(...(await runQueue(services, queue, signal)))
  })
  const order = new Map(watches.map(({ board }, at) => [board, at]))
  return reports.sort((a, b) => (order.get(a.board) ?? 0) - (order.get(b.board) ?? 0))
}

async function runQueue(services: Services, queue: readonly store.WatchRow[], signal: AbortSignal) {
  const reports: BoardReport[] = []
  const host = must(queue[0]).host
  const done = await inTurn(services, host, { patienceMs: PATIENCE_MS, signal }, async (turn) => {
    for (const { userId, id } of queue) {
      const watch = signal.aborted ? undefined : await store.findWatch(services.sql, userId, id)
      if (watch) reports.push(...(await runBoard(services, turn, [watch])))
    }
    return true
  })
  if (done) return reports
  const error = `${host} is being read by another process at the moment.`
  return queue.map(({ board, postings }) => ({ board, found: postings ?? 0, new: 0, closed: 0, error }))
}

export const watchWorker: Worker = {
  name: 'watch',
  everyMs: 15 * SECOND_MS,
  run: runDue,
}

const JOBS_AT_ONCE = 50
const USERS_AT_ONCE = 10
const ENROLLED_AT_ONCE = 500

/** Checks the postings of open jobs once a day, for users whose plan includes it. */
export const livenessWorker: Worker = {
  name: 'liveness',
  everyMs: 10 * MINUTE_MS,
  async run(services, signal) {
    const now = isoOf(services.clock.now())
    await tracked.enqueueUnchecked(services.sql, now, ENROLLED_AT_ONCE)
    let checked = 0
    const users = await tracked.listDueUsers(services.sql, now, USERS_AT_ONCE)
    await eachInTurn(users, signal, async ({ userId }) => {
      const ctx = await contextFor(services, userId, 'watch')
      const isEntitled = ctx && planIncludes(ctx.principal.tier, 'ultra')
      const due = isEntitled ? await tracked.listDueJobs(services.sql, userId, now, JOBS_AT_ONCE) : []
      if (ctx && due.length) checked += (await checkJobs({ ...ctx, signal: () => signal }, due)).length
      // Behind a full batch, or one that was stopped, other jobs may be due. The next run checks them.
      if (due.length < JOBS_AT_ONCE && !signal.aborted) await tracked.postpone(services.sql, userId, now)
    })
    return checked
  },
}
