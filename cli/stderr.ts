// stderr, opened on first use: most commands write nothing to it, and opening takes half a millisecond.
import { messageOf, systemCodeOf } from '../core/kernel/thrown.ts'

/** Returns stderr, ignoring write errors: a closed stderr must not stop the work. */
export function stderr(): NodeJS.WriteStream {
  const stream = process.stderr
  if (!stream.listenerCount('error')) stream.on('error', () => {})
  return stream
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/**
 * Reports why stdout could not be written and returns the exit code. That the
 * reader has closed the pipe, as `crm jobs list | head -1` does, is not an error.
 */
export function reportUnwritten(error: unknown): number {
  // A later write fails only because an earlier one did.
  const cause = process.stdout.errored ?? error
  const code = systemCodeOf(cause) ?? ''
  if (code === 'EPIPE') return 0
  stderr().write(`crm: The output could not be written: ${REASONS[code] ?? messageOf(cause)}.\n`)
  return 1
}
