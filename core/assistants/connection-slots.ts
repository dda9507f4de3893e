// The connections to one provider: each serves one call at a time, and a call waits for a free one, but not for long.
import { problem } from '../kernel/errors.ts'

export interface SlotOptions {
  most: number
  /** How long a call waits for one that ends. */
  waitMs: number
}

/** What a provider is given unless a test asks for less: eight calls of each of 32 users, and an answer within ten seconds. */
export const PROVIDER_SLOTS: SlotOptions = { most: 256, waitMs: 8_000 }

/** Takes a slot; returns what gives it back. Throws `ai_busy` when none is free in time, and the signal's reason. */
export type TakeSlot = (signal: AbortSignal | null | undefined) => Promise<() => void>

export function createSlots({ most, waitMs }: SlotOptions): TakeSlot {
  const waiting = new Set<() => void>()
  let taken = 0

  const giveBack = (): void => {
    const [next] = waiting
    // A slot is handed on, so `taken` does not change.
    if (next) next()
    else taken -= 1
  }

  const slot = (): (() => void) => {
    let held = true
    return () => {
      if (held) giveBack()
      held = false
    }
  }

  return (signal) => {
    if (taken < most) {
      taken += 1
      return Promise.resolve(slot())
    }
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        if (!waiting.delete(go)) return
        clearTimeout(late)
        signal?.removeEventListener('abort', stop)
        finish()
      }
      const go = () => settle(() => resolve(slot()))
      const stop = () => settle(() => reject(signal?.reason))
      const late = setTimeout(
        () => settle(() => reject(problem('ai_busy', {}, { retryAfterSeconds: 5 }))),
        waitMs,
      )
      waiting.add(go)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }
}
