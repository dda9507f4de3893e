// Cancellation on Ctrl-C for work that must not simply be dropped: a model call is cancelled and its usage recorded.

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
