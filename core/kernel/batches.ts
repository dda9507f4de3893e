// Collects the items that arrive while a call runs, and passes them to the next call.

/** Returns a function that queues an item for `send`. Calls never overlap, and each takes at most `most` items. `send` must not reject. */
export function inBatches<T>(most: number, send: (items: readonly T[]) => Promise<void>): (item: T) => void {
  let waiting: T[] = []
  let isSending = false
  const sendAll = async (): Promise<void> => {
    // Items added in the same turn of the event loop form one batch.
    await Promise.resolve()
    while (waiting.length) {
      const items = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await send(items)
    }
    isSending = false
  }
  return (item) => {
    waiting.push(item)
    if (isSending) return
    isSending = true
    void sendAll()
  }
}
