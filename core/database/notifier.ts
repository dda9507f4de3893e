// Wakes background workers when there is work: immediately in the same process, within about 50 ms in others (LISTEN/NOTIFY).
import type { Notifier } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { connectForListening, type Sql } from './connect.ts'
import type { Address } from './embedded/address.ts'

export const CHANNEL = 'crm_work'
/** NOTIFY takes a global lock that commits wait for: one per commit cut throughput from 5,145 to 1,771 inserts a second. */
const DEBOUNCE_MS = 50
/** How often LISTEN is repeated, in case the connection was lost. */
const LISTEN_AGAIN_MS = 5_000

/** Wakes subscribers of this process, else notifies others. pgbouncer drops notifications, so subscribers must poll too. */
export function createNotifier(sql: Sql, listen: (onNotify: () => void) => () => Promise<void>): Notifier {
  const subscribers = new Set<() => void>()
  let stopListening: (() => Promise<void>) | undefined
  let debounce: NodeJS.Timeout | undefined
  let pending = false
  let sending: Promise<unknown> = Promise.resolve()

  const send = () => {
    pending = false
    sending = sql`select pg_notify(${CHANNEL}, '')`.catch(() => {})
    debounce = setTimeout(() => {
      debounce = undefined
      if (pending) send()
    }, DEBOUNCE_MS)
    debounce.unref()
  }
  const wakeSubscribers = () => subscribers.forEach((wake) => wake())

  return {
    notify() {
      if (subscribers.size) return wakeSubscribers()
      if (debounce) pending = true
      else send()
    },
    async flushed() {
      if (pending) {
        clearTimeout(debounce)
        send()
      }
      await sending
    },
    subscribe(wake) {
      subscribers.add(wake)
      stopListening ??= listen(wakeSubscribers)
      return async () => {
        subscribers.delete(wake)
        if (subscribers.size || !stopListening) return
        const stopping = stopListening
        stopListening = undefined
        await stopping()
      }
    },
  }
}

/** Listens on a dedicated connection, and listens again if that connection was lost. */
export function listenForWork(at: string | Address, log: Log): (onNotify: () => void) => () => Promise<void> {
  return (onNotify) => {
    const connection = connectForListening(at, onNotify)
    const listen = () =>
      void connection`listen ${connection(CHANNEL)}`.catch((error: unknown) =>
        log.debug({ error }, 'Cannot listen for notifications from other processes at the moment.'),
      )
    listen()
    const timer = setInterval(listen, LISTEN_AGAIN_MS)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await connection.end({ timeout: 1 })
    }
  }
}

/** A pooler drops notifications, so workers poll twice a second. */
export const pollOnly = () => () => Promise.resolve()
