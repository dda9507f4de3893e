// Wraps the connection pool: if the server freezes or disappears, queries fail within seconds. It repeats statements that were
// rolled back, and reads whose connection was lost. postgres.js itself has no timeout for connecting and none for queries.
import { uptimeMs } from '../kernel/clock.ts'
import { must } from '../kernel/narrow.ts'
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import { fateOf, isStandby, onlyReads, renewed, queryText, type Fate } from './retry.ts'
import { asUnavailable, closedConnection, unreachable } from './unreachable.ts'

/** Called with the text of each statement when it is sent. Returns a function to call with whether the statement failed. */
export type StatementObserver = (text: string) => (failed: boolean) => void

interface Guard {
  deadlineMs: number
  ask: () => Promise<void>
  /** How many queries may be open or queued before further ones are refused. */
  mostWaiting: number
  /** Statements that begin every transaction in a pooler's session. */
  settings?: string | undefined
  statements?: StatementObserver | undefined
  patient?: Patient | undefined
}

/** A client that waits for its database until the deadline. It never retries, because its caller opens the home again. */
export interface Patient {
  onSlow: () => void
  onClose: () => void
}

/** How many times to try work that was rolled back: for about three seconds. */
const MOST_ATTEMPTS = 30
/** How long to retry an absent server before reporting it. */
const PATIENCE_MS = 1_500
const PAUSE_MS = 60
const SLOW_MS = 1_000

const NO_HEARTBEAT = { isSilent: () => false, began: () => {}, ended: () => {} }

type Query = PendingQuery<Row[]>
type Then = Query['then']
type Answer = Awaited<Query>

const STARTED = Symbol('started')
type GuardedQuery = Query & { [STARTED]?: Promise<Answer> }

/** Work with a deadline: how to end it early, and whether its caller still waits. */
interface OpenWork {
  late: () => void
  isOpen: () => boolean
}

interface SentQuery {
  query: Query
  isOpen: () => boolean
}

type Run = (tx: TransactionSql) => unknown

