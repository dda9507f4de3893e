// The requests of one worker: round robin over receivers, one timer for all, and the outcome of each attempt.
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { postOf, resultOf, UNSIGNED } from './attempt.ts'
import { abortCall, sendCall, newCall, outcomeOf, type Call, type Outcome } from './http-call.ts'
import { openDeadlineTimer } from './deadline-timer.ts'
import type { PendingDelivery, LeasedRegistration } from './leased-registrations.ts'
import type { Result } from './store/results.ts'
import { openRoundRobin } from './round-robin.ts'

/** A call that takes longer is considered slow and gives up its slot. */
const QUICK_MS = 25
/** A delivery that waited longer is released, because the registration may have been disabled meanwhile. */
const MAX_WAIT_MS = 2 * SECOND_MS

interface Sender {
  /** New deliveries are waiting at this registration; they are called in turn. */
  add(registration: LeasedRegistration): void
  /** Stops sending; waiting deliveries are released. */
  stop(): void
  /**
   * Aborts the calls in flight. That is not the receivers' failure, so those without a response are released.
   */
  abort(): void
}

/** How a delivery leaves the calls. */
interface SenderEvents {
  /** It was attempted. */
  attempted(delivery: PendingDelivery, result: Result): void
  /** It was not attempted, and stays due. */
  released(delivery: PendingDelivery): void
}

/** An attempt in flight: when it began, and whether it holds a slot for quick calls. */
interface Attempt {
  delivery: PendingDelivery
  began: number
  isQuick: boolean
}

export function openSender(
  services: Services,
  dialler: Dispatcher,
  { attempted, released }: SenderEvents,
): Sender {
  const { clock, log } = services
  let isStopped = false

  const finish = (delivery: PendingDelivery, outcome: Outcome, began: number) => {
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
    if (call.cause instanceof ShuttingDown && call.status === null) released(delivery)
    else finish(delivery, outcomeOf(call), began)
    turns.end(delivery.registration, isQuick)
  }
  const timer = openDeadlineTimer<Call<Attempt>>((call, now) => {
    if (now >= call.deadline) return abortCall(call)
    if (!call.subject.isQuick || now - call.startedAt < QUICK_MS) return
    call.subject.isQuick = false
    turns.slowed()
  })
  const turns = openRoundRobin((delivery) => {
    const began = clock.now()
    const { keys } = delivery.receiver
    if (isStopped || began - delivery.takenAt > MAX_WAIT_MS) released(delivery)
    else if (!keys) finish(delivery, UNSIGNED, began)
    else {
      const call = newCall<Attempt>({ delivery, began, isQuick: true }, ended)
      timer.add(call)
      return () => sendCall(dialler, call, () => postOf(delivery, keys, began))
    }
    return null
  })
  return {
    add: turns.add,
    stop: () => void (isStopped = true),
    abort() {
      for (const each of timer.all()) abortCall(each, new ShuttingDown())
    },
  }
}

/** The process is shutting down. */
class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown'
}
