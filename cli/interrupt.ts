// Cancellation on Ctrl-C for work that must not simply be dropped: a running model call is cancelled and its usage
// recorded. Anything else ends with the process.

const INTERRUPTED = 130

/** Runs work that stops by its signal; an interrupted one ends the process once it has stopped, a second Ctrl-C at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const interrupt = () => {
    if (stopping.signal.aborted) process.exit(INTERRUPTED)
    stopping.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) process.exit(INTERRUPTED)
    throw error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Ends an interrupted process, unless somebody in it sees to that. */
export function endWhenInterrupted(): void {
  process.on('SIGINT', () => {
    if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED)
  })
}
