// The plan of a row's owner, as a condition of a query.
import { isoOf } from '../kernel/clock.ts'
import type { Sql } from './connect.ts'

/** Whether the user of this id, a column or a value, has the ultra plan at an instant in milliseconds. */
export const isUltra = (sql: Sql, userId: ReturnType<Sql>, now: number) => sql`exists (
  select 1 from users u where u.id = ${userId} and (u.admin or u.tier = 'ultra'
    or (u.paid_tier = 'ultra' and (u.paid_until is null or u.paid_until > ${isoOf(now)}))))`
