// How many calls of a kind one subject may have open in this process: calls that last, such as chats.

/** A bound on open calls, shared by all limits that name the same kind. */
export interface AtOnce {
  kind: string
  most: number
}

/** Counts open calls by kind and subject. */
export function createOpenCalls(): {
  /** Opens a call; returns what ends it, or null while the subject has its most. */
  open(bound: AtOnce, subject: string): (() => void) | null
} {
  const open = new Map<string, number>()
  return {
    open({ kind, most }, subject) {
      const name = `${kind} ${subject}`
      const count = open.get(name) ?? 0
      if (count >= most) return null
      open.set(name, count + 1)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        const left = open.get(name)! - 1
        if (left) open.set(name, left)
        else open.delete(name)
      }
    },
  }
}
