// The tools for jobs.
import type { Activity } from '../../../core/activities/fields.ts'
import { listActivities } from '../../../core/activities/operations.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import { clockText, isoOf } from '../../../core/kernel/clock.ts'
import { normalisedCompany } from '../../../core/jobs/names.ts'
import { clipPage } from '../../../core/watch/operations.ts'
import { payText } from '../../../core/reading/compensation.ts'
import { payRemark } from '../../../core/jobs/pay-remark.ts'
import { JOB, PRIORITIES, STATUS_GROUPS, STATUSES, JobChange, JobIn } from '../../../core/jobs/fields.ts'
import type { Job } from '../../../core/jobs/fields.ts'
import {
  addJob,
  addPosting,
  mergeJob,
  moveJobs,
  setStatus,
  updateJob,
  importJobs,
} from '../../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import { isOneOf, keysOf } from '../../../core/kernel/narrow.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { cut } from '../../../core/kernel/plain-characters.ts'
import { invalidInput, partedTags } from '../../../core/kernel/schema.ts'
import { mayAsk, withLines, type ToolContext, type ToolOutput, type Tool } from '../tool.ts'
import { pipelineTool } from './arguments.ts'
import { listTool } from './page.ts'
import { changeWords, mergeAsked, recordResult, duplicatesText } from './record.ts'
import { fieldsFor, ownFields, shown } from './record-fields.ts'
import { cleaned, quoted, oneLine } from '../foreign-text.ts'
import {
  activityLine,
  contactLine,
  eventLine,
  fieldLines,
  jobName,
  offerLine,
  proposalLine,
  section,
} from './record-text.ts'
import type { Proposal } from '../../../core/inbox/proposal.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { OPEN_OFFER_STATUSES } from '../../../core/offers/fields.ts'
import { listOffers } from '../../../core/offers/operations.ts'
import { several } from '../../../core/kernel/amounts.ts'

const searchJobs = listTool({
  name: 'search_jobs',
  title: 'Find jobs',
  description: 'Lists jobs, most recently changed first. get_job shows one in full.',
  access: 'jobs:read',
  noun: 'jobs',
  input: (z, common) => ({
    query: z.string().max(500).optional().describe('Words of any field.'),
    status: z.array(z.enum([...STATUSES, ...keysOf(STATUS_GROUPS)])).optional(),
    company: z.string().max(200).optional(),
    tag: z.string().max(100).optional(),
    priority: z.array(z.enum(PRIORITIES)).optional(),
    updatedSince: common.date('Changed since.').optional(),
    timeZone: common.zone(),
    sort: z
      .enum(['-updatedAt', 'updatedAt', '-createdAt', 'createdAt', 'company', 'priority', '-priority'])
      .optional(),
  }),
  page: (ctx, { query, tag, timeZone: _, ...filter }) =>
    ctx.ask(listJobs, { ...filter, ...(tag && { tag: partedTags([tag]) }), q: query }),
  empty: 'There are no jobs yet.',
})

const readJob = pipelineTool({
  name: 'get_job',
  title: 'Show a job',
  description:
    'One job in full, with history, people, offers, mail, activities and events. Use it before an interview or a message.',
  access: 'jobs:read',
  about: 'job',
  input: (_, common) => ({ id: common.reference('acme') }),
  run: (ctx, { id }) => wholeJob(ctx, id),
})

const MAX_RELATED = 20

/** A row of the job that is shown: without the job, and with the name of its person. */
const ofThisJob =
  (people: readonly { id: string; name: string }[]) =>
  <Row extends { jobId: string | null; contactId: string | null }>(row: Row) => {
    const contact = people.find(({ id }) => id === row.contactId)?.name
    return { ...row, jobId: null, ...(contact !== undefined && { contact }) }
  }

