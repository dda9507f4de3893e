// The error for a database that cannot be reached, refuses the connection, or is too busy.
import { recordOf } from '../kernel/narrow.ts'
import { systemCodeOf, CrmError, problem } from '../kernel/errors.ts'

/** The server is absent, cannot be found, or is starting or stopping. */
const ABSENT =
  /^(?:CONNECTION_|ERR_STREAM_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|57P0[123]|25P03|08[0-9A-Z]{3})/

/** The server answers, but refuses this user, password or database. */
const REFUSED = /^(?:28[0-9A-Z]{3}|3D000|SASL_|AUTH_TYPE)/

/** Too many connections, a lock that was not released, or a statement that took too long. */
const BUSY = /^(?:53[0-9A-Z]{3}|55P03|57014)/

/** The server cannot write: the disk of its data or of its log is full. */
const FULL = /^(?:53100|ENOSPC)$/

/** The server only reads: it is a standby, perhaps about to be promoted. */
export const STANDBY = '25006'

export const unreachable = (cause?: unknown, reason = 'The database does not answer.'): CrmError =>
  problem('database_unavailable', { reason }, { retryAfterSeconds: 1, cause })

/** The driver's error for a closed connection. In some places the driver throws none. */
export const closedConnection = (): Error =>
  Object.assign(new Error('The connection was closed'), { code: 'CONNECTION_CLOSED' })

/** The code of an error. ENOENT counts only for a missing socket, not for a missing file. */
export function connectionCodeOf(error: unknown): string | undefined {
  const code = systemCodeOf(error)
  return code === 'ENOENT' && recordOf(error)['syscall'] !== 'connect' ? undefined : code
}

/** Turns failures of the connection into `database_unavailable`. Other errors stay as they are. */
export function asConnectionError(error: unknown): unknown {
  if (error instanceof CrmError) return error
  const code = connectionCodeOf(error)
  if (code === undefined) return error
  if (ABSENT.test(code) || code === 'ENOENT') return unreachable(error)
  return REFUSED.test(code) ? unreachable(error, 'The database refuses the connection.') : error
}

/** Like `asConnectionError`, but also for a database that is full, busy or a standby. */
export function asUnavailable(error: unknown): unknown {
  const code = systemCodeOf(error) ?? ''
  if (FULL.test(code))
    return unreachable(
      error,
      'The disk of the database is full: nothing can be written until there is space.',
    )
  if (code === STANDBY)
    return unreachable(error, 'The database only reads: it is a standby, or about to be promoted.')
  return BUSY.test(code) ? unreachable(error) : asConnectionError(error)
}
