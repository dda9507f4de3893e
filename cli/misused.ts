// The `usage` error of an invalid command line: exit code 2.
import { problem } from '../core/kernel/errors.ts'

/** Throws a `usage` error. The message must be whole sentences that say what is wrong. */
export function misused(what: string, extras: Parameters<typeof problem>[2] = {}): never {
  throw problem('usage', { problem: what }, extras)
}
