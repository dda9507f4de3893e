// The leases of one worker: taking them, reading due deliveries, renewing and releasing them.
import { SECOND_MS } from '../kernel/clock.ts'
import { isSharded } from '../database/sharding.ts'
import type { Services } from '../kernel/context.ts'
import type { LeasedRegistration, LeasedRegistrations } from './leased-registrations.ts'
import * as queue from './store/queue.ts'

interface Leases {
  /**
   * Fetches due deliveries that fit in the room, from registrations already leased or newly leased for it.
   * Calls must not overlap.
   */
  fetchDue(room: queue.Room): Promise<FetchedWork>
  release(registrations: readonly LeasedRegistration[]): Promise<void>
}

interface FetchedWork {
  work: readonly queue.DueWork[]
  /** There was not enough room for all registrations that have, or may have, something due. */
  isTruncated: boolean
}

export function openLeases({ sql, clock }: Services, worker: string, leased: LeasedRegistrations): Leases {
  let renewedAt = clock.now()
  let turn = 0
  let sharded: boolean | undefined

  /** Who may be delivered to, where the database is distributed. */
  const entitledNow = async () => {
    sharded ??= await isSharded(sql)
    return sharded ? queue.listEntitled(sql, clock.now()) : undefined
  }

  return {
    async fetchDue(room) {
      if (clock.now() - renewedAt > queue.RENEW_SECONDS * SECOND_MS) {
        renewedAt = clock.now()
        await queue.renew(sql, worker, leased.held())
      }
      if (room.free <= 0) return { work: [], isTruncated: true }
      const entitled = await entitledNow()
      const added = await queue.lease(sql, worker, { except: leased.all(), room, now: clock.now(), entitled })
      leased.add(added)
      // The order rotates with each call, so that all registrations get a share when there is too little
      // room.
      const { wanted, isTruncated } = share(rotated(leased.held(), (turn += 1)), room)
      if (!wanted.length) return { work: [], isTruncated }
      const inMemory = wanted.flatMap(({ ids }) => [...ids])
      const found = await queue.listDue(sql, worker, { wanted, inMemory, now: clock.now(), entitled })
      const userOf = new Map(wanted.map(({ webhookId, userId }) => [webhookId, userId]))
      const work = entitled && found.length ? await queue.withBodies(sql, found, userOf) : found
      return { work, isTruncated: isTruncated || added.length >= room.free }
    },
    async release(registrations) {
      if (!registrations.length) return
      for (const each of registrations) each.isReleasing = true
      await queue.release(sql, worker, registrations)
      leased.remove(registrations)
    },
  }
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const from = items.length ? by % items.length : 0
  return [...items.slice(from), ...items.slice(0, from)]
}

type RegistrationRequest = queue.FetchRequest & Pick<LeasedRegistration, 'ids'>

/** Divides the room between the registrations. */
function share(registrations: readonly LeasedRegistration[], { free, freeSlow }: queue.Room) {
  const wanted: RegistrationRequest[] = []
  let isTruncated = false
  for (const each of registrations) {
    const room = Math.min(free, each.failing ? freeSlow : free)
    const more = Math.min(room, queue.MAX_LEASED - each.ids.size)
    if (more <= 0) isTruncated ||= room <= 0
    else {
      const { userId, webhookId, ids } = each
      wanted.push({ userId, webhookId, ids, limit: ids.size + more })
      free -= more
      if (each.failing) freeSlow -= more
    }
  }
  return { wanted, isTruncated }
}
