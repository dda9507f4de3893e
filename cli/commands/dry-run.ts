// What --dry-run promises: a plan whose input the operation would accept.
import type { Operation } from '../../core/kernel/operation.ts'
import { parse } from '../../core/kernel/schema.ts'
import { isOn, type Run } from '../command.ts'

/** Whether only the plan is wanted. Input that the operation would refuse is refused here too. */
export function isDryRun(options: Run['options'], op: Pick<Operation, 'input'>, input: object): boolean {
  if (!isOn(options, 'dryRun')) return false
  parse(op.input(), input)
  return true
}