/** What belongs to a job, as far as the caller may read it. */
async function relatedTo(ctx: ToolContext, { id, company }: Pick<Job, 'id' | 'company'>) {
  const ofJob = { jobId: id, limit: MAX_RELATED }
  const gone = { ...ofJob, from: isoOf(0), to: isoOf(ctx.now()), sort: '-startsAt' } as const
  const [known, linked, logged, coming, over, offered, mail] = await Promise.all([
    mayAsk(ctx, listContacts, { company, limit: MAX_RELATED }),
    mayAsk(ctx, listContacts, ofJob),
    mayAsk(ctx, listActivities, ofJob),
    mayAsk(ctx, listEvents, ofJob),
    mayAsk(ctx, listEvents, gone),
    mayAsk(ctx, listOffers, ofJob),
    mayAsk(ctx, listProposals, ofJob),
  ])
  const [contacts, events] = [linked?.contacts ?? [], coming?.events ?? []]
  // The list also finds “Metaphor” for “Meta”.
  const others = (known?.contacts ?? []).filter(
    (one) =>
      normalisedCompany(one.company ?? '') === normalisedCompany(company) &&
      !contacts.some((linked) => linked.id === one.id),
  )
  const isOver = (event: CalendarEvent): boolean => !events.some((coming) => coming.id === event.id)
  const { activities = [], total = 0 } = logged ?? {}
  const past = (over?.events ?? []).filter(isOver)
  const begun = (over?.events.length ?? 0) - past.length
  return {
    ...{ contacts, others, activities, events, past },
    ...{ offers: offered?.offers ?? [], mails: mail?.proposals ?? [] },
    totals: {
      ...{ contacts: linked?.total, events: coming?.total, past: over && over.total - begun },
      ...{ activities: total, offers: offered?.total, mails: mail?.total },
    },
  }
}

export async function wholeJob(ctx: ToolContext, id: string): Promise<ToolOutput> {
  const job = await ctx.ask(getJob, { id })
  const { contacts, others, activities, totals, events, past, offers, mails } = await relatedTo(ctx, job)
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const { history } = job
  const ofJob = ofThisJob([...contacts, ...others])
  const lineOfActivity = (one: Activity): string => activityLine(ofJob(one), moment)
  const lineOfMail = (one: Proposal): string => proposalLine({ ...one, jobId: null }, moment)
  const lineOfEvent = (one: CalendarEvent): string =>
    `${eventLine(ofJob(one), moment)}${one.notes ? ` · says ${quoted(one.notes)}` : ''}`
  const lines = [
    fieldLines(ownFields(job, ['company', 'role']), ctx.timeZone),
    `History, oldest first (${ctx.timeZone}):`,
    ...history.map(
      ({ status, at, note }) =>
        `- ${status} ${at ? clockText(at, ctx.timeZone) : '(date unknown)'}${note ? `: ${quoted(note)}` : ''}`,
    ),
    ...section('Mail that nobody decided (accept_inbox)', mails, lineOfMail, totals.mails),
    ...section('Offers', offers, (one) => offerLine(one, moment), totals.offers),
    ...section('Contacts', contacts, (one) => contactLine(one, moment), totals.contacts),
    ...section('Others there, not linked to this job', others, (one) => contactLine(one, moment)),
    ...section('Activities, latest first', activities, lineOfActivity, totals.activities),
    ...section('Coming', events, lineOfEvent, totals.events),
    ...section('Past events, latest first', past, lineOfEvent, totals.past),
  ]
  const beside = {
    contacts: contacts.map((one) => shown(one, CONTACT_FIELDS)),
    ...(others.length && { contactsThere: others.map((one) => shown(one, CONTACT_FIELDS)) }),
    ...(offers.length && { offers: offers.map((one) => shown(one, fieldsFor('offers', {}))) }),
    ...(mails.length && { proposals: mails.map((one) => shown(one, ['id', 'changes', 'event', 'sentAt'])) }),
    activities: activities.map((one) => shown(one, ['id', 'type', 'title', 'contactId', 'occurredAt'])),
    events: [...events, ...past].map((one) => shown(one, EVENT_FIELDS)),
  }
  return {
    summary: jobName(job),
    words: [`[${shortId(id)}] ${jobName(job)}`, ...lines].join('\n'),
    job: shown(job, undefined),
    ...beside,
  }
}

const CONTACT_FIELDS = ['id', 'name', 'title', 'type', 'email']
const EVENT_FIELDS = ['id', 'type', 'title', 'startsAt', 'endsAt', 'location', 'notes']

const saveJob = pipelineTool({
  name: 'save_job',
  title: 'Add a job',
  description:
    'Adds a job. Pass the posting’s url, or its text as posting, if there is one: a url that is tracked already is refused, unless allowDuplicate.',
  onlyAdds: true,
  access: 'jobs:write',
  input: (z, common) => ({
    ...JobIn().shape,
    posting: z.string().max(100_000).optional().describe('The posting, pasted.'),
    contactIds: common.references().optional(),
    deadline: common.date().nullable().optional(),
    timeZone: common.zone(),
    ...common.key(),
  }),
  async run(ctx, { timeZone: _, posting, ...given }) {
    const { left = '', ...read } = posting === undefined ? {} : await readPosting(ctx, posting)
    const notes = [given.notes, left].filter(Boolean).join('\n')
    const job = await ctx.ask(addJob, { ...read, ...given, ...(notes && { notes }) })
    if (posting !== undefined)
      await ctx.ask(addPosting, { id: job.id, text: posting, url: job.url, origin: 'pasted' })
    const saved = `Saved ${jobName(job)}.${duplicatesText(job.possibleDuplicates, jobName)}`
    const words = [saved, given.salary && payRead(job)].filter(Boolean).join(' ')
    const output = await recordResult(ctx, words, 'jobs', job)
    const unread = posting === undefined ? [] : POSTED.filter((name) => job[name] === null)
    const advice = [
      left && 'The notes end with what the posting says and the fields cannot hold. Tell the person.',
      unread.length && `Not read from the posting: ${unread.join(', ')}. Add what it says of them.`,
    ].filter(Boolean)
    return advice.length ? { ...output, advice: advice.join('\n') } : output
  },
})

