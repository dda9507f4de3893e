// What a worker has in hand: the registrations it has leased, and in each the deliveries that are being made.
import type { Due, Lane } from './queue.ts'

/** The lanes of one worker. While one is being given back, nothing more is taken there. */
export interface Lanes {
  /** Lanes that have just been leased. */
  open(lanes: readonly Lane[]): void
  all(): Lane[]
  /** All but those that are being given back. */
  held(): Lane[]
  /** Of those the ones with nothing in hand. */
  empty(): Lane[]
  /** Ids of the deliveries in hand. */
  inHand(): string[]
  /** Takes a delivery in hand, unless its lane is no longer held. */
  take(due: Due): boolean
  /** The lanes that have nothing in hand once these have ended. */
  drainedBy(ended: readonly Pick<Due, 'id' | 'webhookId'>[]): Lane[]
  /** These are no longer in hand. */
  end(ended: readonly Pick<Due, 'id' | 'webhookId'>[]): void
  /** These are being given back; or could not be. */
  leave(lanes: readonly Lane[]): void
  stay(lanes: readonly Lane[]): void
  /** Lanes that were given back, unless they have been leased anew meanwhile. */
  close(lanes: readonly Lane[]): void
}

interface Held {
  lane: Lane
  ids: Set<string>
  isLeaving: boolean
}

export function openLanes(): Lanes {
  const all = new Map<string, Held>()
  const some = (fits: (held: Held) => boolean): Lane[] => {
    const found: Lane[] = []
    for (const held of all.values()) if (fits(held)) found.push(held.lane)
    return found
  }
  const mark = (lanes: readonly Lane[], isLeaving: boolean) => {
    for (const { webhookId } of lanes) {
      const held = all.get(webhookId)
      if (held) held.isLeaving = isLeaving
    }
  }
  return {
    open(lanes) {
      for (const { userId, webhookId } of lanes) {
        const ids = all.get(webhookId)?.ids ?? new Set<string>()
        all.set(webhookId, { lane: { userId, webhookId }, ids, isLeaving: false })
      }
    },
    all: () => some(() => true),
    held: () => some(({ isLeaving }) => !isLeaving),
    empty: () => some(({ ids, isLeaving }) => !ids.size && !isLeaving),
    inHand: () => [...all.values()].flatMap(({ ids }) => [...ids]),
    take({ webhookId, id }) {
      const held = all.get(webhookId)
      if (!held || held.isLeaving) return false
      held.ids.add(id)
      return true
    },
    drainedBy(ended) {
      const ending = new Map<string, number>()
      for (const { webhookId } of ended) ending.set(webhookId, (ending.get(webhookId) ?? 0) + 1)
      return some(({ lane, ids }) => ids.size > 0 && ids.size === ending.get(lane.webhookId))
    },
    leave: (lanes) => mark(lanes, true),
    stay: (lanes) => mark(lanes, false),
    end(ended) {
      for (const { webhookId, id } of ended) all.get(webhookId)?.ids.delete(id)
    },
    close(lanes) {
      for (const { webhookId } of lanes) if (all.get(webhookId)?.isLeaving) all.delete(webhookId)
    },
  }
}
