// The `usage` error of an invalid command line: exit code 2.
import { problem } from '../core/kernel/errors.ts'

/** Throws `usage` with what is wrong, in whole sentences. */
export function misused(what: string, extras: Parameters<typeof problem>[2] = {}): never {
  throw problem('usage', { problem: what }, extras)
}
