// Which operations need only the pay file. For them a terminal starts no database.
import { recordOf } from '../kernel/narrow.ts'
import { parseDataPointId } from './lineage/data-point.ts'

/** Operations on data of accounts, which the database holds: reported pay, webhooks, seats and quotas. */
const OF_AN_ACCOUNT = /^(?:submissions|intelligence-webhooks|seats?|usage)\./

/** Whether the pay file is enough for an operation. Reported pay is in the database. */
export function needsOnlyPayFile(operation: string, input: unknown): boolean {
  const { data_point_id: id } = recordOf(input)
  const isOfReports = typeof id === 'string' && parseDataPointId(id)?.metric === 'reported'
  return !OF_AN_ACCOUNT.test(operation) && !isOfReports
}
