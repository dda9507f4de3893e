// Undo of calendar events. A restored event loses its link to a deleted contact. Without its job, it is not restored.
import { withoutDeletedContact } from '../contacts/references.ts'
import { undoOf, type StoredChange } from '../undo-handler.ts'
import { isoOf } from '../kernel/clock.ts'
import { groupsOf } from '../kernel/record.ts'
import { withItsJob } from '../jobs/references.ts'
import { noteCancelled } from './linked.ts'
import { webhookEventOf } from './schedule.ts'
import { type CalendarEvent, EVENT } from './fields.ts'
import * as store from './store.ts'

const OF_OFFER = 'it is the deadline of an offer that stays; undo the offer, or change its deadline'

/** Whether a change moved an offer’s deadline, which this event shows. */
function movesDeadline({ noun, before, after }: StoredChange, eventId: string): boolean {
  if (noun !== 'offer' || !before || !after) return false
  return after['deadlineEventId'] === eventId && before['deadline'] !== after['deadline']
}

export const eventUndo = undoOf<CalendarEvent>({
  noun: 'event',
  groups: groupsOf(EVENT),
  nameOf: ({ title }) => title,
  find: ({ sql, principal }, id) => store.findEventForUpdate(sql, principal.userId, id),
  // Older audit records do not say when the event was added.
  withoutBrokenLinks: (undoing, event) =>
    withoutDeletedContact(undoing, { ...event, createdAt: event.createdAt ?? isoOf(undoing.tx.clock.now()) }),
  insert: ({ sql, principal }, event) => store.insertEvent(sql, principal.userId, event),
  update: ({ sql, principal }, event) => store.updateEvent(sql, principal.userId, event),
  keeps: async (tx, id) =>
    (await store.isDeadlineOfOffer(tx.sql, tx.principal.userId, id)) ? OF_OFFER : null,
  follows: (id, others) => (others.some((other) => movesDeadline(other, id)) ? OF_OFFER : null),
  async remove(tx, { id }) {
    await noteCancelled(tx, [id])
    await store.removeEvent(tx.sql, tx.principal.userId, id)
  },
  events: {
    restored: (event, cameWithJob) => (cameWithJob ? null : webhookEventOf(null, event)),
    changed: webhookEventOf,
    eventData: withItsJob,
  },
})
