// SQL for seats.
import { rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'

export interface SeatRow {
  id: string
  email: string
  memberId: string | null
  invitedAt: string
  joinedAt: string | null
}

const columns = (sql: Sql) => sql`id, email, member_id, invited_at, joined_at`

export const listSeats = (sql: Sql, userId: string) => sql<SeatRow[]>`
  select ${columns(sql)} from seats where user_id = ${userId} order by invited_at, id`

export const findSeatForUpdate = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<SeatRow[]>`
    select ${columns(sql)} from seats where user_id = ${userId} and id = ${id} for update`)

export const findSeatOf = (sql: Sql, memberId: string) =>
  rowOf(sql<(SeatRow & { ownerId: string; ownerEmail: string | null })[]>`
    select s.user_id as owner_id, e.email as owner_email, s.id, s.email, s.member_id, s.invited_at, s.joined_at
    from seats s left join user_emails e on e.user_id = s.user_id where s.member_id = ${memberId}`)

/** Locks a user, so that invitations or acceptances by one user follow one another. */
export const lockUser = (sql: Sql, userId: string) =>
  sql`select id from users where id = ${userId} for update`

export const insertSeat = (sql: Sql, userId: string, seat: SeatRow) => sql`
  insert into seats (user_id, id, email, member_id, invited_at, joined_at)
  values (${userId}, ${seat.id}, ${seat.email}, ${seat.memberId}, ${seat.invitedAt}, ${seat.joinedAt})`

export const updateSeatTaken = (
  sql: Sql,
  { userId, id, memberId, at }: { userId: string; id: string; memberId: string; at: string },
) => sql`
  update seats set member_id = ${memberId}, joined_at = ${at} where user_id = ${userId} and id = ${id}`

export const removeSeat = (sql: Sql, userId: string, id: string) => sql`
  delete from seats where user_id = ${userId} and id = ${id}`
