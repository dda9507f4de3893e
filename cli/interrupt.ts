// Cancellation on Ctrl-C for work that must not simply be dropped: a running model call is cancelled and its
// usage recorded. Everything else ends with the process.

const INTERRUPTED = 130

/**
 * Runs work that can be aborted. The first Ctrl-C aborts it and the
 * process exits once it has stopped; a second one exits immediately.
 */
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

/** Exits on Ctrl-C, unless another listener handles it. */
export function endWhenInterrupted(): void {
  process.on('SIGINT', () => {
    if (process.listenerCount('SIGINT') === 1) process.exit(INTERRUPTED)
  })
}
