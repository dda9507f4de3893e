// The operation that mirrors call. It lists the changes since a cursor: first all records, then only later changes, also what others
// write meanwhile.
import { listActivitiesWithIds } from '../activities/linked.ts'
import { Activity } from '../activities/fields.ts'
import { listEventsWithIds } from '../calendar/linked.ts'
import { CalendarEvent } from '../calendar/fields.ts'
import { Contact } from '../contacts/fields.ts'
import { listContactsWithIds } from '../contacts/references.ts'
import { NOUNS, SCOPE_NOUNS, type NounName } from '../kernel/record.ts'
import type { Sql } from '../database/connect.ts'
import { Job } from '../jobs/fields.ts'
import { listJobsWithIds } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { DEFAULT_LIMIT, Id, Instant, lazySchema, objectSchema, pageIn } from '../kernel/schema.ts'
import type { Parsed } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { Offer } from '../offers/fields.ts'
import { listOffersWithIds } from '../offers/record.ts'
import { readMirrorCursor, writeMirrorCursor, type MirrorCursor } from './cursor.ts'
import { rowOf } from '../database/fragments.ts'

const OPS = ['created', 'updated', 'deleted'] as const

const RecordChange = lazySchema((z) => {
  const common = { id: Id(), op: z.enum(OPS), at: Instant() }
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('job'), ...common, record: Job().nullable() }),
    z.strictObject({ type: z.literal('contact'), ...common, record: Contact().nullable() }),
    z.strictObject({ type: z.literal('activity'), ...common, record: Activity().nullable() }),
    z.strictObject({ type: z.literal('event'), ...common, record: CalendarEvent().nullable() }),
    z.strictObject({ type: z.literal('offer'), ...common, record: Offer().nullable() }),
  ])
})
export type RecordChange = Parsed<typeof RecordChange>

const ChangePage = objectSchema((z) => ({
  changes: z.array(RecordChange()).describe('In the order of their commits; a record at most once.'),
  nextCursor: z.string().describe('Pass it as cursor: at once if there is more, else when you look again.'),
  more: z.boolean(),
}))
export type ChangePage = Parsed<typeof ChangePage>

const ChangeQuery = objectSchema((z) => {
  const { cursor, limit } = pageIn(z)
  const whole = 'Without it, the whole state comes first; `now` skips that.'
  return {
    cursor: cursor.describe(`nextCursor of the previous page. ${whole}`),
    limit: limit.describe('Changes per page (default 50).'),
  }
})

type Read = (sql: Sql, userId: string, ids: readonly string[]) => Promise<readonly { id: string }[]>

const READERS: Record<NounName, Read> = {
  job: listJobsWithIds,
  contact: listContactsWithIds,
  activity: listActivitiesWithIds,
  event: listEventsWithIds,
  offer: listOffersWithIds,
}

const readable = ({ principal }: Context): NounName[] =>
  NOUNS.filter((noun) => principal.scopes.has(`${SCOPE_NOUNS[noun]}:read`))

/** The changes after a cursor; throws `invalid_cursor` and `cursor_expired`. */
async function changesSince(
  ctx: Context,
  { cursor, limit = DEFAULT_LIMIT }: Parsed<typeof ChangeQuery>,
): Promise<ChangePage> {
  const { sql, principal, clock } = ctx
  const counter = await findCounter(sql, principal.userId)
  const from = startOf(cursor, counter, clock.now())
  // A user without a log has no changes. The era of a log that is being written now is not known yet.
  const rows = counter ? await listChangeRows(sql, principal.userId, readable(ctx), { ...from, limit }) : []
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  const read = page.at(-1)?.place ?? from.place
  // The first reading has no deletions, so at its end the cursor skips them.
  const place = more ? read : Math.max(read, from.until)
  const isWhole = place >= from.until
  return {
    changes: await withRecords(ctx, page, from),
    nextCursor: writeMirrorCursor({
      era: from.era,
      place,
      until: isWhole ? 0 : from.until,
      since: more ? from.since : isoOf(clock.now()),
    }),
    more,
  }
}

const NOW = 'now'

/** Where a reading begins. Without a log the era is random; a later call replaces it. */
function startOf(cursor: string | undefined, counter: CounterRow | undefined, now: number): MirrorCursor {
  const fresh = { era: counter?.era ?? newId(), place: 0, until: counter?.last ?? 0, since: isoOf(now) }
  if (cursor === undefined) return fresh
  if (cursor === NOW) return { ...fresh, place: fresh.until, until: 0 }
  const read = readMirrorCursor(cursor, now)
  if (!counter || read.era === counter.era) return read
  // The mirror began before there was a log and has read nothing. Everything in the log is new to it.
  if (read.place === 0 && read.until === 0) return { ...fresh, until: 0, since: read.since }
  return fail('cursor_expired', { days: 30 })
}

/** Adds the current records. A record deleted meanwhile is reported as deleted here, and again at the place of its deletion. */
async function withRecords(
  { sql, principal }: Context,
  rows: readonly ChangeRow[],
  { place, until }: MirrorCursor,
): Promise<RecordChange[]> {
  const found = new Map<string, unknown>()
  const read = async (noun: NounName) => {
    const ids = rows.filter((row) => row.noun === noun && !row.deleted).map(({ id }) => id)
    if (!ids.length) return
    for (const record of await READERS[noun](sql, principal.userId, ids)) found.set(record.id, record)
  }
  await Promise.all(NOUNS.map(read))
  return rows.map((row) => {
    const record = row.deleted ? null : (found.get(row.id) ?? null)
    const isNew = row.createdPlace > place || row.place <= until
    const op = record === null ? 'deleted' : isNew ? 'created' : 'updated'
    return { type: row.noun, id: row.id, op, at: row.at, record } as RecordChange
  })
}

interface ChangeRow {
  noun: NounName
  id: string
  place: number
  createdPlace: number
  deleted: boolean
  at: string
}

interface CounterRow {
  era: string
  last: number
}

const findCounter = (sql: Sql, userId: string) =>
  rowOf(sql<CounterRow[]>`select era, last from change_counters where user_id = ${userId}`)

/** Up to `limit + 1` changes after a place. No deletions up to `until`, because the reader never had those records. */
const listChangeRows = (
  sql: Sql,
  userId: string,
  nouns: readonly NounName[],
  { place, until, limit }: { place: number; until: number; limit: number },
) => sql<ChangeRow[]>`
  select noun, id, place, created_place, deleted, at from record_changes
  where user_id = ${userId} and place > ${place} and noun in ${sql([...nouns])} and not (deleted and place <= ${until})
  order by place limit ${limit + 1}`

export const listChanges = operation({
  name: 'changes.list',
  summary: 'List what changed since a cursor, deletions included, for keeping a mirror.',
  http: 'GET /api/mcp/changes',
  access: 'pipeline:read',
  refuses: ['expired'],
  input: ChangeQuery,
  output: ChangePage,
  run: changesSince,
})

export const operations = [listChanges]
