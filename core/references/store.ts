// SQL for references: the names of a user's records.
import type { Sql } from '../database/connect.ts'
import type { NamedRecord } from './match.ts'

export interface NameRow extends NamedRecord {
  label: string
}

/** The detail tells records of the same name apart. It is not searched, because the digits of a date must not match. */
export interface DetailedRow extends NameRow {
  detail: string
}

export interface EventRow extends NameRow {
  startsAt: string
  timeZone: string | null
}

/** The last changed comes first. Candidates keep the order of their list. */
export const listJobNames = (sql: Sql, userId: string) => sql<DetailedRow[]>`
  select j.id, j.company || ' — ' || j.role as name, json_build_array(j.company, j.role, j.company || ' ' || j.role) as also,
    j.company as label, j.status || coalesce(', ' || j.location, '') as detail
  from jobs j where j.user_id = ${userId} order by j.updated_at desc, j.id desc`

export const listContactNames = (sql: Sql, userId: string) => sql<DetailedRow[]>`
  select c.id, c.name || coalesce(' (' || c.company || ')', '') as name,
    json_build_array(c.name, coalesce(c.email, c.name), coalesce(c.company, c.name)) as also, c.name as label,
    coalesce(c.email, c.phone, c.type) as detail
  from contacts c where c.user_id = ${userId} order by c.updated_at desc, c.id desc`

export const listEventNames = (sql: Sql, userId: string) => sql<EventRow[]>`
  select e.id, e.title || coalesce(' (' || j.company || ')', '') as name, json_build_array(e.title) as also,
    e.title as label, e.starts_at, e.time_zone
  from calendar_events e left join jobs j on j.user_id = e.user_id and j.id = e.job_id
  where e.user_id = ${userId} order by e.starts_at desc, e.id desc`

/** An offer has its job's name. The detail distinguishes several offers of one job. */
export const listOfferNames = (sql: Sql, userId: string) => sql<DetailedRow[]>`
  select o.id, j.company || ' — ' || j.role as name,
    json_build_array(j.company, j.role, j.company || ' ' || j.role) as also,
    j.company as label, o.job_id as of, o.status || ' ' || to_char(o.created_at, 'YYYY-MM-DD') as detail
  from offers o join jobs j on j.user_id = o.user_id and j.id = o.job_id
  where o.user_id = ${userId} order by o.created_at desc, o.id desc`

/** Names are searched in the latest activities only, ids in all. */
const SEARCHED = 5_000

export const listActivityNames = (sql: Sql, userId: string, digits: string) => sql<DetailedRow[]>`
  select a.id, a.type || coalesce(': ' || a.title, '') || coalesce(' (' || j.company || ')', '') as name,
    json_build_array(coalesce(a.title, left(a.body, 80), a.type)) as also, coalesce(a.title, a.type) as label,
    to_char(a.occurred_at, 'YYYY-MM-DD') as detail
  from activities a left join jobs j on j.user_id = a.user_id and j.id = a.job_id
  where a.user_id = ${userId} and (
    a.id in (select id from activities where user_id = ${userId} order by occurred_at desc, id desc limit ${SEARCHED})
    or (${digits} <> '' and (a.id::text like '%' || ${digits} or right(a.id::text, 8) like ${digits} || '%')))
  order by a.occurred_at desc, a.id desc`
