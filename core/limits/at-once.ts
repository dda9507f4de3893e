// How many calls of a kind one subject may have open, on all gateways together: calls that last, such as chats. While the
// database does not answer, each gateway counts its own.
import type { Sql } from '../database/connect.ts'
import { newId } from '../kernel/id.ts'
import { removePlace, takePlace, updatePlaces, type Place } from './open-calls-store.ts'
import type { Storage } from './storage.ts'

/** A bound on open calls, shared by all limits that name the same kind. */
export interface AtOnce {
  kind: string
  most: number
}

/** How often places are renewed: three times before they lapse. */
const RENEW_MS = 10_000

/** Counts open calls by kind and subject. */
export interface OpenCalls {
  /** Opens a call; returns what ends it, or null while the subject has its most. */
  open(bound: AtOnce, subject: string): Promise<(() => void) | null>
  /** Stops renewing. */
  close(): void
}

export function createOpenCalls(sql: Sql, storage: Storage): OpenCalls {
  const held = new Set<Place>()
  const renewing = setInterval(() => {
    if (held.size && !storage.down()) void storage.attempt(async () => updatePlaces(sql, [...held]), nothing)
  }, RENEW_MS)
  renewing.unref()

  const isFullHere = ({ kind, most }: AtOnce, subject: string): boolean =>
    [...held].filter((place) => place.kind === kind && place.subject === subject).length >= most

  const leave = (place: Place): void => {
    if (held.delete(place)) void storage.attempt(async () => removePlace(sql, place), nothing)
  }

  return {
    async open(bound, subject) {
      if (isFullHere(bound, subject)) return null
      const place = { subject, kind: bound.kind, holder: newId() }
      // Before the database is asked, so that calls that begin together count here at once.
      held.add(place)
      if (await isFull(sql, storage, { ...place, most: bound.most })) {
        held.delete(place)
        return null
      }
      return () => leave(place)
    },
    close: () => clearInterval(renewing),
  }
}

/** Whether every place is taken. One that another gateway took at the same moment is tried again: somebody got on. */
async function isFull(sql: Sql, storage: Storage, call: Place & { most: number }): Promise<boolean> {
  for (let tries = 0; tries <= call.most && !storage.down(); tries += 1) {
    let answer: Awaited<ReturnType<typeof takePlace>>
    await storage.attempt(
      async () => takePlace(sql, call),
      (given) => (answer = given),
    )
    if (answer?.free === 0) return true
    if (!answer || answer.place !== null) return false
  }
  return false
}

const nothing = (): void => {}
