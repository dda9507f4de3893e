// One line in front of each receiver: so many calls at a time, the rest waits its turn.

export interface Lines<T> {
  /** Calls now, or when its turn comes. */
  add(item: T): void
}

/** `call` must not throw. */
export function openLines<T>(
  mostAtOnce: number,
  lineOf: (item: T) => string,
  call: (item: T) => Promise<void>,
): Lines<T> {
  const lines = new Map<string, { calls: number; waiting: T[] }>()
  const add = (item: T) => {
    const name = lineOf(item)
    const line = lines.get(name) ?? { calls: 0, waiting: [] }
    lines.set(name, line)
    if (line.calls >= mostAtOnce) return void line.waiting.push(item)
    line.calls += 1
    void call(item).then(() => {
      line.calls -= 1
      const next = line.waiting.shift()
      if (next !== undefined) add(next)
      else if (!line.calls) lines.delete(name)
    })
  }
  return { add }
}
