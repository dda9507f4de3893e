// The deliveries that one worker has in memory: it takes what is due, calls receivers in turn, and has results written.
import type { Dispatcher } from 'undici'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { openReceivers, postOf, resultOf, UNSIGNED } from './attempt.ts'
import { giveUp, makeCall, newCall, outcomeOf, type Call, type Outcome } from './call.ts'
import { openCallTimer } from './call-timer.ts'
import { openLeases } from './leases.ts'
import { openLeasedRegistrations, type InMemory, type Leased } from './leased.ts'
import { openResultWriter } from './result-writer.ts'
import type { DueWork } from './store-queue.ts'
import { openTurns } from './turns.ts'

/** Deliveries in memory at a time: waiting, called, being written. Many, so that one statement serves hundreds. */
const MOST_IN_MEMORY = 1_024
/** Of them retries, and those to receivers that have been failing: hanging, they would take all there are. */
const MOST_SLOW = MOST_IN_MEMORY / 2
/** Room that makes it worth to read again when there was too little for all. */
const WORTH_READING = MOST_IN_MEMORY / 4
/** A call that takes longer is not a quick one: it leaves its place to the next. */
const QUICK_MS = 25
/** What waited longer for its turn is given back: the registration may have been disabled meanwhile. */
const MOST_WAITED_MS = 2 * SECOND_MS
/** Of the ten seconds that a stopping process has; what has no answer by then is given back. */
const LET_FINISH_MS = 8 * SECOND_MS

export interface DeliveryPool {
  /** Takes what is due and has room. One call at a time. */
  refill(): Promise<void>
  /** Lets calls finish, and gives back what does not. */
  close(): Promise<void>
}

/** An attempt under way: when it began, and whether it takes up one of the places for quick calls. */
interface Attempt {
  delivery: InMemory
  began: number
  isQuick: boolean
}

/** `wake` is called when there is room again for what could not be taken. */
export function openDeliveryPool(services: Services, dialler: Dispatcher, wake: () => void): DeliveryPool {
  const { clock, log } = services
  const worker = newId()
  const leased = openLeasedRegistrations()
  const leases = openLeases(services, worker, leased)
  const receiverOf = openReceivers(services)
  let inMemory = 0
  let slow = 0
  let wasCut = false
  let isClosing = false
  let allDone = () => {}

  const forget = (deliveries: readonly InMemory[]) => {
    for (const { registration, id, slow: isSlow } of deliveries) {
      registration.ids.delete(id)
      inMemory -= 1
      if (isSlow) slow -= 1
      if (registration.hasMore && registration.ids.size <= registration.most / 2) wake()
    }
    if (wasCut && MOST_IN_MEMORY - inMemory >= WORTH_READING) wake()
    if (!inMemory) allDone()
  }
  const results = openResultWriter(services, worker, leased, forget)

  const finish = (delivery: InMemory, outcome: Outcome, began: number) => {
    if (outcome.cause) {
      const { origin } = delivery.receiver
      log.info({ delivery: delivery.id, host: new URL(origin).host, cause: outcome.cause }, 'A delivery failed.')
    }
    results.add(delivery, resultOf(delivery, outcome, began, clock.now()))
  }
  const ended = (call: Call<Attempt>) => {
    const { delivery, began, isQuick } = call.subject
    timer.remove(call)
    // Cut off by our own leaving, which is not the receiver's failure: it is due as before.
    if (call.cause instanceof Leaving && call.status === null) forget([delivery])
    else finish(delivery, outcomeOf(call), began)
    turns.end(delivery.registration, isQuick)
  }
  const timer = openCallTimer<Call<Attempt>>((call, now) => {
    if (now >= call.deadline) return giveUp(call)
    if (!call.subject.isQuick || now - call.startedAt < QUICK_MS) return
    call.subject.isQuick = false
    turns.slowed()
  })
  /** Calls; false when there was nothing to wait for. */
  const call = (delivery: InMemory): boolean => {
    const began = clock.now()
    const { receiver, takenAt } = delivery
    if (isClosing || began - takenAt > MOST_WAITED_MS) forget([delivery])
    else if (!receiver.keys) finish(delivery, UNSIGNED, began)
    else {
      const made = newCall<Attempt>({ delivery, began, isQuick: true }, ended)
      timer.add(made)
      makeCall(dialler, made, postOf(delivery, receiver.keys, began))
      return true
    }
    return false
  }
  const turns = openTurns(call)

  const take = (registration: Leased, work: DueWork) => {
    const receiver = receiverOf(registration.userId, work)
    const takenAt = clock.now()
    registration.failing = work.failing
    registration.most = work.most
    registration.hasMore = registration.ids.size + work.deliveries.length >= work.most
    for (const [id, event, attempts, step, dueAt, body] of work.deliveries) {
      const isSlow = work.failing || step > 0
      if (isSlow && slow >= MOST_SLOW) continue
      if (isSlow) slow += 1
      inMemory += 1
      registration.ids.add(id)
      const attempt = attempts + 1
      const whole = { registration, receiver, id, event, attempt, step, dueAt, body, slow: isSlow, takenAt }
      registration.waiting.push(whole)
    }
    turns.add(registration)
  }

  return {
    async refill() {
      const room = { free: MOST_IN_MEMORY - inMemory, freeSlow: MOST_SLOW - slow }
      const { work, isCut } = await leases.look(room)
      wasCut = isCut
      for (const each of leased.held()) each.hasMore = each.ids.size >= each.most
      for (const each of work) {
        const registration = leased.get(each.webhookId)
        // What was given back while it was read may be another worker's by now.
        if (registration && !registration.isLeaving) take(registration, each)
      }
      await leases.giveBack(leased.idle())
    },
    async close() {
      isClosing = true
      const cut = setTimeout(() => {
        for (const each of timer.all()) giveUp(each, new Leaving())
      }, LET_FINISH_MS)
      if (inMemory) await new Promise<void>((resolve) => (allDone = resolve))
      clearTimeout(cut)
      await leases.giveBack(leased.held())
    },
  }
}

/** This process is about to end. */
class Leaving extends Error {
  override readonly name = 'Leaving'
}
