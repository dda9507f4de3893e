// Divides long work into steps, so that the process can serve others in between.

/** How long the steps together may block the event loop. */
const TURN_MS = 8

/** Returns what to await between steps: it lets other work run after every few milliseconds. */
export function takingTurns(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < TURN_MS) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}

/** The results for all items. Other work runs in between. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const letOthersRun = takingTurns()
  const results: Result[] = []
  for (const item of items) {
    await letOthersRun()
    results.push(work(item))
  }
  return results
}
