// Connects to Postgres, with timeouts. Columns become camelCase fields, and instants become ISO texts.
import postgres, { type ISql, type Options, type Sql } from 'postgres'
import type { Socket } from 'node:net'
import { splitSocketUrl, type Address } from './embedded/address.ts'
import { SECOND_MS } from '../kernel/clock.ts'
import { systemCodeOf } from '../kernel/errors.ts'
import { guarded, type Patient, type StatementObserver } from './guard.ts'
import { asConnectionError, closedConnection, unreachable } from './unreachable.ts'
import { refuse } from './embedded/failures.ts'

export type { Fragment, Sql } from 'postgres'

/** `2026-11-20 12:58:00.12+00` → `2026-11-20T12:58:00.120Z`. Parsing into Dates would take a third of the time of listing records. */
function isoFromText(text: string): string {
  // Fast path: nine out of ten texts have exactly three fractional digits.
  if (text.length === 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const fraction = text.slice(19, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction ? fraction.padEnd(4, '0') : '.000'}Z`
}

const same = (value: unknown) => value

const TYPES = {
  instant: { to: 1184, from: [1184], serialize: same, parse: isoFromText },
  date: { to: 1082, from: [1082], serialize: same, parse: same },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
}

export interface Sessions {
  /** Whether a connection keeps its session. A pooler in transaction mode gives each transaction any session. */
  lasting: boolean
  prepared: boolean
}

const OWN_SESSIONS: Sessions = { lasting: true, prepared: true }

/** For short programs, and behind a pooler. It works everywhere, but each statement costs a round trip. */
const ANY_SESSIONS: Sessions = { lasting: false, prepared: false }

/** Postgres timeouts of a session, in ms: requests end soon, a terminal command may wait for a minute. */
const TIMEOUTS = {
  soon: { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 },
  patient: { statement_timeout: 60_000, lock_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 },
}
type Pace = keyof typeof TIMEOUTS

/** The startup parameters of a connection. A pooler would refuse the timeouts. */
const startupOf = (name: string, { lasting }: Sessions, pace: Pace) => ({
  ...{ application_name: name, TimeZone: 'UTC', DateStyle: 'ISO, YMD' },
  ...(lasting && TIMEOUTS[pace]),
})

const transactionSettings = (pace: Pace): string =>
  Object.entries(TIMEOUTS[pace])
    .map(([key, value]) => `set local ${key} = ${value}`)
    .join(';')

const QUIET = { fetch_types: false, onnotice: () => {} }
const COLUMNS = { types: TYPES, transform: { column: { from: postgres.toCamel } } }

interface Connection {
  at: string | Address
  poolSize: number
  name: string
  deadlineMs: number
  patient?: Patient | undefined
  statements?: StatementObserver | undefined
  /** Default: `OWN_SESSIONS` for an embedded server's address, `ANY_SESSIONS` for a URL. */
  sessions?: Sessions | undefined
  /** Replaces the driver's socket, so that a test can cut the connection. */
  socket?: () => Socket
}

const optionsOf = (at: Address): Options<Record<string, never>> => ({
  ...(at.tcp
    ? { host: at.tcp.host, port: at.port, password: at.tcp.password }
    : { path: `${at.socketFolder}/.s.PGSQL.${at.port}` }),
  user: at.user,
  database: at.database,
})

function open(at: string | Address, options: object): Sql {
  const { url, ...where } = typeof at === 'string' ? splitSocketUrl(at) : { url: '', ...optionsOf(at) }
  // The library infers a type from custom parsers. Here, each query declares its row type.
  return postgres(url, { ...options, ...where }) as Sql
}

const sessionsOf = ({ at, sessions }: Connection): Sessions =>
  sessions ?? (typeof at === 'string' ? ANY_SESSIONS : OWN_SESSIONS)

/** A pooler may run the next statement in another session, so only one statement is open at a time. */
const poolerOptions = ({ lasting, prepared }: Sessions) =>
  lasting ? {} : { prepare: prepared, max_pipeline: 1 }

/** How long work outside requests waits for a connection. */
const PATIENT_SECONDS = 60

function client(connection: Connection, onClose: () => void): Sql {
  const { at, poolSize, name, socket, patient } = connection
  const sessions = sessionsOf(connection)
  return open(at, {
    ...QUIET,
    max: poolSize,
    connect_timeout: patient ? PATIENT_SECONDS : 2,
    idle_timeout: 0,
    max_lifetime: 30 * 60,
    // The library would wait up to twenty seconds, so requests would still fail after the server is back.
    backoff: (failures: number) => Math.min(0.05 * failures, 0.5),
    ...COLUMNS,
    connection: startupOf(name, sessions, patient ? 'patient' : 'soon'),
    ...(patient && { onclose: onClose }),
    ...poolerOptions(sessions),
    ...(socket && { socket }),
  })
}

/** A pool whose queries respond or fail within the deadline, even when the server is frozen. */
export const connect = (connection: Connection): Sql =>
  guarded((onClose) => client(connection, onClose), {
    deadlineMs: connection.deadlineMs,
    ask: () => mustAnswer(connection.at, SECOND_MS),
    mostWaiting: connection.poolSize * 64,
    statements: connection.statements,
    settings: sessionsOf(connection).lasting
      ? undefined
      : transactionSettings(connection.patient ? 'patient' : 'soon'),
    patient: connection.patient,
  })

/**
 * `starting`: the server starts, recovers or stops. `empty`: the database is missing. `absent`: nothing listens there.
 * `silent`: no answer in time. `closed`: the connection was cut. Any other error, such as a wrong password, means `ready`.
 */
const REPLIES = [
  ['empty', /^3D000$/],
  ['starting', /^57P03$/],
  ['silent', /^(?:CONNECT_TIMEOUT|EAGAIN)$/],
  ['closed', /^(?:CONNECTION_|ECONNRESET|EPIPE|57P0[12]|ETIMEDOUT)/],
  ['absent', /^E[A-Z_]+$/],
] as const

/** Tries one connection; `silent` after `timeoutMs`. Throws if the socket belongs to another user. */
export async function ping(at: string | Address, timeoutMs = 3_000) {
  const options = { ...QUIET, max: 1, connect_timeout: timeoutMs / 1_000, backoff: () => 1 }
  const sql = open(at, { ...options, connection: { application_name: 'crm ping' } })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'silent'>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'silent')))
  try {
    return await Promise.race([sql`select 1`.then(() => 'ready' as const), late])
  } catch (error) {
    const code = systemCodeOf(error) ?? ''
    if (/^(?:EACCES|EPERM)$/.test(code)) failForeign(at, error)
    return REPLIES.find(([, pattern]) => pattern.test(code))?.[0] ?? 'ready'
  } finally {
    clearTimeout(timer)
    void sql.end({ timeout: 0 }).catch(() => {})
  }
}

const failForeign = (at: string | Address, cause: unknown) =>
  refuse(
    `The database in ${typeof at === 'string' ? at : at.socketFolder} belongs to another user.`,
    'Run crm as the user who created it, or set CRM_HOME to a folder of your own.',
    cause,
  )

/**
 * Throws if the server is silent or closes the connection at once, as a proxy does when its database is down. The driver would
 * retry for ever. A refused connection does not throw here, because the next query then fails at once.
 */
async function mustAnswer(at: string | Address, answerMs: number): Promise<void> {
  if (['silent', 'closed'].includes(await ping(at, answerMs))) throw unreachable(closedConnection())
}

/** A single connection without statement timeouts, for migrations, backup and restore. Works also behind a pooler. */
export const connectForMaintenance = (at: string | Address, sessions = ANY_SESSIONS): Sql =>
  open(at, {
    ...QUIET,
    ...COLUMNS,
    ...poolerOptions(sessions),
    max: 1,
    connect_timeout: PATIENT_SECONDS,
    connection: startupOf('crm maintenance', ANY_SESSIONS, 'patient'),
  })

const URL_ANSWER_MS = 10_000

export async function withMaintenance<T>(
  at: string | Address,
  work: (sql: Sql) => Promise<T>,
  sessions?: Sessions,
): Promise<T> {
  const sql = connectForMaintenance(at, sessions)
  try {
    await mustAnswer(at, typeof at === 'string' ? URL_ANSWER_MS : PATIENT_SECONDS * 1000)
    return await work(sql)
  } catch (error) {
    throw asConnectionError(error)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Runs `work` in one transaction of a mode such as `isolation level repeatable read`. `work` may run more than once: see guard.ts. */
export async function begin<T>(sql: Sql, work: (tx: Sql) => Promise<T>, mode = ''): Promise<T> {
  // The driver's type for a transaction lacks the methods of a pool. `begin` changes the type of an array, so the value is wrapped.
  const done = await sql.begin(mode, async (tx: ISql) => ({ value: await work(tx as Sql) }))
  return done.value
}

/**
 * Detects whether the URL leads to a pooler: then the server's process id differs from the one received when connecting. A pooler
 * that supports prepared statements renames them, as PgBouncer does from 1.21 with `max_prepared_statements`.
 */
export const sessionsAt = (url: string): Promise<Sessions> =>
  withMaintenance(
    url,
    async (sql) => {
      const rows = await sql<{ pid: number; renamed: boolean }[]>`
        select pg_backend_pid() as pid,
          exists (select from pg_prepared_statements where name like 'PGBOUNCER\\_%') as renamed`
      const [row] = rows
      if (row?.pid === rows.state.pid) return OWN_SESSIONS
      return { ...ANY_SESSIONS, prepared: row?.renamed ?? false }
    },
    { lasting: false, prepared: true },
  )
