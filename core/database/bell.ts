// “There is something to do”: rung after a commit, heard at once in the same process and within some 50 ms in others.
import type { Bell } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { connectForListening, type Sql } from './connect.ts'
import type { Address } from './embedded/address.ts'

const CHANNEL = 'crm_bell'
/** A NOTIFY takes a lock that every commit waits for: one in each commit cut 5,145 inserts a second to 1,771. */
const DEBOUNCE_MS = 50
/** How often the ear is put to the wall again, in case the connection was lost. */
const LISTEN_AGAIN_MS = 5_000

/**
 * A bell over a pool. Where somebody in this process hears it, others need not be woken: whoever hears does the work.
 * `listen` opens the ear for other processes with the first hearer; nothing is promised of it (through pgbouncer LISTEN
 * says nothing at all, and no error), so hearers look for work now and then without it.
 */
export function createBell(sql: Sql, listen: (heard: () => void) => () => Promise<void>): Bell {
  const hearers = new Set<() => void>()
  let close: (() => Promise<void>) | undefined
  let waiting: NodeJS.Timeout | undefined
  let again = false
  let telling: Promise<unknown> = Promise.resolve()

  const notify = () => {
    again = false
    telling = sql`select pg_notify(${CHANNEL}, '')`.catch(() => {})
    waiting = setTimeout(() => {
      waiting = undefined
      if (again) notify()
    }, DEBOUNCE_MS)
    waiting.unref()
  }
  const wake = () => hearers.forEach((heard) => heard())

  return {
    ring() {
      if (hearers.size) return wake()
      if (waiting) again = true
      else notify()
    },
    async told() {
      if (again) {
        clearTimeout(waiting)
        notify()
      }
      await telling
    },
    hear(heard) {
      hearers.add(heard)
      close ??= listen(wake)
      return async () => {
        hearers.delete(heard)
        if (hearers.size || !close) return
        const closing = close
        close = undefined
        await closing()
      }
    },
  }
}

/** Listens on a connection of its own, which is opened again when it was lost. */
export function listenTo(at: string | Address, log: Log): (heard: () => void) => () => Promise<void> {
  return (heard) => {
    const ear = connectForListening(at, heard)
    const listen = () =>
      void ear`listen ${ear(CHANNEL)}`.catch((error: unknown) =>
        log.debug({ error }, 'The bell of other processes cannot be heard for now.'),
      )
    listen()
    const timer = setInterval(listen, LISTEN_AGAIN_MS)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await ear.end({ timeout: 1 })
    }
  }
}
