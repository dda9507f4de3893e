// The tools for contacts.
import { listActivities } from '../../../core/activities/operations.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
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
import { listProposals } from '../../../core/inbox/queries.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { mayAsk, type ToolContext, type ToolOutput, type Tool } from '../tool.ts'
import { pipelineTool } from './arguments.ts'
import { everyRow, listTool } from './page.ts'
import { withNames, ownFields, shown } from './record-fields.ts'
import { mergeAsked, recordResult, duplicatesText } from './record.ts'
import { fieldLines, jobLine, lineOf, momentOf, proposalLine, section } from './record-text.ts'

const searchContacts = listTool({
  name: 'search_contacts',
  title: 'Find people',
  description: 'Lists contacts, most recently changed first. Use get_contact for one in full.',
  access: 'contacts:read',
  noun: 'contacts',
  input: (z, common) => ({
    query: z.string().max(500).optional(),
    company: z.string().max(200).optional(),
    type: z.array(z.enum(CONTACT_TYPES)).optional(),
    tag: z.string().max(100).optional(),
    jobId: common.reference('acme').optional(),
  }),
  page: (ctx, { query, ...filter }) => ctx.ask(listContacts, { ...filter, q: query }),
  empty: 'There are no contacts yet.',
})

const readContact = pipelineTool({
  name: 'get_contact',
  title: 'Show a person',
  description: 'One contact in full, with jobs and latest activities. Use it before writing to them.',
  access: 'contacts:read',
  about: 'contact',
  input: (_, common) => ({ id: common.reference('jane') }),
  run: (ctx, { id }) => wholeContact(ctx, id),
})

const MAX_RELATED = 20

export async function wholeContact(ctx: ToolContext, id: string): Promise<ToolOutput> {
  const contact = await ctx.ask(getContact, { id })
  const { jobIds, email } = contact
  const [jobs, logged, ahead, mail] = await Promise.all([
    ctx.allows('jobs:read') ? Promise.all(jobIds.map((job) => ctx.ask(getJob, { id: job }))) : [],
    mayAsk(ctx, listActivities, { contactId: id, limit: MAX_RELATED }),
    ctx.allows('calendar:read') ? everyRow('events', (more) => ctx.ask(listEvents, more)) : [],
    ctx.allows('inbox:read') ? everyRow('proposals', (more) => ctx.ask(listProposals, more)) : [],
  ])
  const { activities = [], total = 0 } = logged ?? {}
  const own = ahead.filter(({ contactId }) => contactId === id)
  const sent = mail.filter(({ from }) => email !== null && from.email?.toLowerCase() === email.toLowerCase())
  const moment = momentOf(ctx)
  const rows = [...own, ...activities].map((row) => ({ ...row, contactId: null }))
  const named = await withNames(ctx, rows)
  const [coming, done] = [named.slice(0, own.length), named.slice(own.length)]
  return {
    summary: contact.name,
    words: [
      `[${shortId(id)}] ${contact.name}`,
      fieldLines(ownFields(contact), ctx.timeZone),
      ...section('Jobs', jobs, (job) => jobLine(job, moment)),
      ...section('Mail that nobody decided (accept_inbox)', sent, (mail) => proposalLine(mail, moment)),
      ...section('Coming', coming, (row) => lineOf('events', row, moment)),
      ...section('Activities', done, (row) => lineOf('activities', row, moment), total),
    ].join('\n'),
    contact: shown(contact, undefined),
    jobs: jobs.map((job) => shown(job, ['id', 'company', 'role', 'status'])),
    ...(sent.length && { proposals: sent.map((mail) => shown(mail, ['id', 'changes', 'event', 'sentAt'])) }),
    events: own.map((one) => shown(one, ['id', 'type', 'title', 'jobId', 'startsAt'])),
    activities: activities.map((one) => shown(one, ['id', 'type', 'title', 'jobId', 'occurredAt'])),
  }
}

const newContact = pipelineTool({
  name: 'add_contact',
  title: 'Add a person',
  description:
    'Adds a contact, linked to the jobs in jobIds. Says if another person has this e-mail address.',
  onlyAdds: true,
  access: 'contacts:write',
  input: (_, common) => ({
    ...ContactIn().shape,
    jobIds: common.references().optional().describe('Ids or words.'),
    lastContactedAt: common.date().nullable().optional(),
    timeZone: common.zone(),
    ...common.key(),
  }),
  async run(ctx, { timeZone: _, ...input }) {
    const contact = await ctx.ask(addContact, input)
    const duplicates = duplicatesText(contact.possibleDuplicates, ({ name }) => name)
    return recordResult(ctx, `Added ${contact.name}.${duplicates}`, 'contacts', contact)
  },
})

const changeContact = pipelineTool({
  name: 'update_contact',
  title: 'Change a person',
  description:
    'Changes the named fields of a contact. tags, jobIds and notes are replaced; appendNotes adds. mergeFrom merges another entry of the same person into this one (contacts:delete).',
  access: 'contacts:write',
  idempotent: true,
  nullClears: true,
  about: 'contact',
  input: (_, common) => ({
    id: common.reference('jane'),
    ...ContactChange().shape,
    jobIds: common.references().optional(),
    lastContactedAt: common.date().nullable().optional(),
    timeZone: common.zone(),
    mergeFrom: common.reference('j. doe').optional(),
    ...common.version(),
    ...common.confirmation(),
  }),
  async run(ctx, { id, mergeFrom: from, timeZone: _, expectedUpdatedAt, ...change }) {
    const { held, merged, words } = await mergeAsked<Contact>(ctx, id, from, {
      ...{ noun: CONTACT, expectedUpdatedAt, nameOf: ({ name }) => name },
      ...{ read: getContact, merge: mergeContact },
    })
    if (held) return held
    const isDone = merged && !Object.keys(change).length
    // The merge has checked the version and made another.
    const version = merged ? {} : { expectedUpdatedAt }
    const contact = isDone ? merged : await ctx.ask(updateContact, { ...change, id, ...version })
    return recordResult(ctx, words ?? `Changed ${contact.name}.`, 'contacts', contact)
  },
})

export const CONTACT_TOOLS: readonly Tool[] = [searchContacts, readContact, newContact, changeContact]
