// Operations on contacts.
import { lockBoth } from '../database/record-statements.ts'
import { transaction, recordChange, emit, type Transaction } from '../database/transaction.ts'
import { ById, Deleted, PathId, idIn, pageOut, objectSchema, refuseMoreTags } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ByVersion, changeOf, nextVersion } from '../kernel/version.ts'
import { changeContact, createContact, deleteContact, reassign, withDuplicates } from './changes.ts'
import { AddedContact, Contact, ContactChange, ContactIn, CONTACT } from './fields.ts'
import { CONTACT_IMPORT } from './import/columns.ts'
import * as store from './store.ts'
import { touchJobs } from '../jobs/references.ts'
import { zoneOf } from '../identity/user.ts'
import { merged } from '../kernel/record.ts'

// Merges two contacts of the same person. Fills empty fields, and keeps the activities of both.
async function mergeContacts(tx: Transaction, merge: { id: string; from: string }): Promise<Contact> {
  const [kept, other] = await lockBoth(store.lockContact, tx, CONTACT, merge)
  const after = { ...merged(CONTACT, kept, other, await zoneOf(tx)), updatedAt: nextVersion(tx, kept) }
  await reassign(tx, other.id, kept.id)
  const userId = tx.principal.userId
  await store.removeContact(tx.sql, userId, other.id)
  await store.updateContact(tx.sql, userId, after)
  const added = after.jobIds.filter((job) => !kept.jobIds.includes(job))
  await store.insertLinks(tx.sql, userId, after.id, added)
  await touchJobs(tx, other.jobIds)
  recordChange(tx, 'contact', after.id, kept, after)
  // Recorded last: undo runs backwards, and must restore the contact before the records that refer to it.
  recordChange(tx, 'contact', other.id, other, null)
  emit(tx, 'contact.updated', after)
  emit(tx, 'contact.deleted', other)
  return after
}

const ContactUpdate = changeOf(ContactChange)

const Merge = objectSchema((z) => ({
  id: PathId().describe('The contact that is kept.'),
  from: idIn(z).describe('The contact that is merged into it and deleted.'),
}))

export const listContacts = operation({
  name: 'contacts.list',
  summary: 'List the people in your search.',
  http: 'GET /api/mcp/contacts',
  access: 'contacts:read',
  input: store.ContactQuery,
  output: pageOut('contacts', Contact),
  async run(ctx, input) {
    const { rows, ...page } = await store.listContacts(ctx, input)
    return { contacts: rows, ...page }
  },
})

export const importContacts = operation({
  name: 'contacts.import',
  summary:
    'Import people from an address book, LinkedIn or a spreadsheet; the report says what happened to each row.',
  http: 'POST /api/mcp/contacts/import',
  access: 'contacts:write',
  input: CONTACT_IMPORT.In,
  output: CONTACT_IMPORT.Report,
  // Loaded on use: only imports need it.
  run: async (ctx, input) => (await import('./import/import.ts')).importContactRows(ctx, input),
})

export const getContact = operation({
  name: 'contacts.get',
  summary: 'Show one contact.',
  http: 'GET /api/mcp/contacts/:id',
  access: 'contacts:read',
  input: ById,
  output: Contact,
  run: (ctx, { id }) => store.getContact(ctx, id),
})

export const addContact = operation({
  name: 'contacts.create',
  summary: 'Add a contact, and link it to jobs.',
  http: 'POST /api/mcp/contacts',
  access: 'contacts:write',
  status: 201,
  input: ContactIn,
  output: AddedContact,
  run: (ctx, input) => transaction(ctx, async (tx) => withDuplicates(tx, await createContact(tx, input))),
})

export const updateContact = operation({
  name: 'contacts.update',
  summary: 'Change a contact; null clears a field, jobIds replaces its links.',
  http: 'PATCH /api/mcp/contacts/:id',
  access: 'contacts:write',
  input: ContactUpdate,
  output: Contact,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, async (tx) => {
      if (change.tags) refuseMoreTags(change.tags, (await store.lockContact(tx, id)).tags)
      return changeContact(tx, id, change, expectedUpdatedAt)
    }),
})

export const removeContact = operation({
  name: 'contacts.delete',
  summary: 'Delete a contact and unlink it from jobs; its activities are kept.',
  http: 'DELETE /api/mcp/contacts/:id',
  access: 'contacts:delete',
  input: ByVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => deleteContact(tx, id, expectedUpdatedAt)),
})

export const mergeContact = operation({
  name: 'contacts.merge',
  summary: 'Merge two contacts that are the same person; empty fields are filled, and activities are kept.',
  http: 'POST /api/mcp/contacts/:id/merge',
  access: 'contacts:delete',
  input: Merge,
  output: Contact,
  run: (ctx, input) => transaction(ctx, (tx) => mergeContacts(tx, input)),
})

export const operations = [
  listContacts,
  importContacts,
  getContact,
  addContact,
  updateContact,
  removeContact,
  mergeContact,
]
