// The leases of one worker: getting them, looking what is due there, keeping them while that lasts, giving them back.
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Lanes } from './lanes.ts'
import * as queue from './queue.ts'

/** A lease lasts thirty seconds; those that go on are renewed long before. */
const RENEW_MS = 10 * SECOND_MS

export interface Leases {
  /** What is due and has room, in lanes that are held or have been leased for it. One call at a time. */
  look(room: queue.Room): Promise<readonly queue.Due[]>
  giveBack(lanes: readonly queue.Lane[]): Promise<void>
}

export function openLeases({ sql, clock }: Services, worker: string, lanes: Lanes): Leases {
  let renewedAt = clock.now()
  return {
    async look(room) {
      if (clock.now() - renewedAt > RENEW_MS) {
        renewedAt = clock.now()
        await queue.renew(sql, worker, lanes.held())
      }
      lanes.open(await queue.lease(sql, worker, { except: lanes.all(), room }))
      const held = lanes.held()
      return held.length ? queue.listDue(sql, worker, { lanes: held, inHand: lanes.inHand(), room }) : []
    },
    async giveBack(idle) {
      if (!idle.length) return
      lanes.leave(idle)
      await queue.release(sql, worker, idle)
      lanes.close(idle)
    },
  }
}
