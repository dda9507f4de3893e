// An audit entry as the API returns it, and the part of it that a caller sees. A list has short entries; a single entry is complete.
import { undoableNouns, type LoadedHandlers, type StoredRecord } from '../undo-handler.ts'
import type { Change, Context } from '../kernel/context.ts'
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import { isRecord } from '../kernel/narrow.ts'
import type { Zod } from '../kernel/zod.ts'

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const

const row = (z: Zod) => ({
  noun: z.string().describe('job, contact, activity, event, webhook, …'),
  id: z.string(),
  name: z.string().nullable().describe('Its display name.'),
  did: z.enum(CHANGE_KINDS),
})

export const RowChange = objectSchema((z) => ({
  ...row(z),
  fields: z.array(z.string()).describe('The fields an update changed.'),
}))
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
    .describe('Whether it can be undone. It must be in effect, and concern no credential or account.'),
  undoneBy: Id().nullable().describe('The change that undid it; null while it is in effect.'),
  changeCount: z.int(),
})

export const Entry = objectSchema((z) => ({ ...entry(z), changes: z.array(RowChange()) }))
export type Entry = Parsed<typeof Entry>

const WholeRowChange = objectSchema((z) => ({
  ...row(z),
  before: z.record(z.string(), z.unknown()).nullable().describe('null: it did not exist.'),
  after: z.record(z.string(), z.unknown()).nullable().describe('null: it no longer exists.'),
}))

export const WholeEntry = objectSchema((z) => ({ ...entry(z), changes: z.array(WholeRowChange()) }))
export type WholeEntry = Parsed<typeof WholeEntry>

/** Fields that only undo reads. They are encrypted, and the API does not return even the encrypted text. */
const HIDDEN = ['sealedSecret']

const DERIVED = ['updatedAt', 'statusChangedAt', 'history', 'compensation']

const kindOf = ({ before, after }: Change): (typeof CHANGE_KINDS)[number] =>
  before === null ? 'created' : after === null ? 'deleted' : 'updated'

const recordIn = (side: unknown): StoredRecord | null => (isRecord(side) ? side : null)

function nameOf(handlers: LoadedHandlers, { noun, before, after }: Change): string | null {
  const record = recordIn(after ?? before)
  const name = record?.['name'] ?? record?.['email'] ?? null
  return record && handlers[noun] ? handlers[noun].nameOf(record) : typeof name === 'string' ? name : null
}

/** The fields that an update changed; empty for an added or deleted record. */
export function fieldsOf(change: Pick<Change, 'before' | 'after'>): string[] {
  const [before, after] = [recordIn(change.before), recordIn(change.after)]
  if (!before || !after) return []
  return Object.keys(after).filter(
    (field) => !DERIVED.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

const rowOf = (handlers: LoadedHandlers, change: Change) => ({
  noun: change.noun,
  id: change.id,
  name: nameOf(handlers, change),
  did: kindOf(change),
})

const withoutHidden = (side: unknown): Record<string, unknown> | null => {
  const record = recordIn(side)
  return record && Object.fromEntries(Object.entries(record).filter(([field]) => !HIDDEN.includes(field)))
}

/** An entry as the database has it, with the first changes or with all. */
export type AuditRow = Omit<Entry, 'changes'> & { changes: Change[] }

export const entryOf = (handlers: LoadedHandlers, row: AuditRow): Entry => ({
  ...row,
  changes: row.changes.map((change) => ({ ...rowOf(handlers, change), fields: fieldsOf(change) })),
})

export const wholeEntryOf = (handlers: LoadedHandlers, row: AuditRow): WholeEntry => ({
  ...row,
  changes: row.changes.map((change) => ({
    ...rowOf(handlers, change),
    before: withoutHidden(change.before),
    after: withoutHidden(change.after),
  })),
})

// A token sees changes of the records that it may read. A signed-in user also sees changes of the account. An agent sees only the
// changes of its own session.

type Reader = Pick<Context, 'principal' | 'undoHandlers'>

const seesAll = ({ principal }: Reader): boolean => principal.scopes.has('tokens:read')

export const mayRead = ({ principal, undoHandlers }: Reader, noun: string): boolean => {
  const scopes = undoHandlers[noun]?.scopes
  return scopes === undefined || principal.scopes.has(`${scopes}:read`)
}

/** The nouns whose changes a caller may see; undefined for all. */
export const visibleNouns = (ctx: Reader): readonly string[] | undefined =>
  seesAll(ctx) ? undefined : undoableNouns(ctx).filter((noun) => mayRead(ctx, noun))

/** The nouns whose changes a caller may ask to undo; undefined for all. undo.ts then checks the scope of each change. */
export const revertibleNouns = (ctx: Reader): readonly string[] | undefined =>
  seesAll(ctx) ? undefined : undoableNouns(ctx)

/** A change without the rows that the caller may not read. */
export const visiblePart = (ctx: Reader, row: AuditRow): AuditRow => ({
  ...row,
  changes: row.changes.filter(({ noun }) => mayRead(ctx, noun)),
})

/** The agent that calls; undefined for a call that no agent made. */
export const agentOf = ({ agentSession, principal }: Pick<Context, 'agentSession' | 'principal'>) =>
  agentSession === undefined ? undefined : { session: agentSession, credentialId: principal.credential.id }
