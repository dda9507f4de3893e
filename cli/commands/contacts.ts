// `crm contacts …`
import { type Contact, CONTACT } from '../../core/contacts/fields.ts'
import {
  getContact,
  listContacts,
  importContacts,
  addContact,
  mergeContact,
  removeContact,
  updateContact,
} from '../../core/contacts/operations.ts'
import { shortId } from '../../core/kernel/id.ts'
import { type Command, textOf, words } from '../command.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { flag, jobFlag, list, changesIn, fieldFlags, fieldsIn, type Flag } from './flags.ts'
import { listing } from './listing.ts'
import { findContact, jobNames, findJob, fullNameOf, idsOf, TO_DELETE } from './references.ts'
import { fileColumns, mergeNote } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { must } from '../../core/kernel/must.ts'
import { several } from '../ui/money.ts'
import { isAgreed, isDryRun, removal } from './agreement.ts'
import { changedText } from './changed-fields.ts'

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

const listCommand = listing({
  op: listContacts,
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

const showCommand: Command = {
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

const importCommand = importCommandOf({
  about: 'Import people: LinkedIn’s Connections.csv, vCards, a spreadsheet, or an export of crm.',
  op: importContacts,
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts import Connections.csv', 'crm contacts import people.vcf --dry-run'],
  titles: ['name', 'company'],
  load: async () => (await import('../../core/contacts/import/to-contact.ts')).contactRows,
})

const exportCommand = exportCommandOf({
  about: 'Export every contact as CSV, JSON, xlsx or vCard; crm contacts import reads it back.',
  op: listContacts,
  noun: 'contacts',
  formats: ['csv', 'json', 'xlsx', 'vcf'],
  examples: ['crm contacts export people.vcf', 'crm contacts export people.xlsx'],
  columns: fileColumns(CONTACT),
  input: { sort: 'createdAt' },
  text: async (contacts) => (await import('../../core/contacts/import/vcard.ts')).writeVcards(contacts),
})

const FIELDS = fieldFlags(CONTACT, [
  ['--type <type>', 'recruiter, hiring-manager, referral, peer or other.'],
  ['--title <text>', 'What they do: "Engineering Manager".'],
  ['-c, --company <text>', 'Where they work.'],
  ['--email <address>', 'E-mail address.'],
  ['--phone <number>', 'Telephone number.'],
  ['--linkedin <address>', 'LinkedIn profile.', 'linkedinUrl'],
  ['--notes <text>', 'Your notes; - reads stdin.'],
  ['--tags <list>', 'Labels: alumni,berlin.'],
  ['--contacted <date>', 'When you were last in touch: yesterday; "" for never.', 'lastContactedAt'],
])

const PERSON = { name: 'contact', about: 'Id, short id, or part of name, company and e-mail.' }

const ADDS = [
  ...FIELDS,
  ...fieldFlags(CONTACT, [['--job <list>', 'Jobs they belong to: acme,globex.', 'jobIds']]),
]

const addCommand: Command = {
  name: 'add',
  about: 'Add a contact, and link it to jobs.',
  operation: 'contacts.create',
  args: [{ name: 'name', about: 'The name of the person.' }],
  options: ADDS,
  dryRun: true,
  examples: ['crm contacts add "Jane Doe" --company Acme --type recruiter --job acme'],
  async run(call) {
    const { args, options, client, out } = call
    const fields = await fieldsIn(call, ADDS)
    const company = textOf(options, 'company') || undefined
    const input = { ...fields, name: args[0] ?? '', company }
    if (isDryRun(options, addContact, input))
      return out.done(input, `Would add ${fullNameOf({ name: input.name, company: company ?? null })}.`)
    const contact = await client.call(addContact, input)
    out.done(contact, `Added ${fullNameOf(contact)} (${shortId(contact.id)}), ${contact.type}.`)
    for (const twin of contact.possibleDuplicates ?? [])
      out.note(
        `It may be there already: ${twin.name} (${shortId(twin.id)}) has this address. Merge them: crm contacts merge ${shortId(twin.id)} ${shortId(contact.id)}`,
      )
  },
}

const jobs: Flag['read'] = (text, { client }) => idsOf(findJob, client, words(text) ?? [])

const EDITS = [
  ...fieldFlags(CONTACT, [['--name <text>', 'The name.']]),
  ...FIELDS,
  flag('--link <list>', 'Jobs to link: acme,globex.', jobs),
  flag('--unlink <list>', 'Jobs to unlink.', jobs),
]

const editCommand: Command = {
  name: 'edit',
  about: 'Edit a contact; an empty value clears a field.',
  operation: 'contacts.update',
  args: [PERSON],
  options: EDITS,
  dryRun: true,
  examples: [
    'crm contacts edit jane --title "VP Engineering"',
    'crm contacts edit jane --link globex --phone ""',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const { link, unlink, ...change } = await changesIn(call, EDITS, 'contacts edit CONTACT --title')
    const { id } = await findContact(client, args[0] ?? '')
    const before = await client.call(getContact, { id })
    const jobIds = relinked(before.jobIds, link, unlink)
    const input = { ...change, ...((link ?? unlink) !== undefined && { jobIds }) }
    if (isDryRun(options, updateContact, { id, ...input })) {
      const names = Object.keys(input).join(', ')
      return out.done(input, `Would change ${names} of ${fullNameOf(before)}.`)
    }
    const contact = await client.call(updateContact, { id, ...input })
    out.done(
      contact,
      `Changed ${fullNameOf(contact)} (${shortId(contact.id)}): ${changedText(input, contact)}.`,
    )
  },
}

const relinked = (ids: readonly string[], link: unknown, unlink: unknown): string[] => {
  const [more, less] = [link, unlink].map((said) => [said ?? []].flat().map(String))
  return [...new Set([...ids, ...must(more)])].filter((id) => !must(less).includes(id))
}

const mergeCommand: Command = {
  name: 'merge',
  about: 'Merge two contacts that are the same person.',
  operation: 'contacts.merge',
  destructive: true,
  args: [
    { name: 'contact', about: 'The one that is kept: id, short id, or part of the name.' },
    { name: 'from', about: 'The one whose details, jobs and activities it takes over.' },
  ],
  examples: [
    'crm contacts merge "Jane Doe" jane.d@acme.com --dry-run',
    'crm contacts merge 1f3a9c20 7be01d44 --yes',
  ],
  async run(call) {
    const { args, client, out } = call
    const { id } = await findContact(client, args[0] ?? '')
    const { id: from } = await findContact(client, args[1] ?? '', TO_DELETE)
    const [kept, other] = await Promise.all([id, from].map((each) => client.call(getContact, { id: each })))
    const what = `${fullNameOf(must(other))} (${shortId(from)}) into ${fullNameOf(must(kept))} (${shortId(id)})`
    const shown = { kept, from: other }
    if (!(await isAgreed(call, { act: `merge ${what}`, shown, nothing: 'changed' }))) return
    out.done(
      await client.call(mergeContact, { id, from }),
      `Folded ${what}.${mergeNote(CONTACT, must(kept), must(other))} crm undo takes it back.`,
    )
  },
}

const removeCommand = removal({
  name: 'rm',
  about: 'Delete a contact; logged activities are kept.',
  op: removeContact,
  args: [PERSON],
  examples: ['crm contacts rm jane --dry-run', 'crm contacts rm 1f3a9c20 --yes'],
  async find(client, text) {
    const { id } = await findContact(client, text, TO_DELETE)
    return client.call(getContact, { id })
  },
  act: (contact) => `delete ${fullNameOf(contact)}, linked to ${several(contact.jobIds.length, 'job')}`,
  nothing: 'deleted',
  said: (contact) => `Deleted ${fullNameOf(contact)}. crm undo brings it back.`,
})

export const commands: Command[] = [
  ...[listCommand, showCommand, addCommand, editCommand, mergeCommand, removeCommand],
  ...[importCommand, exportCommand],
]
