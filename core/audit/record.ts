// The API's record of a change: short in a list, complete when shown alone.
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

const row = (z: Zod) => ({
  noun: z.string().describe('job, contact, activity, event, webhook, …'),
  id: z.string(),
  name: z.string().nullable().describe('Its display name.'),
  did: z.enum(CHANGE_KINDS),
})

/** A summary of the change to one row. */
export const RowChange = lazySchema((z) =>
  z.strictObject({ ...row(z), fields: z.array(z.string()).describe('The fields an update changed.') }),
)
export type RowChange = Parsed<typeof RowChange>

const entry = (z: Zod) => ({
  id: Id(),
  at: Instant(),
  operation: z.string().describe('jobs.update, audit.undo, …'),
  client: z.string().describe('The client program: crm/0.1.0, a browser, an agent’s host.'),
  credential: z
    .strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })
    .describe('The credential used.'),
  actorId: Id().describe('Who did it; differs from you if an administrator acted for you.'),
  requestId: z.string(),
  undoable: z
    .boolean()
    .describe('Whether it can be undone: it is in effect and is not a credential or account.'),
  undoneBy: Id().nullable().describe('The change that undid it; null while it is in effect.'),
  changeCount: z.int(),
})

/** An audit record; with many changes only the first 20 are listed. */
export const Entry = lazySchema((z) => z.strictObject({ ...entry(z), changes: z.array(RowChange()) }))
export type Entry = Parsed<typeof Entry>

const Whole = lazySchema((z) =>
  z.strictObject({
    ...row(z),
    before: z.record(z.string(), z.unknown()).nullable().describe('null: it did not exist.'),
    after: z.record(z.string(), z.unknown()).nullable().describe('null: it no longer exists.'),
  }),
)

/** An audit record with every changed row before and after. */
export const WholeEntry = lazySchema((z) => z.strictObject({ ...entry(z), changes: z.array(Whole()) }))
export type WholeEntry = Parsed<typeof WholeEntry>
