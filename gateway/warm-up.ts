// Preloads what the first pay request would wait for: the data, and the index of role titles.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Services } from '../core/kernel/context.ts'

/** Preloads the compensation data. A failure is only logged: the next request loads it again. */
export async function warmUp({ intelligence, log }: Pick<Services, 'intelligence' | 'log'>): Promise<void> {
  try {
    await (await intelligence.fullDataset()).roleIndex()
    releaseMemory()
  } catch (error) {
    log.debug({ error }, 'The compensation data could not be loaded ahead.')
  }
}

/**
 * Parsing the tables leaves a hundred megabytes of garbage. V8 would keep
 * that memory until it needs it, which never happens in a process with small
 * responses. One collection at startup, before requests arrive, returns it.
 */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}
