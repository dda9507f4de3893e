// How a tool's operations answer it: without what the caller may not read, and with text from outside cleaned and
// remembered, so that the result can mark it. Every transport asks through here.
import { asCrmError, CrmError, fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { mayName, withoutDenied } from './denied.ts'
import { createForeignText, oneLine, type ForeignText } from './foreign-text.ts'
import type { AskUser } from './client-channel.ts'
import { confirmer, type ConfirmationSubject } from './confirmation.ts'
import { askOf, type ToolContext } from './tool-context.ts'

/** Published pay is ours, and one answer of it is shared by many calls. */
const isOurs = ({ access }: Operation): boolean => String(access).startsWith('intelligence:')

/** What a transport knows of a call. */
export interface Occasion extends Omit<ToolContext, 'ask' | 'foreign' | 'changeIds' | 'confirm'> {
  tool: string
  args: Record<string, unknown>
  /** Asked only when something has to be confirmed. */
  seal(): Pick<ConfirmationSubject, 'key' | 'subject' | 'spent'>
  question: AskUser | undefined
}

/** `run` runs an operation, and says which change that made. */
export function toolContextOf(
  run: (op: Operation, input: unknown) => Promise<{ output: unknown; changeId?: string | undefined }>,
  { tool, args, seal, question, ...occasion }: Occasion,
): ToolContext {
  const { allows, signal, now, round } = occasion
  const foreign = createForeignText()
  const changeIds: string[] = []
  const ask = async (op: Operation, input: unknown): Promise<unknown> => {
    // A call that was cancelled while its person was asked, or between two steps, changes nothing more.
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

/** The error without names that the caller may not read, and with the others cleaned. */
function discreet(error: CrmError, foreign: ForeignText, mayNameIt: boolean): CrmError {
  if (error.details === undefined) return error
  const { code, hint, issues, retryAfterSeconds, requestId, cause } = error
  const rest = { hint, issues, retryAfterSeconds, requestId, cause }
  if (!mayNameIt) return new CrmError(code, UNNAMED, rest)
  // Candidates are told one a line, by names that were cleaned when they were read.
  const message = code === 'ambiguous' ? error.message : oneLine(error.message)
  return new CrmError(code, message, { ...rest, details: foreign.receive(error.details) })
}
