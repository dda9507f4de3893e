// Prepares a gateway that has just started: what the first pay request would wait for, and what V8 would forget.
import { executionAsyncResource } from 'node:async_hooks'
import type { Services } from '../core/kernel/context.ts'
import { rehearse } from '../core/search/operations.ts'

/**
 * Keeps one of the objects that `process.nextTick` creates, until the returned function is called. V8 forgets the
 * layout of objects of which none is left, as after the collections while data are loaded, and code that meets
 * the layout anew stays on its slow path for good: `nextTick`, some ten of them per request, then takes 400 ns
 * each instead of 35.
 */
export function keepTickLayout(): () => void {
  const kept: object[] = []
  process.nextTick(() => void kept.push(executionAsyncResource()))
  return () => void (kept.length = 0)
}

type Warmed = Pick<Services, 'intelligence' | 'log' | 'sql' | 'config'>

/**
 * Preloads the compensation data, and plans the statements of a search on each connection: planned when asked, they took
 * the first searches 10 ms each. A failure is only logged: the next request does it again.
 */
export async function warmUp({ intelligence, log, sql, config }: Warmed): Promise<void> {
  try {
    const { words } = await intelligence.fullDataset()
    words.lexicon()
    // At the same time, because each is sent over the next connection that is free.
    await Promise.all(Array.from({ length: config.poolSize }, () => rehearse({ sql })))
  } catch (error) {
    log.debug({ error }, 'Not everything could be prepared ahead.')
  }
}
