// `crm contacts list|show|import|export`: address books, LinkedIn's connections, spreadsheets; vCards for any other program.
import { type Contact, CONTACT } from '../../core/contacts/fields.ts'
import { getContact, listContacts, importContacts } from '../../core/contacts/operations.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Command } from '../command.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { flag, jobFlag, list } from './flags.ts'
import { listing } from './listing.ts'
import { findContact, jobNames } from './references.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { everyPage } from './pages.ts'

const COLUMNS: Column<Contact>[] = [
  idColumn({ yields: 1 }),
  { title: 'NAME', value: ({ name }) => name, minWidth: 12, paint: () => 'bold' },
  { title: 'TYPE', value: ({ type }) => type, yields: 3 },
  { title: 'COMPANY', value: ({ company }) => company, yields: 2, minWidth: 10 },
  { title: 'TITLE', value: ({ title }) => title, yields: 6 },
  { title: 'EMAIL', value: ({ email }) => email, yields: 4, minWidth: 12 },
  { title: 'PHONE', value: ({ phone }) => phone, yields: 7 },
  timeColumn('CONTACTED', ({ lastContactedAt }) => lastContactedAt, { none: 'never', yields: 5 }),
]

export const listCommand = listing({
  operation: listContacts.name,
  read: (client, input) => client.call(listContacts, input),
  noun: 'contacts',
  about: 'List the people in your search, most recently changed first.',
  words: 'q',
  flags: [
    flag('-c, --company <text>', 'Part of the company’s name.'),
    flag('--type <list>', 'recruiter, hiring-manager, referral, peer, other.', list),
    flag('-t, --tag <tag>', 'Only with this tag.'),
    flag('-q, --query <words>', 'Full-text search; matches word prefixes.', undefined, 'q'),
    jobFlag('Only people linked to this job.'),
    flag('--sort <field>', 'updatedAt, createdAt, name, company, lastContactedAt; - reverses.'),
  ],
  examples: ['crm contacts list --type recruiter', 'crm contacts list --job acme --json id,name,email'],
  columns: () => COLUMNS,
  one: 'contact',
  empty: 'No contacts yet. Add one: crm contacts add "Jane Doe" --company Acme --type recruiter',
})

export const showCommand: Command = {
  name: 'show',
  about: 'Show one contact.',
  operation: 'contacts.get',
  args: [{ name: 'contact', about: 'Id, short id, or part of name, company and e-mail.' }],
  examples: ['crm contacts show jane', 'crm contacts show jane --json'],
  async run({ args, client, out }) {
    const { id } = await findContact(client, args[0] ?? '')
    const contact = await client.call(getContact, { id })
    const names = out.look.isTerminal ? await jobNames(client, contact.jobIds) : new Map<string, string>()
    const jobs = contact.jobIds.map((job) => (names.has(job) ? `${shortId(job)}  ${names.get(job)}` : job))
    out.record(contact, [
      ['id', contact.id],
      ['name', contact.name],
      ['type', contact.type],
      ['title', contact.title],
      ['company', contact.company],
      ['email', contact.email],
      ['phone', contact.phone],
      ['linkedin', contact.linkedinUrl],
      ['tags', contact.tags.join(', ') || null],
      ['jobs', jobs.join('\n') || null],
      ['contacted', contact.lastContactedAt],
      ['updated', contact.updatedAt],
      ['notes', contact.notes],
    ])
  },
}

export const importCommand = importCommandOf({
  about: 'Import people: LinkedIn’s Connections.csv, vCards, a spreadsheet, or an export of crm.',
  operation: importContacts,
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts import Connections.csv', 'crm contacts import people.vcf --dry-run'],
  titles: ['name', 'company'],
  load: async () => (await import('../../core/contacts/import/to-contact.ts')).contactRows,
  call: ({ client }, input) => client.call(importContacts, input),
})

export const exportCommand = exportCommandOf<Contact>({
  about: 'Export every contact as CSV, JSON, xlsx or vCard; crm contacts import reads it back.',
  operation: listContacts.name,
  noun: 'contacts',
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts export people.vcf', 'crm contacts export people.xlsx'],
  columns: fileColumns(CONTACT),
  async read(client) {
    const page = await everyPage(true, 'contacts', (more) =>
      client.call(listContacts, { sort: 'createdAt', ...more }),
    )
    return { page, records: page.contacts }
  },
  text: async (contacts) => (await import('../../core/contacts/import/vcard.ts')).writeVcards(contacts),
})
