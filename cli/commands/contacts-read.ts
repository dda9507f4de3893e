// `crm contacts list|show`.
import type { Contact } from '../../core/contacts/fields.ts'
import { getContact, listContacts } from '../../core/contacts/operations.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, wordsOf } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import type { Column } from '../ui/table.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { findContact, findJob, findOption, jobNames } from './references.ts'

const columns = (now: number): Column<Contact>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim', yields: 1 },
  { title: 'NAME', value: ({ name }) => name, minWidth: 12, paint: () => 'bold' },
  { title: 'TYPE', value: ({ type }) => type, yields: 3 },
  { title: 'COMPANY', value: ({ company }) => company, yields: 2, minWidth: 10 },
  { title: 'TITLE', value: ({ title }) => title, yields: 6 },
  { title: 'EMAIL', value: ({ email }) => email, yields: 4, minWidth: 12 },
  { title: 'PHONE', value: ({ phone }) => phone, yields: 7 },
  {
    title: 'CONTACTED',
    value: ({ lastContactedAt }) => (lastContactedAt ? agoOf(lastContactedAt, now) : 'never'),
    plain: ({ lastContactedAt }) => lastContactedAt,
    yields: 5,
  },
]

export const listCommand: Command = {
  name: 'list',
  about: 'List the people in your search, most recently changed first.',
  operation: 'contacts.list',
  options: [
    { flags: '-c, --company <text>', about: 'Part of the company’s name.' },
    { flags: '--type <list>', about: 'recruiter, hiring-manager, referral, peer, other.' },
    { flags: '-t, --tag <tag>', about: 'Only with this tag.' },
    { flags: '-q, --query <words>', about: 'Full-text search; matches word prefixes.' },
    { flags: '--job <job>', about: 'Only people linked to this job.' },
    { flags: '--sort <field>', about: 'updatedAt, createdAt, name, company, lastContactedAt; - reverses.' },
    ...PAGE_OPTIONS,
  ],
  examples: ['crm contacts list --type recruiter', 'crm contacts list --job acme --json id,name,email'],
  async run({ options, client, out }) {
    const input = {
      company: textOf(options, 'company'),
      type: wordsOf<Contact['type']>(options, 'type'),
      tag: textOf(options, 'tag'),
      q: textOf(options, 'query'),
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      sort: textOf(options, 'sort'),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'contacts', (more) =>
      client.call(listContacts, { ...input, ...more }),
    )
    const hasFilter = Object.values(input).some((value) => value !== undefined)
    const empty = hasFilter
      ? 'No contact matches.'
      : 'No contacts yet. Add one: crm contacts add "Jane Doe" --company Acme --type recruiter'
    out.list(page, page.contacts, columns(Date.now()), empty)
  },
}

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
