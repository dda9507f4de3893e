// Batches requests made in the same turn of the event loop into one statement.

/** The maximum number of subjects per statement: 500 take 15 ms. */
export const MAX_BATCH_SIZE = 500

/** Returns a function that adds an item to the open batch; its promise settles with that batch. */
export function batched<T>(send: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let open: { items: T[]; done: Promise<void> } | null = null

  const start = (): { items: T[]; done: Promise<void> } => {
    const items: T[] = []
    const done = Promise.resolve().then(() => {
      if (open?.items === items) open = null
      return send(items)
    })
    return { items, done }
  }

  return (item) => {
    if (!open || open.items.length >= MAX_BATCH_SIZE) open = start()
    open.items.push(item)
    return open.done
  }
}
