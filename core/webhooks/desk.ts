// What one worker has in hand: it takes what is due, calls, and sees that how it went is written.
import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { attempt, openSecrets } from './attempt.ts'
import { openEnds } from './ends.ts'
import { openLeases } from './leases.ts'
import { openLanes } from './lanes.ts'
import { openLines } from './lines.ts'
import type * as queue from './queue.ts'

/** Deliveries in hand at a time: waiting in line, called, being written. Many, so that one statement serves dozens. */
export const SLOTS = 1_024
/** Of them for retries, and for receivers that have been failing: hanging, they would take all there are. */
const SLOW_SLOTS = SLOTS / 2
/** Calls to one registration at a time. */
const AT_ONCE = 8
/** What waited longer in front of its receiver is given back. */
const MOST_WAITED_MS = 2 * SECOND_MS
/** Of the ten seconds that a stopping process has; what has no answer by then is given back. */
const LET_FINISH_MS = 8 * SECOND_MS

/** The deliveries that a process has in hand. */
export interface Desk {
  room(): queue.Room
  /** Takes what is due and has room; answers how many. */
  fill(): Promise<number>
  /** Lets calls finish, and gives back what does not. */
  close(): Promise<void>
}

interface Taken {
  due: queue.Due
  /** Milliseconds. */
  at: number
}

export function openDesk(services: Services, dialler: Dispatcher, freed: () => void): Desk {
  const { clock, log } = services
  const worker = newId()
  const lanes = openLanes()
  const leases = openLeases(services, worker, lanes)
  const ends = openEnds(services, worker, lanes)
  const open = openSecrets(services)
  const cut = new AbortController()
  // One listener for each call is no leak.
  setMaxListeners(SLOTS * 2, cut.signal)
  let inHand = 0
  let slow = 0
  let isClosing = false
  let allEnded = () => {}
  const room = () => ({ free: SLOTS - inHand, freeSlow: SLOW_SLOTS - slow })

  const end = ({ due }: Taken) => {
    if (due.slow) slow -= 1
    inHand -= 1
    lanes.end([due])
    freed()
    if (!inHand) allEnded()
  }
  const call = async (taken: Taken) => {
    const { due, at } = taken
    // Whoever waited for a receiver that hangs is looked for again: it may have been disabled meanwhile.
    const isStale = isClosing || clock.now() - at > MOST_WAITED_MS
    const sent = isStale ? null : attempt(services, dialler, { due, signed: open(due), signal: cut.signal })
    const finished = await sent?.catch((error: unknown) => {
      log.error({ error, delivery: due.id }, 'A delivery broke off.')
    })
    if (finished) ends.write(finished, () => end(taken))
    else end(taken)
  }
  const lines = openLines(AT_ONCE, ({ due }: Taken) => due.webhookId, call)
  const take = (due: queue.Due) => {
    if (!lanes.take(due)) return
    if (due.slow) slow += 1
    inHand += 1
    lines.add({ due, at: clock.now() })
  }
  return {
    room,
    async fill() {
      if (!room().free) return 0
      const due = await leases.look(room())
      due.forEach(take)
      await leases.giveBack(lanes.empty())
      return due.length
    },
    async close() {
      isClosing = true
      const timer = setTimeout(() => cut.abort(), LET_FINISH_MS)
      if (inHand) await new Promise<void>((resolve) => (allEnded = resolve))
      clearTimeout(timer)
      await leases.giveBack(lanes.held())
    },
  }
}
