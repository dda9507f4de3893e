// Starts the embedded server again when it was killed, for processes that run longer than one command.
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { ensureServer, wasKilled } from './embedded.ts'

const LOOK_MS = 200
// Long enough that a server that cannot start, for example on a full disk, does not fill the log.
const PAUSE_MS = 15 * SECOND_MS

/** Restarts the server of `home` until `stop` is called. A server that `crm db stop` ended stays stopped. */
export function superviseServer(home: string, log: Log): { stop(): void } {
  const stopping = new AbortController()
  const look = async (): Promise<number> => {
    if (!wasKilled(home)) return LOOK_MS
    try {
      const { started } = await ensureServer(home)
      if (started) log.error({ home }, 'The database had been killed and was started again.')
      return started ? LOOK_MS : PAUSE_MS
    } catch (error) {
      log.error({ home, error }, 'The database was killed and cannot be started again.')
      return PAUSE_MS
    }
  }
  const watch = async (): Promise<void> => {
    const { signal } = stopping
    for (let pauseMs = LOOK_MS; !signal.aborted; pauseMs = await look())
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
  void watch()
  return { stop: () => stopping.abort() }
}
