// The tools for contacts.
import { listActivities } from '../../../core/activities/operations.ts'
import {
  CONTACT,
  CONTACT_TYPES,
  type Contact,
  ContactChange,
  ContactIn,
} from '../../../core/contacts/fields.ts'
import {
  addContact,
  getContact,
  listContacts,
  mergeContact,
  updateContact,
} from '../../../core/contacts/operations.ts'
import { lazySchema } from '../../../core/kernel/schema.ts'
import type { ToolContext, ToolOutput } from '../tool-context.ts'
import { type Tool, toolWithInput } from '../tool.ts'
import { nearlySo } from './searching.ts'
import { findContact, findJob, findJobs, referenceIn, referencesIn } from './references.ts'
import { dateIn, instantSaid, zoneIn } from './dates.ts'
import { answerList, listIn } from './page.ts'
import { confirmationIn, keyIn, mergeAsked, recordResult, twinsText, versionIn } from './record.ts'
import { shown } from './record-fields.ts'
import { activityLine, fieldLines } from './record-text.ts'

const ABOUT_CONTACT = { noun: 'contacts', name: 'contact' } as const

const SearchContactsIn = lazySchema((z) =>
  z.strictObject({
    query: z.string().max(500).optional(),
    company: z.string().max(200).optional(),
    type: z.array(z.enum(CONTACT_TYPES)).optional(),
    tag: z.string().max(100).optional(),
    jobId: referenceIn(z, 'acme').optional(),
    ...listIn(z),
  }),
)

const searchContacts = toolWithInput({
  name: 'search_contacts',
  title: 'Find people',
  description: 'Lists contacts, most recently changed first. Use get_contact for one in full.',
  effect: 'read',
  access: 'contacts:read',
  input: SearchContactsIn,
  async run(ctx, { query, jobId, response_format, fields, limit, ...filter }) {
    const job = jobId === undefined ? undefined : await findJob(ctx, jobId)
    return answerList(ctx, {
      noun: 'contacts',
      asked: { response_format, fields, limit },
      empty: () => nearlySo(ctx, 'contact', [query, filter.company], 'Nobody fits.'),
      fetch: (rows) => ctx.ask(listContacts, { ...filter, q: query, jobId: job, limit: rows }),
    })
  },
})

const ReadContactIn = lazySchema((z) => z.strictObject({ id: referenceIn(z, 'jane') }))

const readContact = toolWithInput({
  name: 'get_contact',
  title: 'Show a person',
  description: 'One contact in full, with jobs and latest activities. Use it before writing to them.',
  effect: 'read',
  access: 'contacts:read',
  input: ReadContactIn,
  run: async (ctx, { id }) => wholeContact(ctx, await findContact(ctx, id)),
})

export async function wholeContact(ctx: ToolContext, id: string): Promise<ToolOutput> {
  const [contact, activities] = await Promise.all([
    ctx.ask(getContact, { id }),
    ctx.allows('activities:read')
      ? ctx.ask(listActivities, { contactId: id, limit: 20 }).then((page) => page.activities)
      : [],
  ])
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const row = shown(contact, undefined)
  const lines = activities.map((one) => activityLine(one, moment))
  return {
    summary: contact.name,
    words: [contact.name, fieldLines(row), ...(lines.length ? ['Activities:', ...lines] : [])].join('\n'),
    contact: row,
    activities: activities.map((one) => shown(one, ['id', 'type', 'title', 'jobId', 'occurredAt'])),
  }
}

/** When they were last in touch, as it was said. */
const contactedSaid = (ctx: ToolContext, text: string | null | undefined, timeZone: string | undefined) =>
  text
    ? { lastContactedAt: instantSaid(ctx, { path: 'lastContactedAt', text, direction: 'behind', timeZone }) }
    : text === null && { lastContactedAt: null }

const NewContactIn = lazySchema((z) =>
  z.strictObject({
    ...ContactIn().shape,
    jobIds: referencesIn(z).optional().describe('Ids or words.'),
    lastContactedAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    ...keyIn(z),
  }),
)

const newContact = toolWithInput({
  name: 'add_contact',
  title: 'Add a person',
  description: 'Adds a contact, linked to the jobs in jobIds. Says when the e-mail address is there already.',
  effect: 'write',
  onlyAdds: true,
  access: 'contacts:write',
  input: NewContactIn,
  async run(ctx, { idempotencyKey: _, jobIds, lastContactedAt, timeZone, ...input }) {
    const jobs = jobIds && (await findJobs(ctx, jobIds))
    const contacted = contactedSaid(ctx, lastContactedAt, timeZone)
    const contact = await ctx.ask(addContact, { ...input, ...contacted, jobIds: jobs })
    const twins = twinsText(contact.possibleDuplicates, ({ name }) => name)
    return recordResult(ctx, `Added ${contact.name}.${twins}`, contact, ABOUT_CONTACT)
  },
})

const ChangeContactIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'jane'),
    ...ContactChange().shape,
    jobIds: referencesIn(z).optional(),
    lastContactedAt: dateIn(z, '').nullable().optional(),
    timeZone: zoneIn(z),
    mergeFrom: referenceIn(z, 'j. doe').optional(),
    ...versionIn(z),
    ...confirmationIn(z),
  }),
)

const changeContact = toolWithInput({
  name: 'update_contact',
  title: 'Change a person',
  description:
    'Changes the named fields of a contact. tags, jobIds and notes are replaced; appendNotes adds. mergeFrom merges another entry of the same person into this one (contacts:delete).',
  effect: 'write',
  access: 'contacts:write',
  idempotent: true,
  nullClears: true,
  input: ChangeContactIn,
  async run(ctx, { id, jobIds, mergeFrom, lastContactedAt, timeZone, confirmation: _, ...change }) {
    const jobs = jobIds && (await findJobs(ctx, jobIds))
    const contacted = contactedSaid(ctx, lastContactedAt, timeZone)
    const input = { ...change, ...contacted, ...(jobs && { jobIds: jobs }), id: await findContact(ctx, id) }
    const from = mergeFrom === undefined ? undefined : await findContact(ctx, mergeFrom)
    const { held, merged, words } = from
      ? await mergeAsked<Contact>(ctx, {
          ...{ noun: CONTACT, ids: [input.id, from], nameOf: ({ name }) => name },
          read: (each) => ctx.ask(getContact, { id: each }),
          merge: () => ctx.ask(mergeContact, { id: input.id, from }),
        })
      : {}
    if (held) return held
    const contact = Object.keys(input).length > 1 || !merged ? await ctx.ask(updateContact, input) : merged
    return recordResult(ctx, words ?? `Changed ${contact.name}.`, contact, ABOUT_CONTACT)
  },
})

export const CONTACT_TOOLS: readonly Tool[] = [searchContacts, readContact, newContact, changeContact]
