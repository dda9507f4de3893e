// Which operations need only the pay file. For them a terminal starts no database.
import { parseDataPointId } from './lineage/data-point.ts'

/** Operations on data of accounts, which the database holds: reported pay, webhooks, seats and quotas. */
const OF_AN_ACCOUNT = /^(?:submissions|intelligence-webhooks|seats?|usage)\./

/** Whether the pay file is enough for an operation. Reported pay is in the database. */
export const needsOnlyPayFile = (operation: string, input: unknown): boolean =>
  !OF_AN_ACCOUNT.test(operation) && !isOfReports(input)

const isOfReports = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'data_point_id' in input &&
  typeof input.data_point_id === 'string' &&
  parseDataPointId(input.data_point_id)?.metric === 'reported'
