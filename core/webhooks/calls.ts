// The requests of one worker: round robin over receivers, one timer for all, and the outcome of each attempt.
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { postOf, resultOf, UNSIGNED } from './attempt.ts'
import { giveUp, makeCall, newCall, outcomeOf, type Call, type Outcome } from './call.ts'
import { openCallTimer } from './call-timer.ts'
import type { InMemory, Leased } from './leased-registrations.ts'
import type { Result } from './store-results.ts'
import { openRoundRobin } from './round-robin.ts'

/** A call that takes longer is considered slow and gives up its slot. */
const QUICK_MS = 25
/** A delivery that waited longer is released, because the registration may have been disabled meanwhile. */
const MAX_WAIT_MS = 2 * SECOND_MS

interface Calls {
  /** New deliveries are waiting at this registration; they are called in turn. */
  add(registration: Leased): void
  /** Stops sending; waiting deliveries are released. */
  stop(): void
  /**
   * Aborts the calls in flight. That is not the receivers' failure, so those without a response are released.
   */
  cut(): void
}

/** How a delivery leaves the calls. */
interface CallsEnd {
  /** It was attempted. */
  attempted(delivery: InMemory, result: Result): void
  /** It was not attempted, and stays due. */
  givenBack(delivery: InMemory): void
}

/** An attempt in flight: when it began, and whether it holds a slot for quick calls. */
interface Attempt {
  delivery: InMemory
  began: number
  isQuick: boolean
}

export function openCalls(
  services: Services,
  dialler: Dispatcher,
  { attempted, givenBack }: CallsEnd,
): Calls {
  const { clock, log } = services
  let isStopped = false

  const finish = (delivery: InMemory, outcome: Outcome, began: number) => {
    const { cause } = outcome
    if (cause) {
      const { host } = new URL(delivery.receiver.origin)
      log.info({ delivery: delivery.id, host, cause }, 'A delivery failed.')
    }
    attempted(delivery, resultOf(delivery, outcome, began, clock.now()))
  }
  const ended = (call: Call<Attempt>) => {
    const { delivery, began, isQuick } = call.subject
    timer.remove(call)
    if (call.cause instanceof Leaving && call.status === null) givenBack(delivery)
    else finish(delivery, outcomeOf(call), began)
    turns.end(delivery.registration, isQuick)
  }
  const timer = openCallTimer<Call<Attempt>>((call, now) => {
    if (now >= call.deadline) return giveUp(call)
    if (!call.subject.isQuick || now - call.startedAt < QUICK_MS) return
    call.subject.isQuick = false
    turns.slowed()
  })
  const turns = openRoundRobin((delivery) => {
    const began = clock.now()
    const { keys } = delivery.receiver
    if (isStopped || began - delivery.takenAt > MAX_WAIT_MS) givenBack(delivery)
    else if (!keys) finish(delivery, UNSIGNED, began)
    else {
      const call = newCall<Attempt>({ delivery, began, isQuick: true }, ended)
      timer.add(call)
      return () => makeCall(dialler, call, () => postOf(delivery, keys, began))
    }
    return null
  })
  return {
    add: turns.add,
    stop: () => void (isStopped = true),
    cut() {
      for (const each of timer.all()) giveUp(each, new Leaving())
    },
  }
}

/** The process is shutting down. */
class Leaving extends Error {
  override readonly name = 'Leaving'
}
