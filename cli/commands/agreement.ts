// How a command that takes something away goes on: it says what it would do, or asks first.
import { fail } from '../../core/kernel/errors.ts'
import { isOn, type Run } from '../command.ts'

interface Step {
  /** What is done, to follow “would”: `remove Onsite`. */
  act: string
  /** What `--dry-run` returns, read only then if it takes a request. */
  shown: object | (() => Promise<object>)
  /** What nothing was, if the answer is no: `removed`. */
  nothing: string
  /** What needs `--yes` where nobody can be asked; a destructive command is refused before it starts. */
  action?: string
}

/** Whether to do it: not with `--dry-run`, at once with `--yes`, else as the person answers. */
export async function isAgreed(
  { options, out }: Run,
  { act, shown, nothing, action }: Step,
): Promise<boolean> {
  if (isOn(options, 'dryRun')) {
    out.done(typeof shown === 'function' ? await shown() : shown, `Would ${act}.`)
    return false
  }
  if (isOn(options, 'yes')) return true
  if (action && !out.canAsk) fail('confirmation_needed', { action })
  if (await out.confirm(`${act[0]?.toUpperCase()}${act.slice(1)}?`)) return true
  out.note(`Nothing was ${nothing}.`)
  return false
}
