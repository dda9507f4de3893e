// What other domains ask of contacts: is there such a person, and they were reached just now.
import { changed, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'
import type { Contact } from './contact.ts'
import * as store from './store.ts'

/** The named contact, locked; `contact_not_found` for another tenant's too. */
export async function lockContact(tx: Transaction, id: string): Promise<Contact> {
  const row = isId(id) ? await store.findContactForUpdate(tx.sql, tx.principal.userId, id) : undefined
  return row ?? fail('contact_not_found', { id })
}

/** Those of the ids that the user has contacts of, held against deletion until the transaction ends. */
export async function existingContacts(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  return (await store.listContactIdsForShare(tx.sql, tx.principal.userId, ids)).map(({ id }) => id)
}

/**
 * The contact was spoken with at this instant. What lies in the future is a plan and reaches nobody yet. `updatedAt`
 * stays: nobody edited the contact, as a job that is touched is not updated either.
 */
export async function contactReached(tx: Transaction, contact: Contact, at: string): Promise<void> {
  const isNews = contact.lastContactedAt === null || at > contact.lastContactedAt
  if (!isNews || at > isoOf(tx.clock.now())) return
  await store.updateLastContacted(tx.sql, tx.principal.userId, contact.id, at)
  changed(tx, 'contact', contact.id, contact, { ...contact, lastContactedAt: at })
}
