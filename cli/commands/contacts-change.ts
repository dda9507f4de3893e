// `crm contacts add|edit|merge|rm`.
import { must } from '../../core/kernel/must.ts'
import type { Contact } from '../../core/contacts/fields.ts'
import {
  addContact,
  getContact,
  mergeContact,
  removeContact,
  updateContact,
} from '../../core/contacts/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, type Option, type Run, wordOf, words } from '../command.ts'
import { readDateOption, textField } from './inputs.ts'
import { changedText } from './changed-fields.ts'
import { isAgreed, isDryRun } from './agreement.ts'
import { findContact, findJob, TO_DELETE } from './references.ts'

const FIELD_OPTIONS: Option[] = [
  { flags: '--type <type>', about: 'recruiter, hiring-manager, referral, peer or other.' },
  { flags: '--title <text>', about: 'What they do: "Engineering Manager".' },
  { flags: '-c, --company <text>', about: 'Where they work.' },
  { flags: '--email <address>', about: 'E-mail address.' },
  { flags: '--phone <number>', about: 'Telephone number.' },
  { flags: '--linkedin <address>', about: 'LinkedIn profile.' },
  { flags: '--notes <text>', about: 'Your notes; - reads stdin.' },
  { flags: '--tags <list>', about: 'Labels: alumni,berlin.' },
  { flags: '--contacted <date>', about: 'When you were last in touch: yesterday; "" for never.' },
]

const PERSON = { name: 'contact', about: 'Id, short id, or part of name, company and e-mail.' }

const nameOf = ({ name, company }: Pick<Contact, 'name' | 'company'>): string =>
  company ? `${name} (${company})` : name

/** The given fields; an empty text clears a field. */
async function fieldsOf({ options, stdin }: Run) {
  const field = (name: string) => textField(textOf(options, name), stdin)
  return {
    type: wordOf<Contact['type']>(options, 'type'),
    title: await field('title'),
    company: await field('company'),
    email: await field('email'),
    phone: await field('phone'),
    linkedinUrl: await field('linkedin'),
    notes: await field('notes'),
    tags: words(textOf(options, 'tags')),
    lastContactedAt:
      textOf(options, 'contacted') === ''
        ? null
        : await readDateOption('--contacted', textOf(options, 'contacted'), 'behind'),
  }
}

/** The job ids of a comma-separated list; undefined if there is none. */
async function jobsOf(client: Client, list: string | undefined): Promise<string[] | undefined> {
  const names = words(list)
  if (names === undefined) return undefined
  const ids: string[] = []
  for (const name of names) ids.push((await findJob(client, name)).id)
  return ids
}

export const addCommand: Command = {
  name: 'add',
  about: 'Add a contact, and link it to jobs.',
  operation: 'contacts.create',
  args: [{ name: 'name', about: 'The name of the person.' }],
  options: [...FIELD_OPTIONS, { flags: '--job <list>', about: 'Jobs they belong to: acme,globex.' }],
  dryRun: true,
  examples: ['crm contacts add "Jane Doe" --company Acme --type recruiter --job acme'],
  async run(call) {
    const { args, options, client, out } = call
    const fields = await fieldsOf(call)
    const input = {
      name: args[0] ?? '',
      ...fields,
      company: fields.company ?? undefined,
      jobIds: await jobsOf(client, textOf(options, 'job')),
    }
    if (isDryRun(options, addContact, input))
      return out.done(input, `Would add ${nameOf({ ...input, company: input.company ?? null })}.`)
    const contact = await client.call(addContact, input)
    out.done(contact, `Added ${nameOf(contact)} (${shortId(contact.id)}), ${contact.type}.`)
    for (const twin of contact.possibleDuplicates ?? [])
      out.note(
        `It may be there already: ${twin.name} (${shortId(twin.id)}) has this address. Merge them: crm contacts merge ${shortId(twin.id)} ${shortId(contact.id)}`,
      )
  },
}

export const editCommand: Command = {
  name: 'edit',
  about: 'Edit a contact; an empty value clears a field.',
  operation: 'contacts.update',
  args: [PERSON],
  options: [
    { flags: '--name <text>', about: 'The name.' },
    ...FIELD_OPTIONS,
    { flags: '--link <list>', about: 'Jobs to link: acme,globex.' },
    { flags: '--unlink <list>', about: 'Jobs to unlink.' },
  ],
  dryRun: true,
  examples: [
    'crm contacts edit jane --title "VP Engineering"',
    'crm contacts edit jane --link globex --phone ""',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const change = { name: textOf(options, 'name'), ...(await fieldsOf(call)) }
    const link = await jobsOf(client, textOf(options, 'link'))
    const unlink = await jobsOf(client, textOf(options, 'unlink'))
    if ([...Object.values(change), link, unlink].every((value) => value === undefined))
      fail('usage', {
        problem: 'Name the fields to change: crm contacts edit CONTACT --title … (see --help).',
      })
    const { id } = await findContact(client, args[0] ?? '')
    const before = await client.call(getContact, { id })
    const jobIds = link || unlink ? relinked(before.jobIds, link ?? [], unlink ?? []) : undefined
    const input = { ...change, jobIds }
    if (isDryRun(options, updateContact, { id, ...input })) {
      const names = Object.entries(input).filter(([, value]) => value !== undefined)
      return out.done(input, `Would change ${names.map(([name]) => name).join(', ')} of ${nameOf(before)}.`)
    }
    const contact = await client.call(updateContact, { id, ...input })
    out.done(contact, `Changed ${nameOf(contact)} (${shortId(contact.id)}): ${changedText(input, contact)}.`)
  },
}

const relinked = (ids: readonly string[], link: readonly string[], unlink: readonly string[]): string[] =>
  [...new Set([...ids, ...link])].filter((id) => !unlink.includes(id))

export const mergeCommand: Command = {
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
    const what = `${nameOf(must(other))} (${shortId(from)}) into ${nameOf(must(kept))} (${shortId(id)})`
    const shown = { kept, from: other }
    if (!(await isAgreed(call, { act: `merge ${what}`, shown, nothing: 'changed' }))) return
    out.done(await client.call(mergeContact, { id, from }), `Folded ${what}. crm undo takes it back.`)
  },
}

export const removeCommand: Command = {
  name: 'rm',
  about: 'Delete a contact; logged activities are kept.',
  operation: 'contacts.delete',
  destructive: true,
  args: [PERSON],
  examples: ['crm contacts rm jane --dry-run', 'crm contacts rm 1f3a9c20 --yes'],
  async run(call) {
    const { args, client, out } = call
    const { id } = await findContact(client, args[0] ?? '', TO_DELETE)
    const contact = await client.call(getContact, { id })
    const what = `${nameOf(contact)}, linked to ${contact.jobIds.length} ${contact.jobIds.length === 1 ? 'job' : 'jobs'}`
    if (!(await isAgreed(call, { act: `delete ${what}`, shown: contact, nothing: 'deleted' }))) return
    out.done(await client.call(removeContact, { id }), `Deleted ${nameOf(contact)}. crm undo brings it back.`)
  },
}
