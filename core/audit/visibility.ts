// Decides which part of the audit trail a caller sees. A token sees changes of the records that it may read. A signed-in user
// also sees changes of the account. An agent sees only the changes of its own session.
import type { Context } from '../kernel/context.ts'
import { undoableNouns } from '../undo-handler.ts'
import type { AuditRow } from './entry.ts'

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
