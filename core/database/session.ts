// How every session of the product is set up: named, in UTC, and with an end to whatever takes too long.

/** What the server is told when a connection begins. */
export const sessionOf = (name: string) => ({
  application_name: name,
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
})
