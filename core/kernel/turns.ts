// Divides long work into steps, so that the process can serve others in between.

/** How long steps may block the event loop before a pause. */
const TURN_MS = 8

/** Returns a function to await between steps. After every few milliseconds it lets other work run. */
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
