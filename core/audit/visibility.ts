// Decides which part of the audit trail a caller sees. A token sees records that it can change, a session also the account, an
// agent only what its own session did.
import type { Context } from '../kernel/context.ts'
import { undoableNouns } from '../undo-handler.ts'
import type { Agent } from './store.ts'

/** The nouns whose changes a caller may see; undefined for all. */
export const visibleNouns = ({
  principal,
  undoHandlers,
}: Pick<Context, 'principal' | 'undoHandlers'>): readonly string[] | undefined =>
  principal.scopes.has('tokens:read') ? undefined : undoableNouns({ undoHandlers })

/** The agent that calls; undefined for a person, who may see and undo everything. */
export const agentOf = ({
  agentSession,
  principal,
}: Pick<Context, 'agentSession' | 'principal'>): Agent | undefined =>
  agentSession === undefined ? undefined : { session: agentSession, credentialId: principal.credential.id }