/** How the words of the pay were read, and what was not. */
const payRead = (job: Job): string =>
  [job.compensation && `Its pay is read as ${payText(job.compensation)}.`, payRemark(job)]
    .filter(Boolean)
    .join(' ')

const POSTED = ['location', 'salary', 'deadline'] as const

/** The place, pay and deadline that a posting's text names, and the text as description. */
async function readPosting(ctx: ToolContext, posting: string) {
  const { location, salary, deadline, text, notes: left } = await ctx.ask(clipPage, { text: posting })
  const facts = { ...(location && { location }), ...(salary && { salary }), ...(deadline && { deadline }) }
  // What a model sees is cleaned; what is kept is not.
  const whole = posting.trim()
  return { ...facts, left, description: cut(cleaned({ text: whole }).text === text ? whole : text, 10_000) }
}

const changeJob = pipelineTool({
  name: 'update_job',
  title: 'Change a job',
  description:
    'Changes the named fields of a job. tags and notes are replaced; appendNotes adds. mergeFrom merges another entry of the same job into this one (jobs:delete). For its status use update_job_status.',
  access: 'jobs:write',
  idempotent: true,
  nullClears: true,
  about: 'job',
  input(_z, common) {
    const { status: _, ...fields } = JobChange().shape
    return {
      id: common.reference('acme'),
      ...fields,
      contactIds: common.references().optional(),
      deadline: common.date().nullable().optional(),
      timeZone: common.zone(),
      mergeFrom: common.reference('acme 2').optional(),
      ...common.version(),
      ...common.confirmation(),
    }
  },
  async run(ctx, { id, mergeFrom: from, timeZone: _, expectedUpdatedAt, ...change }) {
    const merging = { noun: JOB, expectedUpdatedAt, nameOf: jobName, read: getJob, merge: mergeJob }
    const { held, merged, words } = await mergeAsked<Job>(ctx, id, from, merging)
    if (held) return held
    if (merged && !Object.keys(change).length) return recordResult(ctx, words ?? '', 'jobs', merged)
    const before = await ctx.ask(getJob, { id })
    // The merge has checked the version and made another.
    const job = await ctx.ask(updateJob, { ...change, id, ...(!merged && { expectedUpdatedAt }) })
    const done = `${jobName(job)}: ${changeWords(ctx, Object.keys(change), before, job)}.`
    const remark = change.salary ? payRead(job) : null
    return recordResult(ctx, [words, done, remark].filter(Boolean).join(' '), 'jobs', job)
  },
})

const moveJob = pipelineTool({
  name: 'update_job_status',
  title: 'Move a job to a status',
  description:
    'Moves a job along the pipeline and keeps the history. rejected: by the company; withdrawn: by the person. Use applied only for an application that was sent.',
  access: 'jobs:write',
  about: 'job',
  input: (z, common) => ({
    id: common.reference('acme').optional(),
    ids: common.references().min(1).optional().describe('Several jobs at once.'),
    status: z.enum(STATUSES),
    note: z.string().max(2_000).nullable().optional(),
    at: common.date('When it happened (default: now).').optional(),
    timeZone: common.zone(),
    ...common.version(),
  }),
  async run(ctx, { id, ids, timeZone: _, expectedUpdatedAt, ...move }) {
    const { status } = move
    if (ids) {
      if (expectedUpdatedAt !== undefined)
        throw invalidInput([{ path: 'expectedUpdatedAt', message: 'is of one job: pass id' }])
      const jobIds = [...new Set(id === undefined ? ids : [id, ...ids])]
      const { jobs } = await ctx.ask(moveJobs, { jobIds, ...move })
      const others = jobs.filter((job) => job.status !== status)
      const moved = jobs.length - others.length
      const summary = [
        `${moved} ${moved === 1 ? 'job is' : 'jobs are'} ${status}.`,
        ...others.map((job) => staysText(job, status)),
      ].join(' ')
      const lines = jobs.map(
        async (job) => `[${shortId(job.id)}] ${jobName(job)}${await eventsLeft(ctx, job)}`,
      )
      const rows = jobs.map((job) => shown(job, ['id', 'company', 'role', 'status']))
      return withLines(summary, await Promise.all(lines), { jobs: rows })
    }
    if (id === undefined) throw invalidInput([{ path: 'id', message: MISSING }])
    const job = await ctx.ask(setStatus, { ...move, expectedUpdatedAt, id })
    const done = job.status === status ? `${jobName(job)} is ${status}.` : staysText(job, status)
    const left = `${await eventsLeft(ctx, job)}${await offersLeft(ctx, job)}`
    return recordResult(ctx, `${done}${left}`, 'jobs', job)
  },
})

