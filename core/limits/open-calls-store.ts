// SQL for calls that last: the places of each subject, on all gateways together.
import type { Sql } from '../database/connect.ts'

/** A call in a place. */
export interface Place {
  subject: string
  kind: string
  holder: string
}

/** How long a place is kept without being renewed: its gateway is dead then. */
const LAPSE = '30 seconds'

/** Takes a free place; a null `place` with some `free` means that another gateway took the same one meanwhile. */
export async function takePlace(
  sql: Sql,
  { subject, kind, holder, most }: Place & { most: number },
): Promise<{ place: number | null; free: number } | undefined> {
  const [answer] = await sql<{ place: number | null; free: number }[]>`
    with free as (
      select place::smallint from generate_series(0, ${most - 1}::int) place
      where not exists (select from open_calls o
        where o.subject = ${subject} and o.kind = ${kind} and o.place = place.place and o.until > now())
    ),
    taken as (
      insert into open_calls as o (subject, kind, place, holder, until)
      select ${subject}::uuid, ${kind}::text, place, ${holder}::uuid, now() + ${LAPSE}::interval
      from free order by random() limit 1
      on conflict (subject, kind, place) do update set holder = excluded.holder, until = excluded.until
        where o.until <= now()
      returning o.place
    )
    select (select place from taken)::int as place, (select count(*) from free)::int as free`
  return answer
}

/** Renews places that are still held. */
export const updatePlaces = (sql: Sql, places: readonly Place[]) => sql`
  update open_calls set until = now() + ${LAPSE}::interval
  where subject = any(${places.map(({ subject }) => subject)}::uuid[])
    and holder = any(${places.map(({ holder }) => holder)}::uuid[])`

/** Gives up a place. */
export const removePlace = (sql: Sql, { subject, kind, holder }: Place) => sql`
  delete from open_calls where subject = ${subject} and kind = ${kind} and holder = ${holder}`
