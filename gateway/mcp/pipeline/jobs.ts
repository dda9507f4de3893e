// The tools for jobs.
import { listActivities } from '../../../core/activities/operations.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import { companyName } from '../../../core/jobs/names.ts'
import { JobChange, JobIn, type Job } from '../../../core/jobs/job.ts'
import { payRemark } from '../../../core/jobs/pay-remark.ts'
import { JOB, PRIORITIES } from '../../../core/jobs/fields.ts'
import { addJob, mergeJob, moveJobs, setStatus, updateJob } from '../../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import { STATUSES } from '../../../core/jobs/status.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { MISSING } from '../../../core/kernel/issue-messages.ts'
import { invalidInput, lazySchema } from '../../../core/kernel/schema.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { type ToolContext, type ToolOutput } from '../tool-context.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { nearlySo } from './searching.ts'
import { findContacts, findJob, findJobs, referenceIn, referencesIn } from './references.ts'
import { answerList, listIn } from './page.ts'
import { confirmationIn, keyIn, mergeAsked, recordResult, twinsText, versionIn } from './record.ts'
import { fieldsFor, shown, type Row } from './record-fields.ts'
import { quoted } from '../foreign-text.ts'
import { dateIn, instantSaid, maybeInstant, zoneIn } from './dates.ts'
import {
  activityLine,
  clockText,
  contactLine,
  eventLine,
  fieldLines,
  jobName,
  offerLine,
  proposalLine,
} from './record-text.ts'
import { listProposals } from '../../../core/inbox/operations.ts'
import { listOffers } from '../../../core/offers/operations.ts'

const ABOUT_JOB = { noun: 'jobs', name: 'job' } as const

const SearchIn = lazySchema((z) =>
  z.strictObject({
    query: z.string().max(500).optional().describe('Words of its fields; prefixes match.'),
    status: z.array(z.enum(STATUSES)).optional(),
    company: z.string().max(200).optional(),
    tag: z.string().max(100).optional(),
    priority: z.array(z.enum(PRIORITIES)).optional(),
    updatedSince: dateIn(z, 'Changed since.').optional(),
    timeZone: zoneIn(z),
    sort: z
      .enum(['-updatedAt', 'updatedAt', '-createdAt', 'createdAt', 'company', 'priority', '-priority'])
      .optional(),
    ...listIn(z),
  }),
)

const searchJobs = toolWithInput({
  name: 'search_jobs',
  title: 'Find jobs',
  description: 'Lists the jobs the person follows, most recently changed first. Use get_job for one in full.',
  effect: 'read',
  access: 'jobs:read',
  input: SearchIn,
  run(ctx, { query, updatedSince, timeZone, tag, response_format, fields, limit, ...filter }) {
    const since = maybeInstant(ctx, {
      path: 'updatedSince',
      text: updatedSince,
      direction: 'behind',
      asPeriod: true,
      timeZone,
    })
    const wanted = { ...filter, ...(tag && { tag: [tag] }), q: query, updatedSince: since }
    return answerList(ctx, {
      noun: 'jobs',
      asked: { response_format, fields, limit },
      empty: () => nearlySo(ctx, 'job', [query, filter.company], 'No job fits.'),
      fetch: (rows) => ctx.ask(listJobs, { ...wanted, limit: rows }),
    })
  },
})

const JobRef = lazySchema((z) => z.strictObject({ id: referenceIn(z, 'acme') }))

const readJob = toolWithInput({
  name: 'get_job',
  title: 'Show a job',
  description:
    'One job in full, with history, people, offers, mail, activities and events. Use it before an interview or a message.',
  effect: 'read',
  access: 'jobs:read',
  input: JobRef,
  run: async (ctx, { id }) => wholeJob(ctx, await findJob(ctx, id)),
})

const MAX_RELATED = 20

