// The idempotency key of a tool call, on every transport. A separate file, so that the agents' bundle does not load the core.
import { hash } from 'node:crypto'
import type { Idempotency } from '../../core/kernel/context.ts'
import { invalidInput } from '../../core/kernel/schema.ts'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Models repeat a call that seems lost; with the same key the repeat gets the first call's result. */
export function idempotencyOf(tool: string, args: Record<string, unknown>): Idempotency | undefined {
  const { idempotencyKey: key, ...rest } = args
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw invalidInput([{ path: 'idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' }])
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    key,
    fingerprint: hash('sha256', JSON.stringify([tool, named]), 'buffer'),
  }
}
