// SQL for the costs of models: budgets, and a row for each call.
import { columnNames, countOf } from '../database/fragments.ts'
import { must } from '../kernel/narrow.ts'
import type { Sql } from '../database/connect.ts'

/** After this time, a call that has not ended counts as abandoned: its process died. The budget that it reserved is free again. */
const ABANDONED_MINUTES = 15

export async function findBudget(sql: Sql, userId: string, now: string) {
  const [row] = await sql<Record<'grantedMicros' | 'spentMicros' | 'heldMicros', number>[]>`
    select
      coalesce((select granted_micros from ai_budgets where user_id = ${userId}), 0) as granted_micros,
      coalesce((select spent_micros from ai_budgets where user_id = ${userId}), 0) as spent_micros,
      coalesce((
        select sum(held_micros) from ai_calls
        where user_id = ${userId} and ended_at is null
          and began_at > ${now}::timestamptz - make_interval(mins => ${ABANDONED_MINUTES})
      ), 0)::bigint as held_micros`
  return must(row)
}

/** Locks the budget until the transaction ends, so that two calls cannot reserve the same money. */
export const lockBudget = (sql: Sql, userId: string) =>
  sql`select 1 from ai_budgets where user_id = ${userId} for update`

export const raiseBudget = (sql: Sql, userId: string, micros: number) =>
  countOf(sql<{ total: number }[]>`
    insert into ai_budgets (user_id, granted_micros, spent_micros) values (${userId}, ${micros}, 0)
    on conflict (user_id) do update set granted_micros = ai_budgets.granted_micros + excluded.granted_micros
    returning (granted_micros - spent_micros) as total`)

/** Lowers a user's grant, never below zero. Returns what is left of it: negative if more was spent, undefined without a budget. */
export async function lowerBudget(sql: Sql, userId: string, micros: number): Promise<number | undefined> {
  const [row] = await sql<{ left: number }[]>`
    update ai_budgets set granted_micros = greatest(granted_micros - ${micros}, 0) where user_id = ${userId}
    returning (granted_micros - spent_micros) as left`
  return row?.left
}

interface CallRow {
  id: string
  assistant: string
  provider: string
  model: string
  payer: 'key' | 'budget' | 'service'
  requestId: string
  beganAt: string
}

interface CallEnding {
  endedAt: string
  outcome: string
  inputTokens: number
  outputTokens: number
  costMicros: number
}

/** Stores a running call, which reserves a part of the budget, or a call that has ended. */
export const insertCall = (
  sql: Sql,
  userId: string,
  call: CallRow & ({ heldMicros: number } | CallEnding),
) => sql`
  insert into ai_calls ${sql({ user_id: userId, ...columnNames(call) })}
  on conflict (user_id, id) do nothing`

export const endCall = (sql: Sql, userId: string, id: string, ending: CallEnding) => sql`
  with ended as (
    update ai_calls set
      ended_at = ${ending.endedAt}, outcome = ${ending.outcome}, input_tokens = ${ending.inputTokens},
      output_tokens = ${ending.outputTokens}, cost_micros = ${ending.costMicros}, held_micros = 0
    where user_id = ${userId} and id = ${id} and ended_at is null
    returning payer, cost_micros
  )
  update ai_budgets set spent_micros = spent_micros + ended.cost_micros
  from ended where ai_budgets.user_id = ${userId} and ended.payer = 'budget'`

export async function sumUsage(sql: Sql, userId: string, since: string) {
  const [row] = await sql<{ calls: number; costMicros: number }[]>`
    select count(*)::int as calls, coalesce(sum(cost_micros), 0)::bigint as cost_micros
    from ai_calls where user_id = ${userId} and began_at >= ${since}`
  return must(row)
}
