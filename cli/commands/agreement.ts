// Confirms a destructive command: previews it, or asks first.
import { fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { parse } from '../../core/kernel/schema.ts'
import { isOn, type Run } from '../command.ts'

interface Step {
  /** The action, as it follows “would”: `remove Onsite`. */
  act: string
  /** The question to the user. By default, it asks whether to `act`. */
  question?: string
  /** The text of `--dry-run`, if not “would `act`”. */
  would?: string
  /** The data of `--dry-run`. A function if reading the data takes a request. */
  shown: object | (() => Promise<object>)
  /** The participle for a refusal, such as `removed` in “nothing was removed”. */
  nothing: string
}

/** Whether to proceed: never with `--dry-run`, always with `--yes`, otherwise as the user answers. */
export async function isAgreed(
  { options, out, path }: Run,
  { act, question = `${act[0]?.toUpperCase()}${act.slice(1)}?`, would = `Would ${act}.`, ...step }: Step,
): Promise<boolean> {
  const { shown, nothing } = step
  if (isOn(options, 'dryRun')) {
    out.done(typeof shown === 'function' ? await shown() : shown, would)
    return false
  }
  if (isOn(options, 'yes')) return true
  if (!out.canAsk) fail('confirmation_needed', { action: `crm ${path}` })
  if (await out.confirm(question)) return true
  out.note(`Nothing was ${nothing}.`)
  return false
}

/** Whether this is a dry run. Refuses the input that the operation would refuse. */
export function isDryRun(options: Run['options'], op: Pick<Operation, 'input'>, input: object): boolean {
  if (!isOn(options, 'dryRun')) return false
  parse(op.input(), input)
  return true
}
