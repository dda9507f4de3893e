// Limits a user's open long calls, such as chats, on all gateways together. Without the database, each gateway counts alone.
import type { Sql } from '../database/connect.ts'
import { idList } from '../database/fragments.ts'
import { newId } from '../kernel/id.ts'

/** A limit on open calls. Limits of the same kind count together. */
export interface AtOnce {
  kind: string
  most: number
}

interface Place {
  subject: string
  kind: string
  holder: string
}

const RENEW_MS = 10_000

/** A place is one open call. Without a renewal it expires after this time, because its gateway is dead. */
const LAPSE = '30 seconds'

export function createOpenCalls(sql: Sql) {
  const held = new Set<Place>()
  const renewing = setInterval(() => {
    if (held.size) updatePlaces(sql, [...held]).catch(() => {})
  }, RENEW_MS)
  renewing.unref()

  const isFullHere = ({ kind, most }: AtOnce, subject: string): boolean =>
    [...held].filter((place) => place.kind === kind && place.subject === subject).length >= most

  const leave = (place: Place): void => {
    if (held.delete(place)) removePlace(sql, place).catch(() => {})
  }

  return {
    /** Opens a call. Returns a function that ends it, or null at the limit. */
    async open(bound: AtOnce, subject: string): Promise<(() => void) | null> {
      if (isFullHere(bound, subject)) return null
      const place = { subject, kind: bound.kind, holder: newId() }
      // Added before the query, so that calls at the same time count it.
      held.add(place)
      if (await isFull(sql, { ...place, most: bound.most })) {
        held.delete(place)
        return null
      }
      return () => leave(place)
    },
    close: () => clearInterval(renewing),
  }
}

/** Whether no place is free. Tries again if another gateway takes the place at the same moment. */
async function isFull(sql: Sql, call: Place & { most: number }): Promise<boolean> {
  for (let tries = 0; tries <= call.most; tries += 1) {
    const [answer] = await takePlace(sql, call).catch(() => [])
    if (answer?.free === 0) return true
    if (!answer || answer.place !== null) return false
  }
  return false
}

/** Takes a free place. If `place` is null and `free` is not zero, another gateway took the same place. */
const takePlace = (sql: Sql, { subject, kind, holder, most }: Place & { most: number }) => sql<
  { place: number | null; free: number }[]
>`
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

const updatePlaces = (sql: Sql, places: readonly Place[]) => sql`
  update open_calls set until = now() + ${LAPSE}::interval
  where subject = any(${idList(places.map(({ subject }) => subject))}::uuid[])
    and holder = any(${idList(places.map(({ holder }) => holder))}::uuid[])`

const removePlace = (sql: Sql, { subject, kind, holder }: Place) => sql`
  delete from open_calls where subject = ${subject} and kind = ${kind} and holder = ${holder}`
