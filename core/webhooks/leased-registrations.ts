// A worker's in-memory state: leased registrations, and for each its deliveries that are waiting, in flight, or being
// written.
import type { Target } from './call.ts'
import type { SigningKeys } from './signature.ts'
import { MOST_HELD, type RegistrationKey } from './store-queue.ts'

/** Where a registration's deliveries go, and by which keys they are signed; null when its secret cannot be opened. */
export interface Receiver extends Target {
  keys: SigningKeys | null
}

/** A delivery in memory. */
export interface InMemory {
  registration: Leased
  receiver: Receiver
  id: string
  event: string
  /** Of the attempt that is to be made, from 1. */
  attempt: number
  /** Of the schedule, from 0. */
  step: number
  /** When it became due; its result must name it. */
  dueAt: string
  body: string
  /** A retry, or the registration has been failing: together they get half of the places. */
  slow: boolean
  takenAt: number
}

/** A leased registration. While it is being given back, nothing more is taken there. */
export interface Leased extends RegistrationKey {
  waiting: InMemory[]
  /** Calls under way. */
  calls: number
  /** Ids of the deliveries in memory. */
  ids: Set<string>
  isLeaving: boolean
  /** As of the last time it was read: */
  failing: boolean
  most: number
  /** There was more than it had room for. */
  hasMore: boolean
}

export interface LeasedRegistrations {
  /** Adds what has just been leased. */
  add(keys: readonly (RegistrationKey & { failing: boolean })[]): void
  get(webhookId: string): Leased | undefined
  all(): Leased[]
  /** All but those that are being given back. */
  held(): Leased[]
  /** Of those the ones with nothing in memory. */
  idle(): Leased[]
  /** Those that have nothing in memory once these have ended. */
  drainedBy(ended: readonly InMemory[]): Leased[]
  /** Removes those that were given back, unless they have been leased anew meanwhile. */
  remove(given: readonly Leased[]): void
}

export function openLeasedRegistrations(): LeasedRegistrations {
  const leased = new Map<string, Leased>()
  const held = () => [...leased.values()].filter(({ isLeaving }) => !isLeaving)
  return {
    add(keys) {
      for (const { userId, webhookId, failing } of keys) {
        const known = leased.get(webhookId)
        if (known) known.isLeaving = false
        else leased.set(webhookId, newLeased({ userId, webhookId, failing }))
      }
    },
    get: (webhookId) => leased.get(webhookId),
    all: () => [...leased.values()],
    held,
    idle: () => held().filter(({ ids }) => !ids.size),
    drainedBy(ended) {
      const ending = new Map<Leased, number>()
      for (const { registration } of ended) ending.set(registration, (ending.get(registration) ?? 0) + 1)
      return [...ending]
        .filter(([{ ids }, count]) => ids.size === count)
        .map(([registration]) => registration)
    },
    remove(given) {
      for (const registration of given)
        if (registration.isLeaving && leased.get(registration.webhookId) === registration)
          leased.delete(registration.webhookId)
    },
  }
}

const newLeased = ({ userId, webhookId, failing }: RegistrationKey & { failing: boolean }): Leased => ({
  ...{ userId, webhookId, failing },
  waiting: [],
  calls: 0,
  ids: new Set(),
  isLeaving: false,
  most: MOST_HELD,
  hasMore: false,
})
