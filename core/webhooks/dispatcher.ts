// The worker that delivers: it looks for what is due when it is woken, and now and then. Any number of processes work
// side by side.
import { openDialler } from '../outbound/dial.ts'
import type { Services } from '../kernel/context.ts'
import type { Worker } from '../workers.ts'
import { openDesk, SLOTS } from './desk.ts'
import { rulesOf } from './registration.ts'
import { createWake } from './wake.ts'

/** How often it looks without being woken. */
const POLL_MS = 500
/** When there is much to do, one look fills the places of many: it waits for so many, or so often so long. */
const WORTH_A_LOOK = SLOTS / 2
const REST_MS = 5
const MOST_RESTS = 4

/** Runs until it is stopped. */
export const dispatcher: Worker = {
  name: 'webhooks',
  everyMs: POLL_MS,
  async run(services, signal) {
    const dialler = await openDialler(rulesOf(services), { connections: SLOTS })
    const wake = createWake()
    const stopHearing = services.notifier.subscribe(wake.knock)
    signal.addEventListener('abort', wake.knock)
    const desk = openDesk(services, dialler, wake.knock)
    try {
      while (!signal.aborted) {
        const taken = await desk.fill().catch(logAndRest(services))
        await wake.wait(POLL_MS)
        for (let rests = 0; taken && rests < MOST_RESTS && desk.room().free < WORTH_A_LOOK; rests += 1)
          await pause(REST_MS)
      }
    } finally {
      signal.removeEventListener('abort', wake.knock)
      await desk.close()
      await stopHearing()
      dialler.destroy().catch(() => {})
    }
    return 0
  },
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A database that cannot be asked now ends no call: how they go is still written when it is back. */
const logAndRest =
  ({ log }: Services) =>
  async (error: unknown): Promise<number> => {
    log.warn({ error }, 'What is to be delivered cannot be looked for now.')
    await pause(POLL_MS)
    return 0
  }