export async function wholeJob(ctx: ToolContext, id: string): Promise<ToolOutput> {
  const job = await ctx.ask(getJob, { id })
  const [known, contacts, activities, events, offers, mails] = await Promise.all([
    ctx.allows('contacts:read')
      ? ctx.ask(listContacts, { company: job.company, limit: MAX_RELATED }).then((page) => page.contacts)
      : [],
    ctx.allows('contacts:read')
      ? ctx.ask(listContacts, { jobId: id, limit: MAX_RELATED }).then((page) => page.contacts)
      : [],
    ctx.allows('activities:read')
      ? ctx.ask(listActivities, { jobId: id, limit: MAX_RELATED }).then((page) => page.activities)
      : [],
    ctx.allows('calendar:read')
      ? ctx.ask(listEvents, { jobId: id, limit: MAX_RELATED }).then((page) => page.events)
      : [],
    ctx.allows('offers:read')
      ? ctx.ask(listOffers, { jobId: id, limit: MAX_RELATED }).then((page) => page.offers)
      : [],
    ctx.allows('inbox:read')
      ? ctx.ask(listProposals, { jobId: id, limit: MAX_RELATED }).then((page) => page.proposals)
      : [],
  ])
  // The list finds “Metaphor” by “Meta” too.
  const others = known.filter(
    (one) =>
      companyName(one.company ?? '') === companyName(job.company) &&
      !contacts.some((linked) => linked.id === one.id),
  )
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const { history, ...fields } = job
  const lines = [
    fieldLines(shown(fields, undefined)),
    `History, oldest first (${ctx.timeZone}):`,
    ...history.map(
      ({ status, at, note }) =>
        `- ${status} ${at ? clockText(at, ctx.timeZone) : '(date unknown)'}${note ? `: ${quoted(note)}` : ''}`,
    ),
    ...section('Mail that nobody decided (accept_inbox)', mails, (one) => proposalLine(one, moment)),
    ...section('Offers', offers, (one) => offerLine(one, moment)),
    ...section('Contacts', contacts, (one) => contactLine(one, moment)),
    ...section('Others there, not linked to this job', others, (one) => contactLine(one, moment)),
    ...section('Activities, latest first', activities, (one) => activityLine(one, moment)),
    ...section('Coming', events, (one) => eventLine(one, moment)),
  ]
  const beside = {
    contacts: contacts.map((one) => shown(one, CONTACT_FIELDS)),
    ...(others.length && { contactsThere: others.map((one) => shown(one, CONTACT_FIELDS)) }),
    ...(offers.length && { offers: offers.map((one) => shown(one, fieldsFor('offers', {}))) }),
    ...(mails.length && { proposals: mails.map((one) => shown(one, ['id', 'changes', 'event', 'sentAt'])) }),
    activities: activities.map((one) => shown(one, ['id', 'type', 'title', 'contactId', 'occurredAt'])),
    events: events.map((one) => shown(one, ['id', 'type', 'title', 'startsAt', 'location'])),
  }
  return {
    summary: jobName(job),
    words: [jobName(job), ...lines].join('\n'),
    job: shown(job, undefined),
    ...beside,
  }
}

const CONTACT_FIELDS = ['id', 'name', 'title', 'type', 'email']

const section = <T>(title: string, rows: readonly T[], line: (row: T) => string): string[] =>
  rows.length ? [`${title}:`, ...rows.map(line)] : []

/** A deadline in words or as ISO: a day without a time ends with that day. */
const deadlineIn = (z: Zod) => dateIn(z, '').nullable().optional()

const deadlineSaid = (ctx: ToolContext, text: string | null | undefined, timeZone: string | undefined) =>
  text
    ? { deadline: instantSaid(ctx, { path: 'deadline', text, direction: 'ahead', atEnd: true, timeZone }) }
    : { deadline: text }

const SaveJobIn = lazySchema((z) =>
  z.strictObject({
    ...JobIn().shape,
    contactIds: referencesIn(z).optional(),
    deadline: deadlineIn(z),
    timeZone: zoneIn(z),
    ...keyIn(z),
  }),
)

const saveJob = toolWithInput({
  name: 'save_job',
  title: 'Add a job',
  description:
    'Adds a job. Pass the posting’s url if there is one: a posting that is tracked already is refused, unless allowDuplicate.',
  effect: 'write',
  onlyAdds: true,
  access: 'jobs:write',
  input: SaveJobIn,
  async run(ctx, { idempotencyKey: _, deadline, timeZone, contactIds: people, ...input }) {
    const contactIds = people && (await findContacts(ctx, people))
    const job = await ctx.ask(addJob, { ...input, contactIds, ...deadlineSaid(ctx, deadline, timeZone) })
    return recordResult(
      ctx,
      [`Saved ${jobName(job)}.${twinsText(job.possibleDuplicates, jobName)}`, payRemark(job)]
        .filter(Boolean)
        .join(' '),
      job,
      ABOUT_JOB,
    )
  },
})

const ChangeJobIn = lazySchema((z) => {
  const { status: _, ...fields } = JobChange().shape
  return z.strictObject({
    id: referenceIn(z, 'acme'),
    ...fields,
    contactIds: referencesIn(z).optional(),
    deadline: deadlineIn(z),
    timeZone: zoneIn(z),
    mergeFrom: referenceIn(z, 'acme 2').optional(),
    ...versionIn(z),
    ...confirmationIn(z),
  })
})

