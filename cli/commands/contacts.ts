// `crm contacts …`
import { several } from '../../core/kernel/amounts.ts'
import { type Contact, CONTACT } from '../../core/contacts/fields.ts'
import * as contacts from '../../core/contacts/operations.ts'
import { shortId } from '../../core/kernel/id.ts'
import { type Command, textOf } from '../command.ts'
import { flag, flagFor, jobFlag, list, fieldFlags, namedIds, sortFlag } from './flags.ts'
import { fieldColumns } from '../ui/columns.ts'
import { doing } from './doing.ts'
import { listing } from './listing.ts'
import { findContact, fullNameOf } from './references.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { must } from '../../core/kernel/narrow.ts'
import {
  editOf,
  findAndRead,
  mergeOf,
  newTags,
  noteDuplicates,
  showOf,
  type RecordKind,
} from './record-commands.ts'

const CONTACTS: RecordKind<Contact> = {
  ...{ noun: CONTACT, group: 'contacts', find: findContact, get: contacts.getContact, nameOf: fullNameOf },
  ref: { name: 'contact', about: 'Id, short id, or part of name, company and e-mail.' },
}

const COLUMNS = fieldColumns<Contact>(CONTACT, {
  id: { yields: 1 },
  name: { minWidth: 12, paint: () => 'bold' },
  type: { yields: 3 },
  company: { yields: 2, minWidth: 10 },
  title: { yields: 6 },
  email: { yields: 4, minWidth: 12 },
  phone: { yields: 7 },
  lastContactedAt: { none: 'never', yields: 5 },
})

const listCommand = listing({
  op: contacts.listContacts,
  noun: 'contacts',
  about: 'List the people in your search, most recently changed first.',
  words: 'q',
  flags: [
    flag('-c, --company <text>', 'Part of the company’s name.'),
    flag('--type <list>', 'recruiter, hiring-manager, referral, peer, other.', list),
    flag('-t, --tag <tag>', 'Only with this tag.'),
    flagFor('q', '-q, --query <words>', 'Full-text search; matches word prefixes.'),
    jobFlag('Only people linked to this job.'),
    sortFlag(CONTACT),
  ],
  examples: ['crm contacts list --type recruiter', 'crm contacts list --job acme --json id,name,email'],
  record: CONTACT,
  columns: () => COLUMNS,
  one: 'contact',
  empty: 'No contacts yet. Add one: crm contacts add "Jane Doe" --company Acme --type recruiter',
})

const showCommand = showOf(CONTACTS, {
  about: 'Show one contact.',
  examples: ['crm contacts show jane', 'crm contacts show jane --json'],
})

const importCommand = importCommandOf({
  about: 'Import people: LinkedIn’s Connections.csv, vCards, a spreadsheet, or an export of crm.',
  op: contacts.importContacts,
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts import Connections.csv', 'crm contacts import people.vcf --dry-run'],
  titles: ['name', 'company'],
  load: async () => (await import('../../core/contacts/import/to-contact.ts')).contactRows,
})

const exportCommand = exportCommandOf({
  about: 'Export every contact as CSV, JSON, xlsx or vCard; crm contacts import reads it back.',
  op: contacts.listContacts,
  noun: 'contacts',
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts export people.vcf', 'crm contacts export people.xlsx'],
  columns: fileColumns(CONTACT),
  input: { sort: 'createdAt' },
  text: async (people) => (await import('../../core/contacts/import/vcard.ts')).writeVcards(people),
})

const addCommand = doing({
  name: 'add',
  about: 'Add a contact, and link it to jobs.',
  op: contacts.addContact,
  args: [{ name: 'name', about: 'The name of the person.' }],
  flags: fieldFlags(CONTACT, ['name']),
  examples: ['crm contacts add "Jane Doe" --company Acme --type recruiter --job acme'],
  input: ({ args: [name = ''], options }, _, said) => ({
    ...said,
    tags: newTags(said),
    name,
    company: textOf(options, 'company') || undefined,
  }),
  would: ({ name, company }) =>
    `Would add ${fullNameOf({ name: String(name), company: company ? String(company) : null })}.`,
  said: (contact) => `Added ${fullNameOf(contact)} (${shortId(contact.id)}), ${contact.type}.`,
  after: (contact, _, call) =>
    noteDuplicates(call, CONTACTS, contact, ({ id, name }) => `${name} (${shortId(id)})`),
})

const editCommand = editOf(CONTACTS, {
  about: 'Edit a contact; an empty value clears a field. Without flags: in your $EDITOR.',
  op: contacts.updateContact,
  flags: [
    ...fieldFlags(CONTACT, ['jobIds']),
    flag('--link <list>', 'Jobs to link: acme,globex.', namedIds('job')),
    flag('--unlink <list>', 'Jobs to unlink.', namedIds('job')),
  ],
  examples: [
    'crm contacts edit jane --title "VP Engineering"',
    'crm contacts edit jane --link globex --phone ""',
  ],
  changeOf: ({ link, unlink, ...change }, { jobIds }) => ({
    ...change,
    ...((link ?? unlink) !== undefined && { jobIds: relinked(jobIds, link, unlink) }),
  }),
  isRelative: ({ link, unlink }) => (link ?? unlink) !== undefined,
})

const relinked = (ids: readonly string[], link: unknown, unlink: unknown): string[] => {
  const [more, less] = [link, unlink].map((value) => [value ?? []].flat().map(String))
  return [...new Set([...ids, ...must(more)])].filter((id) => !must(less).includes(id))
}

const mergeCommand = mergeOf(CONTACTS, {
  about: 'Merge two contacts that are the same person.',
  op: contacts.mergeContact,
  args: [
    { name: 'contact', about: 'The contact that is kept: id, short id, or part of the name.' },
    { name: 'from', about: 'The one to merge into it: its details, jobs and activities are kept.' },
  ],
  examples: [
    'crm contacts merge "Jane Doe" jane.d@acme.com --dry-run',
    'crm contacts merge 1f3a9c20 7be01d44 --yes',
  ],
})

const removeCommand = doing({
  name: 'rm',
  about: 'Delete a contact; logged activities are kept.',
  op: contacts.removeContact,
  args: [CONTACTS.ref],
  examples: ['crm contacts rm jane --dry-run', 'crm contacts rm 1f3a9c20 --yes'],
  find: (client, text, how) => findAndRead(CONTACTS, client, text, how),
  act: (contact) => `delete ${fullNameOf(contact)}, linked to ${several(contact.jobIds.length, 'job')}`,
  nothing: 'deleted',
  said: (_, contact) => `Deleted ${fullNameOf(contact)}. crm undo brings it back.`,
})

export const commands: Command[] = [
  ...[listCommand, showCommand, addCommand, editCommand, mergeCommand, removeCommand],
  ...[importCommand, exportCommand],
]
