// How a tool's operations answer it: without what the caller may not read, and with text from outside cleaned and
// remembered, so that the result can mark it. Every transport asks through here.
import { asCrmError, CrmError, fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import { mayName, withoutDenied } from './denied.ts'
import { createForeignText, oneLine, type ForeignText } from './foreign-text.ts'
import { askOf, type Ask } from './tool-context.ts'

interface Asking {
  ask: Ask
  foreign: ForeignText
}

/** Published pay is ours, and one answer of it is shared by many calls. */
const isOurs = ({ access }: Operation): boolean => String(access).startsWith('intelligence:')

export function askingBy(
  run: (op: Operation, input: unknown) => Promise<unknown>,
  { allows, signal }: { allows(scope: Scope): boolean; signal(): AbortSignal },
): Asking {
  const foreign = createForeignText()
  const ask = async (op: Operation, input: unknown): Promise<unknown> => {
    // A call that was cancelled while its person was asked, or between two steps, changes nothing more.
    if (op.effect !== 'read' && signal().aborted) fail('failed', { problem: 'The call was cancelled.' })
    const answer = await run(op, input).catch((thrown: unknown) => {
      throw discreet(asCrmError(thrown), foreign, mayName(op, allows))
    })
    return isOurs(op) ? answer : foreign.receive(withoutDenied(op, answer, input, allows))
  }
  return { ask: askOf(ask), foreign }
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
