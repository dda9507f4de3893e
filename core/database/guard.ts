// Wraps the connection pool so that a frozen or vanished server causes an error within seconds instead of a
// hang.
// postgres.js has no acquire timeout and no client-side query timeout; against a stopped server an open query
// was still pending after ten seconds, and statement_timeout cannot help there.
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import { watchPulse } from './pulse.ts'
import { asUnavailable, unreachable } from './unreachable.ts'

interface Guard {
  /** The time a single query has. */
  deadlineMs: number
  /** Asks the server for any answer, over a connection of its own. */
  ask: () => Promise<void>
  /** How many queries may be open or queued before further ones are refused. */
  mostWaiting: number
}

type Query = PendingQuery<Row[]>
type Then = Query['then']

/** The property that holds an awaited query's promise. */
const STARTED = Symbol('started')
type Guarded = Query & { [STARTED]?: Promise<unknown> }

/** The library's own `then`, which sends the query. */
const originalThen = (query: Query): Then => (Object.getPrototypeOf(query) as Query).then.bind(query)

/** Wraps a client so that the guard applies to every awaited query and transaction. */
export function guarded(make: () => Sql, guard: Guard): Sql {
  let current = make()
  /** What refuses each open query. */
  const open = new Set<() => void>()

  // All open queries end at once, whatever their deadlines: a request makes several, one after another.
  const giveUp = (): void => {
    const frozen = current
    current = make()
    for (const refuse of [...open]) refuse()
    void frozen.end({ timeout: 0 }).catch(() => {})
  }
  const pulse = watchPulse({ ask: guard.ask, onSilent: giveUp })

  const within = <T>(work: (late: () => void) => PromiseLike<T>, cancel: () => void, deadlineMs: number) =>
    new Promise<T>((resolve, reject) => {
      if (open.size >= guard.mostWaiting || pulse.isSilent()) return reject(unreachable())
      const settle = (answered: boolean, finish: () => void) => {
        if (!open.delete(refuse)) return
        pulse.ended(answered)
        clearTimeout(timer)
        finish()
      }
      const refuse = () => settle(false, () => reject(unreachable()))
      const late = () => {
        cancel()
        refuse()
      }
      const timer = setTimeout(late, deadlineMs)
      open.add(refuse)
      pulse.began()
      work(late).then(
        (value) => settle(true, () => resolve(value)),
        (error) => {
          const shown = asUnavailable(error)
          settle(shown === error, () => reject(shown))
        },
      )
    })

  // One function for all queries, and nothing is allocated before one is awaited: a list consists of ten
  // query objects, nine of which are fragments of the tenth.
  const guardedThen = (late?: () => void) =>
    function (this: Guarded, ok: unknown, not: unknown) {
      this[STARTED] ??= within(
        () => new Promise((resolve, reject) => void originalThen(this)(resolve, reject)),
        () => (late ? late() : this.cancel()),
        guard.deadlineMs,
      )
      return this[STARTED].then(ok as never, not as never)
    } as Then

  const guardQuery = (query: Query, then: Then): Query => {
    if (typeof query?.then === 'function') query.then = then
    return query
  }

  // A transaction has its own promise. When one of its queries times out, the rollback would hang as well, so
  // the whole transaction is abandoned immediately.
  const begin = (...args: unknown[]) => {
    const run = args.at(-1) as (tx: TransactionSql) => unknown
    const how = args.slice(0, -1) as [string?]
    const wrapped = (late: () => void) =>
      (current.begin as (...all: unknown[]) => Promise<unknown>)(...how, (tx: TransactionSql) =>
        run(wrap(tx, late)),
      )
    return within(wrapped, () => {}, guard.deadlineMs * 3)
  }

  const wrap = <T extends object>(target: T, late: () => void): T => {
    const then = guardedThen(late)
    return new Proxy(target, {
      apply: (fn, self, args) => guardQuery(Reflect.apply(fn as never, self, args) as Query, then),
    })
  }

  const poolThen = guardedThen()
  return new Proxy((() => {}) as unknown as Sql, {
    apply: (_, self, args) => guardQuery(Reflect.apply(current as never, self, args) as Query, poolThen),
    get: (_, key) => {
      if (key === 'begin') return begin
      if (key === 'end') return (options: { timeout?: number } = { timeout: 5 }) => current.end(options)
      const value = Reflect.get(current, key) as unknown
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
}
