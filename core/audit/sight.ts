// How much of the audit trail a credential shows: a token what it may change, a person their account too.
import type { Context } from '../kernel/context.ts'
import { UNDOABLE } from './reversers.ts'

/** The nouns a principal sees changes of; undefined for all of them. */
export const visibleNouns = ({ principal }: Pick<Context, 'principal'>): readonly string[] | undefined =>
  principal.scopes.has('tokens:read') ? undefined : UNDOABLE
