// Loads what the first pay request and the first search would wait for.
import type { Services } from '../core/kernel/context.ts'
import { rehearse } from '../core/search/operations.ts'

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
