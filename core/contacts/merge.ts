// Merges two contacts of the same person: fills empty fields, and keeps the activities of both.
import { must } from '../kernel/must.ts'
import { listActivitiesOfContact, reassignActivities } from '../activities/linked.ts'
import { listStoredEventsOfContact, reassignEvents } from '../calendar/linked.ts'
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { noteLinked } from '../jobs/references.ts'
import { merged } from '../kernel/record.ts'
import { invalidInput } from '../kernel/schema.ts'
import { nextVersion } from '../kernel/version.ts'
import { CONTACT, type Contact } from './fields.ts'
import { lockContact } from './references.ts'
import * as store from './store.ts'

export async function mergeContacts(
  tx: Transaction,
  { id, from }: { id: string; from: string },
): Promise<Contact> {
  if (id.toLowerCase() === from.toLowerCase())
    throw invalidInput([{ path: 'from', message: 'is the same contact' }])
  // In a fixed order, because two opposite merges would otherwise deadlock.
  const locked = new Map<string, Contact>()
  for (const each of [id, from].sort()) locked.set(each, await lockContact(tx, each))
  const [kept, other] = [must(locked.get(id)), must(locked.get(from))]
  const after = { ...merged(CONTACT, kept, other), updatedAt: nextVersion(tx, kept) }
  await reassign(tx, other, kept)
  const userId = tx.principal.userId
  await store.removeContact(tx.sql, userId, other.id)
  await store.updateContact(tx.sql, userId, after)
  await store.insertLinks(
    tx.sql,
    userId,
    after.id,
    after.jobIds.filter((job) => !kept.jobIds.includes(job)),
  )
  await noteLinked(tx, other.jobIds)
  changed(tx, 'contact', after.id, kept, after)
  // Recorded last, because undo runs backwards and must restore the contact before records that refer to it.
  changed(tx, 'contact', other.id, other, null)
  emit(tx, 'contact.updated', after)
  emit(tx, 'contact.deleted', other)
  return after
}

async function reassign(tx: Transaction, { id: from }: Contact, { id: to }: Contact): Promise<void> {
  const userId = tx.principal.userId
  const activities = await listActivitiesOfContact(tx.sql, userId, from)
  const events = await listStoredEventsOfContact(tx.sql, userId, from)
  await reassignActivities(tx.sql, userId, from, to)
  await reassignEvents(tx.sql, userId, from, to)
  for (const one of activities) changed(tx, 'activity', one.id, one, { ...one, contactId: to })
  for (const one of events) changed(tx, 'event', one.id, one, { ...one, contactId: to })
}