interface TransactionState {
  isOver: boolean
  /** Whether the commit may have been sent. */
  isCommitting: boolean
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The library's own `then`, which sends the query. The guard overrides it on each query object. */
const originalThen = (query: Query): Then => (Object.getPrototypeOf(query) as Query).then.bind(query)

/** Wraps a client so that the guard applies to every awaited query and transaction. */
export function guarded(make: (onClose: () => void) => Sql, guard: Guard): Sql {
  const open = new Set<() => void>()
  /** The last error from the absent server; undefined while it answers. */
  let absence: unknown

  // The driver would retry unsent queries for ever, even if the server accepts and then closes each connection.
  const onClose = (): void => {
    if (!guard.patient) return
    guard.patient.onClose()
    absence = closedConnection()
    setImmediate(() => {
      for (const refuse of [...open]) refuse()
    })
  }
  let current = make(onClose)

  // Ends all open queries at once, before their deadlines: a request makes several queries, whose deadlines would add up.
  const giveUp = (): void => {
    const frozen = current
    current = make(onClose)
    for (const refuse of [...open]) refuse()
    void frozen.end({ timeout: 0 }).catch(() => {})
  }
  const heartbeat = guard.patient ? NO_HEARTBEAT : watchHeartbeat({ ask: guard.ask, onSilent: giveUp })

  /** When the server was first found absent; zero while it answers. */
  let absentSinceMs = 0

  const within = <T>(work: (open: OpenWork) => PromiseLike<T>, cancel: () => void, deadlineMs: number) =>
    new Promise<T>((resolve, reject) => {
      if (open.size >= guard.mostWaiting || heartbeat.isSilent()) return reject(unreachable())
      const settle = (answered: boolean, finish: () => void) => {
        if (!open.delete(refuse)) return
        if (answered) [absentSinceMs, absence] = [0, undefined]
        heartbeat.ended(answered)
        clearTimeout(timer)
        clearTimeout(slow)
        finish()
      }
      const refuse = () => settle(false, () => reject(unreachable(absence)))
      const late = () => {
        cancel()
        refuse()
      }
      const timer = setTimeout(late, deadlineMs)
      const slow = guard.patient && setTimeout(guard.patient.onSlow, SLOW_MS).unref()
      open.add(refuse)
      heartbeat.began()
      work({ late, isOpen: () => open.has(refuse) }).then(
        (value) => settle(true, () => resolve(value)),
        (error) => {
          const shown = asUnavailable(error)
          settle(shown === error, () => reject(shown))
        },
      )
    })

  /** When the pool was last replaced because its server is a standby. */
  let leftMs = -Infinity

  // Replaces the pool: the primary may be at the same address now, but open connections would stay at the standby.
  const leaveStandby = (): void => {
    if (uptimeMs() - leftMs < PATIENCE_MS / 3) return
    leftMs = uptimeMs()
    const standby = current
    current = make(onClose)
    void standby.end({ timeout: 5 }).catch(() => {})
  }

  /** Waits before the next attempt; returns false when no attempt is left. */
  const pauseAfter = async (fate: Fate, attempt: number, error: unknown): Promise<boolean> => {
    if (isStandby(error)) leaveStandby()
    if (fate === 'rolled back') {
      if (attempt < MOST_ATTEMPTS) await pause(Math.random() * Math.min(10 * 2 ** attempt, 200))
      return attempt < MOST_ATTEMPTS
    }
    if (guard.patient) return false
    absentSinceMs ||= uptimeMs()
    if (uptimeMs() - absentSinceMs > PATIENCE_MS) return false
    await pause(attempt === 1 ? 0 : PAUSE_MS)
    return true
  }

  // A query that succeeds allocates nothing for retries.
  const send = (query: Query, asked: SentQuery, attempt = 1): Promise<Answer> =>
    new Promise((resolve, reject) => {
      asked.query = query
      const again = async (error: unknown) => {
        const fate = fateOf(error)
        if (fate !== 'rolled back' && fate !== 'final') absence = error
        const mayRetry = fate === 'unknown' ? onlyReads(query) : fate !== 'final'
        if (!mayRetry || !(await pauseAfter(fate, attempt, error)) || !asked.isOpen()) throw error
        return send(renewed(current, query), asked, attempt + 1)
      }
      void originalThen(query)(resolve, (error) => void again(error).then(resolve, reject))
    })

  const observed = (query: Query, started: Promise<Answer>): Promise<Answer> => {
    const ended = guard.statements?.(queryText(query))
    if (ended)
      started.then(
        () => ended(false),
        () => ended(true),
      )
    return started
  }

  const startedBy = (start: (query: Query) => Promise<Answer>): Then =>
    function (this: GuardedQuery, ok, not) {
      this[STARTED] ??= observed(this, start(this))
      return this[STARTED].then(ok, not)
    }

  // All queries share this function, and nothing is allocated before a query is awaited. A list has ten query objects, and nine of
  // them are fragments of the tenth.
  const poolThen = startedBy((query) => {
    const asked: SentQuery = { query, isOpen: () => true }
    const sent = ({ isOpen }: OpenWork) => send(query, Object.assign(asked, { isOpen }))
    return within(sent, () => asked.query.cancel(), guard.deadlineMs)
  })

  const insideThen = (late: () => void): Then =>
    startedBy((query) => {
      const sent = () => new Promise<Answer>((resolve, reject) => void originalThen(query)(resolve, reject))
      return within(sent, late, guard.deadlineMs)
    })

  const guardQuery = (query: Query, then: Then): Query => {
    if (typeof query?.then === 'function') query.then = then
    return query
  }

  // A transaction has its own promise. If one of its queries times out, the rollback would hang too. So the whole transaction
  // is given up at once.
  const begin = (first: string | Run, second?: Run) => {
    const [mode, run] = typeof first === 'string' ? [first, must(second)] : ['', first]
    const repeating = async ({ late, isOpen }: OpenWork): Promise<unknown> => {
      for (let attempt = 1; ; attempt += 1) {
        const state: TransactionState = { isOver: false, isCommitting: false }
        try {
          return await once(mode, run, { late, state })
        } catch (error) {
          const fate = fateOf(error)
          const mayRetry = fate === 'unknown' ? !state.isCommitting : fate !== 'final'
          if (!mayRetry || !(await pauseAfter(fate, attempt, error)) || !isOpen()) throw error
        } finally {
          state.isOver = true
        }
      }
    }
    return within(repeating, () => {}, guard.deadlineMs * 3)
  }

  const once = (mode: string, run: Run, { late, state }: { late: () => void; state: TransactionState }) =>
    current.begin(mode, async (tx: TransactionSql) => {
      if (guard.settings) await tx.unsafe(guard.settings)
      // Never settles if the transaction is over: the driver would commit or roll back on a connection that another may use by now.
      const unlessOver = async () => void (state.isOver && (await new Promise(() => {})))
      const value = await Promise.resolve(run(wrap(tx, late, state))).finally(unlessOver)
      state.isCommitting = true
      return value
    })

  const wrap = (target: TransactionSql, late: () => void, state: TransactionState): TransactionSql => {
    const then = insideThen(late)
    return new Proxy(target, {
      apply: (fn, self, args) => {
        if (state.isOver) throw unreachable()
        return guardQuery(Reflect.apply(fn, self, args), then)
      },
    })
  }

  // Each call goes to the current pool, which `giveUp` and `leaveStandby` replace.
  return new Proxy(current, {
    apply: (_, self, args) => guardQuery(Reflect.apply(current, self, args), poolThen),
    get: (_, key) => {
      if (key === 'begin') return begin
      if (key === 'end') return (options: { timeout?: number } = { timeout: 5 }) => current.end(options)
      const value: unknown = Reflect.get(current, key)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
}

interface HeartbeatOptions {
  /** Asks the database on a separate connection. Resolves after any answer, even an error; rejects if the database is silent. */
  ask: () => Promise<void>
  onSilent: () => void
  /** How long open queries may be silent before this asks the database. */
  silenceMs?: number
  answerMs?: number
  /** How long to wait after a missing answer before asking again. */
  againMs?: number
}

/** A blocked event loop runs timers before I/O. An answer that was only delayed arrives within this time. */
const GRACE_MS = 100

/** Watches for a silent database. One slow query is not silence. Detection takes 1.4 s, so that requests fail within 2.5 s. */
export function watchHeartbeat(options: HeartbeatOptions) {
  const { ask, onSilent, silenceMs = 700, answerMs = 600, againMs = 300 } = options
  let open = 0
  let heardMs = 0
  let [isSilent, isWatching] = [false, false]

  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

  const watch = async (): Promise<void> => {
    for (isWatching = true; open || isSilent;) {
      const quietMs = uptimeMs() - heardMs
      if (!isSilent && quietMs < silenceMs) await pause(silenceMs - quietMs)
      else if (await answered(ask, answerMs)) [isSilent, heardMs] = [false, uptimeMs()]
      else {
        const wasSilent = isSilent
        isSilent = true
        if (!wasSilent) onSilent()
        await pause(againMs)
      }
    }
    isWatching = false
  }

  return {
    isSilent: (): boolean => isSilent,
    began(): void {
      if (open++ === 0) heardMs = uptimeMs()
      if (!isWatching) void watch()
    },
    /** A query ended, answered by the database or not. */
    ended(answered: boolean): void {
      open -= 1
      if (answered) heardMs = uptimeMs()
    },
  }
}

/** Whether the database answers in time. Time in which this process was busy does not count, as during a big import. */
const answered = (ask: () => Promise<void>, answerMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout
    const wait = (ms: number, then: () => void): void => {
      const dueMs = uptimeMs() + ms
      timer = setTimeout(() => (uptimeMs() - dueMs > GRACE_MS ? wait(ms, then) : then()), ms)
    }
    wait(answerMs, () => wait(GRACE_MS, () => resolve(false)))
    void ask()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
