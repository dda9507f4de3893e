// Undo for offers. An offer can be restored only if its job exists.
import { undoOf } from '../undo-handler.ts'
import { existingJobs, withItsJob } from '../jobs/references.ts'
import { counted } from '../kernel/amounts.ts'
import { groupsOf } from '../kernel/record.ts'
import { OFFER } from './fields.ts'
import { rowOf, storedOfferOf, type StoredOffer } from './record.ts'
import * as store from './store.ts'

export const offerUndo = undoOf<StoredOffer>({
  noun: 'offer',
  groups: groupsOf(OFFER),
  nameOf: ({ base: { amount, currency, period } }) =>
    `${counted(amount)} ${currency} a${period === 'hour' ? 'n' : ''} ${period}`,
  async find({ sql, principal }, id) {
    const row = await store.findOfferForUpdate(sql, principal.userId, id)
    return row && storedOfferOf(row)
  },
  async withoutBrokenLinks({ tx, say }, offer) {
    if ((await existingJobs(tx, [offer.jobId])).length) return offer
    say('its job no longer exists')
    return null
  },
  insert: ({ sql, principal }, offer) => store.insertOffer(sql, principal.userId, rowOf(offer)),
  update: ({ sql, principal }, offer) => store.updateOffer(sql, principal.userId, rowOf(offer)),
  remove: ({ sql, principal }, { id }) => store.removeOffer(sql, principal.userId, id),
  events: {
    restored: () => 'offer.created',
    changed: () => 'offer.updated',
    eventData: (tx, { deadlineEventId: _event, ...offer }) => withItsJob(tx, offer),
  },
})
