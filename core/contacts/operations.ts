// Operations on contacts.
import { must } from '../kernel/must.ts'
import { keysOf } from '../kernel/narrow.ts'
import { transaction } from '../database/transaction.ts'
import { fail } from '../kernel/errors.ts'
import { ById, Deleted, PathId, idIn, instantIn, pageIn, pageOut, text } from '../kernel/fields.ts'
import { isId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import { lazySchema } from '../kernel/schema.ts'
import { expectedIn } from '../kernel/version.ts'
import { changeContact, createContact, deleteContact, withDuplicates } from './changes.ts'
import { AddedContact, Contact, CONTACT_TYPES, ContactChange, ContactIn } from './fields.ts'
import { CONTACT_IMPORT } from './import/columns.ts'
import { mergeContacts } from './merge.ts'
import * as store from './store.ts'

const SORT_NAMES = keysOf(store.SORTS)
const SORT_VALUES: readonly string[] = SORT_NAMES.flatMap((name) => [name, `-${name}`] as const)

const ContactQuery = lazySchema((z) =>
  z.strictObject({
    company: text(z, 200).optional().describe('Part of the company’s name.'),
    type: z.array(z.enum(CONTACT_TYPES)).optional().describe('Comma-separated types.'),
    tag: text(z, 100).optional(),
    jobId: idIn(z).optional().describe('Only contacts linked to this job.'),
    q: text(z, 500).optional().describe('Full-text search; matches word prefixes.'),
    updatedSince: instantIn(z).optional(),
    sort: z.enum(SORT_VALUES).optional().describe('Default -updatedAt.'),
    ...pageIn(z),
  }),
)
const ContactPage = lazySchema((z) => pageOut(z, 'contacts', Contact()))
const ContactUpdate = lazySchema((z) =>
  z.strictObject({ ...ContactChange().shape, expectedUpdatedAt: expectedIn(z), id: PathId() }),
)
const ContactVersion = lazySchema((z) => z.strictObject({ id: PathId(), expectedUpdatedAt: expectedIn(z) }))

const Merge = lazySchema((z) =>
  z.strictObject({
    id: PathId().describe('The contact that is kept.'),
    from: idIn(z).describe('The contact that is merged into it and deleted.'),
  }),
)

export const listContacts = operation({
  name: 'contacts.list',
  summary: 'List the people in your search.',
  http: 'GET /api/mcp/contacts',
  access: 'contacts:read',
  effect: 'read',
  input: ContactQuery,
  output: ContactPage,
  async run({ sql, principal: { userId } }, { limit, cursor, sort = '-updatedAt', ...filter }) {
    const name = must(SORT_NAMES.find((each) => each === sort.replace('-', '')))
    const order = { sort: name, descending: sort[0] === '-' }
    const list = (window: Window) => store.listContacts(sql, userId, filter, { ...order, ...window })
    const count = () => store.countContacts(sql, userId, filter)
    const { rows, ...page } = await pageOf({ limit, cursor }, sort, list, count, store.SORTS[name].kind)
    return { contacts: rows, ...page }
  },
})

export const importContacts = operation({
  name: 'contacts.import',
  summary:
    'Import people from an address book, LinkedIn or a spreadsheet; each row reports what became of it.',
  http: 'POST /api/mcp/contacts/import',
  access: 'contacts:write',
  effect: 'write',
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
  effect: 'read',
  input: ById,
  output: Contact,
  async run({ sql, principal }, { id }) {
    const contact = isId(id) ? await store.findContact(sql, principal.userId, id) : undefined
    return contact ?? fail('contact_not_found', { id })
  },
})

export const addContact = operation({
  name: 'contacts.create',
  summary: 'Add a contact, and link it to jobs.',
  http: 'POST /api/mcp/contacts',
  access: 'contacts:write',
  effect: 'write',
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
  effect: 'write',
  input: ContactUpdate,
  output: Contact,
  run: (ctx, { id, expectedUpdatedAt, ...change }) =>
    transaction(ctx, (tx) => changeContact(tx, id, change, expectedUpdatedAt)),
})

export const removeContact = operation({
  name: 'contacts.delete',
  summary: 'Delete a contact and unlink it from jobs; its activities are kept.',
  http: 'DELETE /api/mcp/contacts/:id',
  access: 'contacts:delete',
  effect: 'destroy',
  input: ContactVersion,
  output: Deleted,
  run: (ctx, { id, expectedUpdatedAt }) => transaction(ctx, (tx) => deleteContact(tx, id, expectedUpdatedAt)),
})

export const mergeContact = operation({
  name: 'contacts.merge',
  summary: 'Merge two contacts that are the same person; empty fields are filled, and activities are kept.',
  http: 'POST /api/mcp/contacts/:id/merge',
  access: 'contacts:delete',
  effect: 'destroy',
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
