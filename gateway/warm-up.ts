// Prepares a gateway that has just started: what the first pay request would wait for, and what V8 would forget.
import { executionAsyncResource } from 'node:async_hooks'
import type { Services } from '../core/kernel/context.ts'

/**
 * Keeps one of the objects that `process.nextTick` creates, until the returned function is called. V8 forgets the
 * layout of objects of which none is left, as after the collections while data are loaded, and code that meets
 * the layout anew stays on its slow path for good: `nextTick`, some ten of them per request, then takes 400 ns
 * each instead of 35 (docs/performance.md).
 */
export function keepTickLayout(): () => void {
  const kept: object[] = []
  process.nextTick(() => void kept.push(executionAsyncResource()))
  return () => void (kept.length = 0)
}

/** Preloads the compensation data. A failure is only logged: the next request loads it again. */
export async function warmUp({ intelligence, log }: Pick<Services, 'intelligence' | 'log'>): Promise<void> {
  try {
    const { words } = await intelligence.fullDataset()
    words.lexicon()
  } catch (error) {
    log.debug({ error }, 'The compensation data could not be loaded ahead.')
  }
}
