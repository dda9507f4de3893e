// The settings of a database session: name, UTC, timeouts. Says whether sessions are ours or a pooler's.

export interface Sessions {
  /** Whether a connection keeps its session. A pooler in transaction mode gives each transaction any session. */
  lasting: boolean
  prepared: boolean
}

export const OWN_SESSIONS: Sessions = { lasting: true, prepared: true }

/** For short programs, and behind a pooler. It works everywhere, but each statement costs a round trip. */
export const ANY_SESSIONS: Sessions = { lasting: false, prepared: false }

/** Postgres timeouts of a session, in ms: requests end soon, a terminal command may wait for a minute. */
const TIMEOUTS = {
  soon: { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 },
  patient: { statement_timeout: 60_000, lock_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 },
}
type Pace = keyof typeof TIMEOUTS

/** The startup parameters of a connection. A pooler would refuse the timeouts. */
export const startupOf = (name: string, { lasting }: Sessions, pace: Pace) => ({
  ...{ application_name: name, TimeZone: 'UTC', DateStyle: 'ISO, YMD' },
  ...(lasting && TIMEOUTS[pace]),
})

export const transactionSettings = (pace: Pace): string =>
  Object.entries(TIMEOUTS[pace])
    .map(([key, value]) => `set local ${key} = ${value}`)
    .join(';')
