// The error of a command line that cannot be carried out as it stands: it exits with 2.
import { problem } from '../core/kernel/errors.ts'

/** Throws `usage` with what is wrong, in whole sentences. */
export function misused(what: string, extras: Parameters<typeof problem>[2] = {}): never {
  throw problem('usage', { problem: what }, extras)
}
