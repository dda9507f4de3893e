// Confirms a destructive command: previews it, or asks first.
import { fail } from '../../core/kernel/errors.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { parse } from '../../core/kernel/schema.ts'
import type { Client } from '../client.ts'
import { isOn, type Command, type Run } from '../command.ts'

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

interface Removal<Found extends object> extends Pick<Command, 'name' | 'about' | 'args' | 'examples'> {
  op: Operation<Z.ZodType, Z.ZodType<object>>
  find: (client: Client, text: string) => Promise<Found>
  act: (found: Found) => string
  nothing: string
  /** The data that `--dry-run` prints, if not the whole record. */
  shown?: (found: Found) => object
  input?: (found: Found) => object
  summary: (found: Found) => string
}

export const removal = <Found extends { id: string }>({
  op,
  find,
  act,
  nothing,
  shown = (found) => found,
  input = ({ id }) => ({ id }),
  summary,
  ...named
}: Removal<Found>): Command => ({
  ...{ ...named, operation: op.name },
  destructive: true,
  async run(call) {
    const { args, client, out } = call
    const found = await find(client, args[0] ?? '')
    if (!(await isAgreed(call, { act: act(found), shown: shown(found), nothing }))) return
    out.done(await client.call(op, input(found)), summary(found))
  },
})
