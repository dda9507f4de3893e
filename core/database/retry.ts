// Decides whether work that failed may be repeated: it had no effect, or it only reads.
import { CrmError } from '../kernel/errors.ts'
import type { PendingQuery, Row, Sql } from 'postgres'
import { connectionCodeOf, STANDBY } from './unreachable.ts'

/** The server rolled back because of concurrent transactions: a serialization failure or a deadlock. */
const ROLLED_BACK = /^40(?:001|P01)$/

/** No connection was made: the server is absent, starting or full. */
const NOT_CONNECTED = /^(?:57P03|53300|ECONNREFUSED|ENOENT|CONNECT_TIMEOUT)$/

/** The connection was lost before the answer arrived. */
const CONNECTION_LOST =
  /^(?:CONNECTION_(?:CLOSED|DESTROYED)|ECONNRESET|EPIPE|ERR_STREAM_\w+|57P0[12]|25P03|08(?:000|003|006|P01))$/

const WRITES =
  /\b(?:insert|update|delete|merge|truncate|lock|call|nextval|setval|set_config|pg_notify|pg_advisory\w*)\b/i

/** What became of failed work. `undone`: it had no effect. `unknown`: it may have had one. */
export type Fate = 'rolled back' | 'undone' | 'unknown' | 'final'

export function fateOf(error: unknown): Fate {
  const code = codeOf(error)
  if (code === undefined) return 'final'
  if (ROLLED_BACK.test(code)) return 'rolled back'
  if (NOT_CONNECTED.test(code) || code === STANDBY) return 'undone'
  return CONNECTION_LOST.test(code) ? 'unknown' : 'final'
}

/** Whether the connection was lost or never made. A server that starts next may still do the work. */
export const isLost = (error: unknown): boolean =>
  ['undone', 'unknown'].includes(fateOf(error)) && !isStandby(error)

/** Runs work again, `most` times in all, while its failure may be temporary. */
export async function retried<T>(
  most: number,
  mayPass: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch((error: unknown) => {
    if (most > 1 && mayPass(error)) return retried(most - 1, mayPass, work)
    throw error
  })
}

export const isStandby = (error: unknown): boolean => codeOf(error) === STANDBY

const codeOf = (error: unknown): string | undefined =>
  connectionCodeOf(error instanceof CrmError ? error.cause : error)

/** The private fields of the driver's query objects that a retry needs. */
type QueryInternals = PendingQuery<Row[]> & {
  strings: TemplateStringsArray
  args: unknown[]
  options: object
  isRaw: unknown
  string: string | null
}

const internalsOf = (query: PendingQuery<Row[]>): QueryInternals => query as QueryInternals

export const onlyReads = (query: PendingQuery<Row[]>): boolean => {
  const { string } = internalsOf(query)
  return string !== null && /^\s*(?:select|with|values)\b/i.test(string) && !WRITES.test(string)
}

export const queryText = (query: PendingQuery<Row[]>): string =>
  internalsOf(query).strings.join('?').replace(/\s+/g, ' ').trim()

export function renewed(client: Sql, query: PendingQuery<Row[]>): PendingQuery<Row[]> {
  const { strings, args, options, isRaw } = internalsOf(query)
  const again = client(strings, ...(args as never[])) // The values come from the same driver, so their types fit.
  return Object.assign(again, { options, isRaw })
}