/** Names the coming events of a job that ended. They stay, because a person may want to keep one. */
async function eventsLeft(ctx: ToolContext, { id, status }: Job): Promise<string> {
  if (!isOneOf(['rejected', 'withdrawn'], status)) return ''
  const { events = [], total = 0 } = (await mayAsk(ctx, listEvents, { jobId: id, limit: 5 })) ?? {}
  const names = events.map((event) => `[${shortId(event.id)}] ${event.title}`).join(', ')
  return total
    ? ` Still in the calendar: ${names}${total > events.length ? ' and more' : ''}. delete_record removes one.`
    : ''
}

/** Names the offers that still wait for an answer, though the job is decided. */
async function offersLeft(ctx: ToolContext, { id, status }: Job): Promise<string> {
  if (!isOneOf(['accepted', 'rejected', 'withdrawn'], status)) return ''
  const found = await mayAsk(ctx, listOffers, { jobId: id, status: [...OPEN_OFFER_STATUSES] })
  const names = (found?.offers ?? []).map((offer) => `[${shortId(offer.id)}]`).join(', ')
  return names && ` Its offer ${names} is still open: update_offer settles it.`
}

/** Explains that the job's latest status differs from the given one. */
const staysText = (job: Job, status: string): string =>
  `${jobName(job)} stays ${job.status}, which is later: ${status} is in its history.`

const bringJobs = pipelineTool({
  name: 'import_jobs',
  title: 'Import jobs',
  description:
    'Adds a list of jobs, or updates those already there, as one change. Tell the person what was not understood.',
  access: 'jobs:write',
  input: (z, common) => ({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(500)
      .describe('Column name to value; any tracker’s names.'),
    columns: z.record(z.string(), z.string()).optional().describe('Its column to our field.'),
    words: z.record(z.string(), z.string()).optional().describe('Its status word to ours.'),
    dateOrder: z.enum(['month-first', 'day-first']).optional(),
    timeZone: common.zone(),
    dryRun: z.boolean().optional(),
    ...common.key(),
  }),
  async run(ctx, { rows, timeZone = ctx.timeZone, ...input }) {
    const report = await ctx.ask(importJobs, { ...input, rows: rows.map((values) => ({ values })), timeZone })
    const { created, updated, skipped, failed } = report
    const done = `${created} created, ${updated} updated, ${skipped} already there, ${failed} failed`
    const summary = `${input.dryRun ? 'Would be: ' : ''}${done}, of ${several(rows.length, 'row')}.`
    const lines = report.rows.map(({ line, outcome, id, reason, left, ...titles }) => {
      const { company, role, status, appliedAt, salary } = titles
      const strange = left.filter(({ text, why }) => !reason?.includes(text || why))
      return [
        `row ${line} ${outcome}: ${jobName({ company: company ?? '', role: role ?? '' })}`,
        id && `[${shortId(id)}]`,
        // `reason` says how the status of a job that was there changes.
        outcome === 'created' && status,
        ...[appliedAt && `applied ${clockText(appliedAt, timeZone).slice(0, -6)}`, salary],
        reason,
        ...strange.map(({ field, text, why }) => `${field} “${oneLine(text)}”: ${why}`),
      ]
        .filter(Boolean)
        .join(' · ')
    })
    const used = report.columns.filter(({ field }) => field !== null)
    const columns = [
      used.length && `Columns: ${used.map(({ column, field }) => `${column} is ${field}`).join(', ')}.`,
      ...report.notes,
    ]
    const words = [summary, ...columns, ...lines].filter(Boolean).map((each) => oneLine(String(each)))
    return { summary, words: words.join('\n'), rows: report.rows }
  },
})

export const JOB_TOOLS: readonly Tool[] = [searchJobs, readJob, saveJob, changeJob, moveJob, bringJobs]
