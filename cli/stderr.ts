// stderr, opened on first use: most commands write nothing to it, and opening takes half a millisecond.
import { unwritable } from '../core/kernel/system-causes.ts'
import { messageOf, systemCodeOf } from '../core/kernel/errors.ts'

/** Returns stderr, ignoring write errors: a closed stderr must not stop the work. */
export function stderr(): NodeJS.WriteStream {
  const stream = process.stderr
  if (!stream.listenerCount('error')) stream.on('error', () => {})
  return stream
}

/** The exit code after a failed write to stdout. A pipe that the reader closed, such as `head -1`, is no error. */
export function reportUnwritten(error: unknown): number {
  // A later write fails only because an earlier one did.
  const cause = process.stdout.errored ?? error
  if (systemCodeOf(cause) === 'EPIPE') return 0
  stderr().write(`crm: The output could not be written: ${unwritable(cause) ?? messageOf(cause)}.\n`)
  return 1
}
