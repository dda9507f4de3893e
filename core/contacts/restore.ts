// Undo of contacts, which also restores their links to jobs that still exist.
import { sayMissing, undoOf } from '../undo-handler.ts'
import { changedLinks } from '../database/linked-records.ts'
import { existingJobs, touchJobs } from '../jobs/references.ts'
import { groupsOf } from '../kernel/record.ts'
import { CONTACT, type Contact } from './fields.ts'
import * as store from './store.ts'

export const contactUndo = undoOf<Contact>({
  noun: 'contact',
  groups: groupsOf(CONTACT),
  nameOf: ({ name }) => name,
  find: ({ sql, principal }, id) => store.findContactForUpdate(sql, principal.userId, id),
  /** Reports how many links to deleted jobs are missing. */
  async withoutBrokenLinks({ tx, say }, contact) {
    const jobIds = (await existingJobs(tx, contact.jobIds)).sort()
    sayMissing(say, 'job', contact.jobIds.length - jobIds.length)
    return { ...contact, jobIds }
  },
  async insert(tx, contact) {
    await store.insertContact(tx.sql, tx.principal.userId, contact)
    await store.insertLinks(tx.sql, tx.principal.userId, contact.id, contact.jobIds)
    await touchJobs(tx, contact.jobIds)
  },
  async update(tx, contact, before) {
    await store.updateContact(tx.sql, tx.principal.userId, contact)
    await store.removeLinks(tx.sql, tx.principal.userId, contact.id)
    await store.insertLinks(tx.sql, tx.principal.userId, contact.id, contact.jobIds)
    await touchJobs(tx, changedLinks(before.jobIds, contact.jobIds))
  },
  async remove(tx, { id, jobIds }) {
    await store.removeContact(tx.sql, tx.principal.userId, id)
    await touchJobs(tx, jobIds)
  },
  keeps: async ({ sql, principal }, id) =>
    (await store.countDependents(sql, principal.userId, id))
      ? 'it has activities or events by now, so it was kept'
      : null,
  events: { restored: () => 'contact.created', changed: () => 'contact.updated', removed: 'contact.deleted' },
})
