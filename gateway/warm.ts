// Preloads what the first pay request would wait for: the data, and the index of role titles.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Services } from '../core/kernel/context.ts'

/** Loads the data of compensation intelligence. A failure is for whoever asks: they try again, and are told. */
export async function warm({ intelligence, log }: Pick<Services, 'intelligence' | 'log'>): Promise<void> {
  try {
    await (await intelligence.whole()).roleIndex()
    giveBack()
  } catch (error) {
    log.debug({ error }, 'The compensation data could not be loaded ahead.')
  }
}

/**
 * Reading the tables leaves a hundred megabytes of texts behind, which V8 would keep until something else needs the room:
 * a process that serves small answers never does. One collection at the start, while nobody waits, returns them.
 */
function giveBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
}
