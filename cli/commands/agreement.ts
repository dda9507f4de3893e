// How a command that takes something away goes on: it says what it would do, or asks first.
import { fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { parse } from '../../core/kernel/schema.ts'
import type { Client } from '../client.ts'
import { isOn, type Command, type Run } from '../command.ts'

interface Step {
  /** What is done, to follow “would”: `remove Onsite`. */
  act: string
  /** The question to the person. The default asks whether to `act`. */
  question?: string
  /** What `--dry-run` says, if not that it would `act`. */
  would?: string
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
  { act, question = `${act[0]?.toUpperCase()}${act.slice(1)}?`, would = `Would ${act}.`, ...step }: Step,
): Promise<boolean> {
  const { shown, nothing, action } = step
  if (isOn(options, 'dryRun')) {
    out.done(typeof shown === 'function' ? await shown() : shown, would)
    return false
  }
  if (isOn(options, 'yes')) return true
  if (action && !out.canAsk) fail('confirmation_needed', { action })
  if (await out.confirm(question)) return true
  out.note(`Nothing was ${nothing}.`)
  return false
}

/** Whether only the plan is wanted. Input that the operation would refuse is refused here too. */
export function isDryRun(options: Run['options'], op: Pick<Operation, 'input'>, input: object): boolean {
  if (!isOn(options, 'dryRun')) return false
  parse(op.input(), input)
  return true
}

interface Removal<Found extends object> extends Pick<Command, 'name' | 'about' | 'args' | 'examples'> {
  op: Operation<Z.ZodType, Z.ZodType<object>>
  find: (client: Client, text: string) => Promise<Found>
  act: (found: Found) => string
  nothing: string
  /** What `--dry-run` returns, if not all that was found. */
  shown?: (found: Found) => object
  /** What the operation takes, if not the id. */
  input?: (found: Found) => object
  said: (found: Found) => string
}

export const removal = <Found extends { id: string }>({
  op,
  find,
  act,
  nothing,
  shown = (found) => found,
  input = ({ id }) => ({ id }),
  said,
  ...named
}: Removal<Found>): Command => ({
  ...{ ...named, operation: op.name },
  destructive: true,
  async run(call) {
    const { args, client, out } = call
    const found = await find(client, args[0] ?? '')
    if (!(await isAgreed(call, { act: act(found), shown: shown(found), nothing }))) return
    out.done(await client.call(op, input(found)), said(found))
  },
})
