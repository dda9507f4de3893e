// The settings of every database session: name, UTC, timeouts.

/** The startup parameters of a connection. */
export const sessionOf = (name: string) => ({
  application_name: name,
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
})
