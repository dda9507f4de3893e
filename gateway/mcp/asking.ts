// Runs a tool's operations for every transport. Removes data that the caller may not read, and cleans and
// remembers foreign text, so that the result can mark it.
import { asCrmError, CrmError, fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { mayName, withoutDenied } from './denied.ts'
import { createForeignText, oneLine, type ForeignText } from './foreign-text.ts'
import type { AskUser } from './client-channel.ts'
import { confirmer, type ConfirmationSubject } from './confirmation.ts'
import { askOf, type ToolContext } from './tool-context.ts'

/** Published pay contains no foreign text, and many calls share one answer. */
const isOurs = ({ access }: Operation): boolean => String(access).startsWith('intelligence:')

export interface TransportDetails extends Omit<ToolContext, 'ask' | 'foreign' | 'changeIds' | 'confirm'> {
  tool: string
  args: Record<string, unknown>
  /** Only called when a change needs confirmation. */
  seal(): Pick<ConfirmationSubject, 'key' | 'subject' | 'spent'>
  question: AskUser | undefined
}

/** `run` runs an operation and returns the id of its change. */
export function toolContextOf(
  run: (op: Operation, input: unknown) => Promise<{ output: unknown; changeId?: string | undefined }>,
  { tool, args, seal, question, ...occasion }: TransportDetails,
): ToolContext {
  const { allows, signal, now, round } = occasion
  const foreign = createForeignText()
  const changeIds: string[] = []
  const ask = async (op: Operation, input: unknown): Promise<unknown> => {
    // A cancelled call makes no further changes.
    if (op.effect !== 'read' && signal().aborted) fail('failed', { problem: 'The call was cancelled.' })
    const { output, changeId } = await run(op, input).catch((thrown: unknown) => {
      throw discreet(asCrmError(thrown), foreign, mayName(op, allows))
    })
    if (changeId) changeIds.push(changeId)
    return isOurs(op) ? output : foreign.receive(withoutDenied(op, output, input, allows))
  }
  return {
    ...occasion,
    changeIds,
    foreign,
    ask: askOf(ask),
    confirm: (read) => confirmer({ ...seal(), tool, args, now, question, round })(read),
  }
}

const UNNAMED = 'That is in the way of a record which you may not read.'

/** The error without the names that the caller may not read. Other names are cleaned. */
function discreet(error: CrmError, foreign: ForeignText, mayNameIt: boolean): CrmError {
  // The names of scopes are ours.
  if (error.details === undefined || error.code === 'scope_missing') return error
  const { code, hint, issues, retryAfterSeconds, requestId, cause } = error
  const rest = { hint, issues, retryAfterSeconds, requestId, cause }
  if (!mayNameIt) return new CrmError(code, UNNAMED, rest)
  // Each candidate has its own line. Their names were cleaned when they were read.
  const message = code === 'ambiguous' ? error.message : oneLine(error.message)
  return new CrmError(code, message, { ...rest, details: foreign.receive(error.details) })
}
