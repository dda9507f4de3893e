// A worker's in-memory state: leased registrations, and for each its deliveries that are waiting, in flight
// or being written.
import type { Target } from './http-call.ts'
import type { SigningKeys } from './signature.ts'
import { MAX_LEASED, type RegistrationKey } from './store/queue.ts'

/** A registration's target and signing keys; null keys when its secret cannot be decrypted. */
export interface Receiver extends Target {
  keys: SigningKeys | null
}

/** A delivery in memory. */
export interface PendingDelivery {
  registration: LeasedRegistration
  receiver: Receiver
  id: string
  event: string
  /** The number of the next attempt, from 1. */
  attempt: number
  /** The step of the retry schedule, from 0. */
  step: number
  /** When it became due; its result must match this. */
  dueAt: string
  body: string
  /** A retry, or a delivery to a failing registration: together these get half of the slots. */
  slow: boolean
  takenAt: number
}

/** A leased registration. While it is being released, nothing more is fetched for it. */
export interface LeasedRegistration extends RegistrationKey {
  waiting: PendingDelivery[]
  /** Calls in flight. */
  calls: number
  /** Ids of the deliveries in memory. */
  ids: Set<string>
  isReleasing: boolean
  /** As of the last read: */
  failing: boolean
  maxPending: number
  /** More deliveries were due than there was room for. */
  hasMore: boolean
}

export interface LeasedRegistrations {
  /** Adds newly leased registrations. */
  add(keys: readonly (RegistrationKey & { failing: boolean })[]): void
  get(webhookId: string): LeasedRegistration | undefined
  all(): LeasedRegistration[]
  /** All except those being released. */
  held(): LeasedRegistration[]
  /** The held ones with nothing in memory. */
  idle(): LeasedRegistration[]
  /** The held ones that have nothing in memory once these deliveries have ended. */
  drainedBy(ended: readonly PendingDelivery[]): LeasedRegistration[]
  /** Removes released registrations, unless they were leased again meanwhile. */
  remove(given: readonly LeasedRegistration[]): void
}

export function openLeasedRegistrations(): LeasedRegistrations {
  const leased = new Map<string, LeasedRegistration>()
  const held = () => [...leased.values()].filter(({ isReleasing }) => !isReleasing)
  return {
    add(keys) {
      for (const { userId, webhookId, failing } of keys) {
        const known = leased.get(webhookId)
        if (known) known.isReleasing = false
        else leased.set(webhookId, newLeased({ userId, webhookId, failing }))
      }
    },
    get: (webhookId) => leased.get(webhookId),
    all: () => [...leased.values()],
    held,
    idle: () => held().filter(({ ids }) => !ids.size),
    drainedBy(ended) {
      const ending = new Map<LeasedRegistration, number>()
      for (const { registration } of ended) ending.set(registration, (ending.get(registration) ?? 0) + 1)
      return [...ending]
        .filter(([{ ids }, count]) => ids.size === count)
        .map(([registration]) => registration)
    },
    remove(given) {
      for (const registration of given)
        if (registration.isReleasing && leased.get(registration.webhookId) === registration)
          leased.delete(registration.webhookId)
    },
  }
}

const newLeased = ({
  userId,
  webhookId,
  failing,
}: RegistrationKey & { failing: boolean }): LeasedRegistration => ({
  ...{ userId, webhookId, failing },
  waiting: [],
  calls: 0,
  ids: new Set(),
  isReleasing: false,
  maxPending: MAX_LEASED,
  hasMore: false,
})
