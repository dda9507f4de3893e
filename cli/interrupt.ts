// How the process ends: Ctrl-C cancels a model call, whose usage is recorded; stdout and stderr may be closed.
import { messageOf, systemCodeOf } from '../core/kernel/errors.ts'
import { unwritable } from '../core/kernel/system-causes.ts'

export const INTERRUPTED = 130

/** Thrown to end the program with an exit code and no message. */
export class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`The program ends with ${exitCode}.`)
    this.name = 'Ended'
    this.exitCode = exitCode
  }
}

/** Whether the error ends the program. The views' bundle has an `Ended` class of its own. */
export const isEnded = (thrown: unknown): thrown is Ended =>
  thrown instanceof Error && thrown.name === 'Ended' && 'exitCode' in thrown

/** The first Ctrl-C aborts the work, and the program ends once it has stopped; a second one ends it immediately. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const interrupt = () => stopping.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? new Ended(INTERRUPTED) : error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Exits on Ctrl-C, unless another listener handles it. */
export function endWhenInterrupted(): void {
  process.on('SIGINT', () => {
    if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED)
  })
}

/**
 * Returns stderr, opened on first use: most commands write nothing to it, and opening takes half a millisecond. Ignores write
 * errors: a closed stderr must not stop the work.
 */
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
