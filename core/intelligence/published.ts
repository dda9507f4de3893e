// Which operations the pay file answers alone, so that a terminal needs no database for them.
import { parseDataPointId } from './lineage/data-point.ts'

/** What accounts own is in the database: reports of pay, webhooks, seats, and what is left of a quota. */
const OF_AN_ACCOUNT = /^(?:submissions|intelligence-webhooks|seats?|usage)\./

/** Whether the pay file answers an operation of pay alone. What people reported of their own pay is in the database. */
export const isPublished = (operation: string, input: unknown): boolean =>
  !OF_AN_ACCOUNT.test(operation) && !isOfReports(input)

const isOfReports = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'data_point_id' in input &&
  typeof input.data_point_id === 'string' &&
  parseDataPointId(input.data_point_id)?.metric === 'reported'