const changeJob = toolWithInput({
  name: 'update_job',
  title: 'Change a job',
  description:
    'Changes the named fields of a job. tags and notes are replaced; appendNotes adds. mergeFrom merges another entry of the same job into this one (jobs:delete). For its status use update_job_status.',
  effect: 'write',
  access: 'jobs:write',
  idempotent: true,
  nullClears: true,
  input: ChangeJobIn,
  async run(ctx, { id, mergeFrom, timeZone, confirmation: _token, contactIds: people, ...rest }) {
    const change = { ...rest, ...(people && { contactIds: await findContacts(ctx, people) }) }
    const found = await findJob(ctx, id)
    const from = mergeFrom === undefined ? undefined : await findJob(ctx, mergeFrom)
    const { held, merged, words } = from
      ? await mergeAsked<Job>(ctx, {
          ...{ noun: JOB, ids: [found, from], nameOf: jobName },
          read: (each) => ctx.ask(getJob, { id: each }),
          merge: () => ctx.ask(mergeJob, { id: found, from }),
        })
      : {}
    if (held) return held
    if (merged && !Object.keys(change).length) return recordResult(ctx, words ?? '', merged, ABOUT_JOB)
    const before = await ctx.ask(getJob, { id: found })
    const job = await ctx.ask(updateJob, {
      ...change,
      ...deadlineSaid(ctx, change.deadline, timeZone),
      id: found,
    })
    const { expectedUpdatedAt: _, ...named } = change
    const what = Object.keys(named).flatMap((field) => changeOf(field, { ...before }, { ...job }) ?? [])
    const done = `${jobName(job)}: changed ${what.join(', ') || 'nothing'}.`
    const remark = change.salary ? payRemark(job) : null
    return recordResult(ctx, [words, done, remark].filter(Boolean).join(' '), job, ABOUT_JOB)
  },
})

const MAX_SHOWN_CHARACTERS = 60

/** What an argument changed; null where that is nothing, as a blank for what was empty. */
function changeOf(argument: string, before: Row, after: Row): string | null {
  const field = argument === 'appendNotes' ? 'notes' : argument
  const [was, is] = [before[field], after[field]].map((value) =>
    value === null || value === undefined
      ? 'none'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value),
  )
  if (was === is) return null
  if (was === undefined || is === undefined || Math.max(was.length, is.length) > MAX_SHOWN_CHARACTERS)
    return field
  return `${field} from “${was}” to “${is}”`
}

const MoveJobIn = lazySchema((z) =>
  z.strictObject({
    id: referenceIn(z, 'acme').optional(),
    ids: referencesIn(z).min(1).optional().describe('Several jobs, in one change.'),
    status: z.enum(STATUSES),
    note: z.string().max(2_000).nullable().optional(),
    at: dateIn(z, 'When it happened (default: now).').optional(),
    timeZone: zoneIn(z),
    ...versionIn(z),
  }),
)

const moveJob = toolWithInput({
  name: 'update_job_status',
  title: 'Move a job to a status',
  description:
    'Moves a job along the pipeline and keeps the history. rejected: by the company; withdrawn: by the person. Use applied only for an application that was sent.',
  effect: 'write',
  access: 'jobs:write',
  input: MoveJobIn,
  async run(ctx, { id, ids, status, note, at: said, timeZone, expectedUpdatedAt }) {
    const at = maybeInstant(ctx, { path: 'at', text: said, direction: 'behind', timeZone })
    if (ids) {
      const jobIds = await findJobs(ctx, id === undefined ? ids : [id, ...ids])
      const { jobs } = await ctx.ask(moveJobs, { jobIds, status, note, at })
      const others = jobs.filter((job) => job.status !== status)
      const summary = [
        `${jobs.length - others.length} ${jobs.length - others.length === 1 ? 'job is' : 'jobs are'} ${status}.`,
        ...others.map((job) => staysText(job, status)),
      ].join(' ')
      const words = [summary, ...jobs.map((job) => `[${shortId(job.id)}] ${jobName(job)}`)].join('\n')
      return {
        summary,
        words,
        jobs: jobs.map((job) => shown(job, ['id', 'company', 'role', 'status'])),
      }
    }
    if (id === undefined) throw invalidInput([{ path: 'id', message: MISSING }])
    const input = { expectedUpdatedAt, id: await findJob(ctx, id), status, note, at }
    const job = await ctx.ask(setStatus, input)
    const done = job.status === status ? `${jobName(job)} is ${status}.` : staysText(job, status)
    return recordResult(ctx, done, job, ABOUT_JOB)
  },
})

/** A job whose latest status is another one than was told. */
const staysText = (job: Job, status: string): string =>
  `${jobName(job)} stays ${job.status}, which is later: ${status} is in its history.`

export const JOB_TOOLS: readonly Tool[] = [searchJobs, readJob, saveJob, changeJob, moveJob]
