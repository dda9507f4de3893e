// Suggestion rules for jobs that are quiet or due, and for postings that are gone. The summary and the suggestions use them.
import { several } from '../kernel/amounts.ts'
import { NEAR_MS } from './event-rules.ts'
import { isOneOf } from '../kernel/narrow.ts'
import { type JobRow, OPEN_STATUSES, type Status } from '../jobs/fields.ts'
import { DAY_MS, msOf } from '../kernel/clock.ts'
import { type Action, call, daysAgoIn, type Level, suggest, type Suggestion, toLog } from './suggestion.ts'

export interface QuietJob extends Pick<
  JobRow,
  'id' | 'company' | 'role' | 'status' | 'priority' | 'statusChangedAt' | 'touchedAt'
> {
  followUps: number
  contactId: string | null
  /** How many quiet jobs have this status; there may be fewer rows. */
  alike?: number
}

/** How many quiet and due jobs were counted but not read, because the queries have limits. */
export function unreadJobs(found: { quietJobs: readonly QuietJob[]; dueJobs?: readonly DueJob[] }): number {
  const rows = [...found.quietJobs, ...(found.dueJobs ?? []).map(({ alike }) => ({ status: 'due', alike }))]
  const totals = new Map(rows.map(({ status, alike = 0 }) => [status, alike]))
  return Math.max(0, [...totals.values()].reduce((all, each) => all + each, 0) - rows.length)
}

interface AgedQuietJob extends QuietJob {
  quietDays: number
  statusDays: number
}

interface Rule {
  kind: string
  statuses: readonly Status[]
  days: number
  since?: 'status'
  /** If set, the rule applies to jobs of this priority only. */
  priority?: Level
  when?: (job: AgedQuietJob) => boolean
  level: (job: AgedQuietJob) => Level
  title: (job: AgedQuietJob) => string
  reason: (job: AgedQuietJob) => string
  action: (job: AgedQuietJob) => Action
}

/** After this many unanswered follow-ups, the suggestion is to close the job. */
const MAX_FOLLOW_UPS = 2

const STATUS_VERBS: Partial<Record<Status, string>> = {
  saved: 'Saved',
  applied: 'Applied',
  screening: 'Moved to screening',
  interviewing: 'Moved to interviewing',
  offer: 'Offered',
}

/** “Applied 12 days ago and quiet since.” If there was activity in between, it has both numbers. */
function sinceThen({ status, statusChangedAt, statusDays, quietDays }: AgedQuietJob): string {
  if (statusChangedAt === null) return `Nothing has a date in the last ${several(quietDays, 'day')}.`
  const entered = `${STATUS_VERBS[status] ?? status} ${several(statusDays, 'day')} ago`
  return statusDays === quietDays
    ? `${entered} and quiet since.`
    : `${entered} and quiet for the last ${several(quietDays, 'day')}.`
}

const followUp = ({ id, contactId, company, role }: AgedQuietJob): Action =>
  toLog('follow-up', { jobId: id, contactId }, `Followed up with ${company} about ${role}`)

const withdraw = ({ id, status, followUps }: AgedQuietJob): Action => {
  const silence = followUps ? `No answer after ${several(followUps, 'follow-up')}.` : 'No answer.'
  return call('jobs.status', { id, status: 'withdrawn', note: status === 'saved' ? 'Not pursued.' : silence })
}

const levelByPriority = ({ priority }: AgedQuietJob): Level => (priority === 'high' ? 'high' : 'medium')

const LET_GO: Omit<Rule, 'days' | 'reason'> = {
  kind: 'close',
  statuses: ['applied', 'screening', 'interviewing'],
  level: () => 'low',
  title: ({ company, role }) => `Let ${role} at ${company} go`,
  action: withdraw,
}

/** The first rule that matches applies. The days are typical of job trackers, and fewer where somebody waits for the user. */
const QUIET_RULES: readonly Rule[] = [
  {
    kind: 'decide',
    statuses: ['offer'],
    // Days since the status changed: activity does not decide on an offer.
    since: 'status',
    days: 3,
    level: () => 'high',
    title: ({ company }) => `Decide on the offer from ${company}`,
    reason: ({ statusDays, statusChangedAt }) =>
      statusChangedAt === null
        ? 'Since when it is open is not known.'
        : `The offer has been open for ${several(statusDays, 'day')}.`,
    // Opens the job and does not accept the offer, because only the user may decide that.
    action: ({ id }) => call('jobs.get', { id }),
  },
  {
    ...LET_GO,
    days: 10,
    when: ({ followUps }) => followUps >= MAX_FOLLOW_UPS,
    reason: ({ followUps, quietDays }) =>
      `No answer to ${several(followUps, 'follow-up')}, and quiet for ${several(quietDays, 'day')}.`,
  },
  { ...LET_GO, days: 45, reason: sinceThen },
  {
    kind: 'close',
    statuses: ['saved'],
    days: 60,
    level: () => 'low',
    title: ({ company, role }) => `Apply for ${role} at ${company}, or let it go`,
    reason: ({ quietDays }) => `Saved and not looked at for ${several(quietDays, 'day')}.`,
    action: withdraw,
  },
  {
    kind: 'ask',
    statuses: ['interviewing'],
    days: 5,
    level: () => 'high',
    title: ({ company }) => `Ask ${company} where they stand`,
    reason: sinceThen,
    action: followUp,
  },
  {
    kind: 'ask',
    statuses: ['screening'],
    days: 7,
    level: levelByPriority,
    title: ({ company }) => `Ask ${company} for the next step`,
    reason: sinceThen,
    action: followUp,
  },
  {
    kind: 'follow-up',
    statuses: ['applied'],
    days: 10,
    level: levelByPriority,
    title: ({ company }) => `Follow up with ${company}`,
    reason: sinceThen,
    action: followUp,
  },
  {
    kind: 'apply',
    statuses: ['saved'],
    days: 3,
    priority: 'high',
    level: () => 'high',
    title: ({ company, role }) => `Apply for ${role} at ${company}`,
    reason: ({ statusDays }) => `High priority, saved ${several(statusDays, 'day')} ago and not applied for.`,
    action: ({ id }) => call('jobs.status', { id, status: 'applied' }),
  },
  {
    kind: 'apply',
    statuses: ['saved'],
    days: 7,
    level: ({ priority }) => (priority === 'low' ? 'low' : 'medium'),
    title: ({ company, role }) => `Apply for ${role} at ${company}`,
    reason: ({ statusDays }) => `Saved ${several(statusDays, 'day')} ago and not applied for.`,
    action: ({ id }) => call('jobs.status', { id, status: 'applied' }),
  },
]

/** The fewest quiet days for a suggestion: for jobs of high priority, and for others. */
export function quietThresholds(): { status: Status; days: number; otherDays: number }[] {
  const fewest = (rules: readonly Rule[]) =>
    Math.min(...rules.map(({ since, days }) => (since === 'status' ? 0 : days)))
  return OPEN_STATUSES.toReversed().map((status) => {
    const rules = QUIET_RULES.filter(({ statuses }) => statuses.includes(status))
    const others = rules.filter(({ priority }) => priority === undefined)
    return { status, days: fewest(rules), otherDays: fewest(others) }
  })
}

/** The suggestion for a quiet job; undefined if no rule applies yet. Rules count periods of 24 hours, texts count calendar days. */
export function aboutQuietJob(job: QuietJob, now: number, daysAgo = daysAgoIn('UTC', now)) {
  const { touchedAt, statusChangedAt } = job
  const since = statusChangedAt !== null && statusChangedAt < touchedAt ? statusChangedAt : touchedAt
  const counted = { ...job, quietDays: daysAgo(touchedAt), statusDays: daysAgo(since) }
  const rule = QUIET_RULES.find(
    ({ statuses, days, since: from, priority, when }) =>
      statuses.includes(job.status) &&
      (priority === undefined || priority === job.priority) &&
      now - msOf(from === 'status' ? since : touchedAt) >= days * DAY_MS &&
      (when === undefined || when(counted)),
  )
  if (!rule) return undefined
  const from = (rule.since === 'status' ? job.statusChangedAt : null) ?? job.touchedAt
  return suggest(rule.kind, job.id, {
    contactId: job.contactId,
    title: rule.title(counted),
    reason: rule.reason(counted),
    action: rule.action(counted),
    due: msOf(from) + rule.days * DAY_MS,
    priority: rule.level(counted),
  })
}

/** An open job with a near deadline, or with a next step that is due soon, overdue or without a date. */
export interface DueJob extends Pick<JobRow, 'id' | 'company' | 'role' | 'nextStep'> {
  status: string
  /** If `undated`: when the job was last changed, instead of a deadline. */
  deadline: string
  undated?: boolean
  /** How many such jobs there are; there may be fewer rows. */
  alike?: number
}

/** Suggestions about an application or offer have the ids of those for quiet jobs, so that only one of the two is shown. */
export function aboutDueJob(job: DueJob, now: number, dayOf: (iso: string) => string): Suggestion[] {
  if (job.undated) return [{ ...takeStep(job, job.nextStep ?? '', 'has no date'), priority: 'medium' }]
  const isOver = msOf(job.deadline) < now
  const isNear = !isOver && msOf(job.deadline) - now <= NEAR_MS && !isOneOf(['saved', 'offer'], job.status)
  const nextStep = job.nextStep ?? (isNear ? 'Meet the deadline' : null)
  const due = `${isOver ? 'was' : 'is'} due by ${dayOf(job.deadline)}`
  const step = nextStep === null ? [] : [takeStep(job, nextStep, due)]
  if (job.status === 'offer' && !isOver) return [decideBy(job, dayOf), ...step]
  return step.length || job.status !== 'saved' ? step : [applyBy(job, isOver, dayOf)]
}

const takeStep = ({ id, company, role, deadline }: DueJob, nextStep: string, when: string): Suggestion =>
  suggest('step', id, {
    title: `${nextStep}, for ${role} at ${company}`,
    reason: `Your next step ${when}.`,
    action: call('jobs.done', { id }),
    due: msOf(deadline),
    priority: 'high',
  })

export const decideBy = (
  { id, company, deadline }: Pick<DueJob, 'id' | 'company' | 'deadline'>,
  dayOf: (iso: string) => string,
): Suggestion =>
  suggest('decide', id, {
    title: `Decide on the offer from ${company}`,
    reason: `It has to be answered by ${dayOf(deadline)}.`,
    action: call('jobs.get', { id }),
    due: msOf(deadline),
    priority: 'high',
  })

const applyBy = ({ id, company, role, deadline }: DueJob, isOver: boolean, dayOf: (iso: string) => string) =>
  suggest('apply', id, {
    title: `Apply for ${role} at ${company}${isOver ? ', or let it go' : ''}`,
    reason: `The last day to apply ${isOver ? 'was' : 'is'} ${dayOf(deadline)}.`,
    action: isOver ? call('jobs.get', { id }) : call('jobs.status', { id, status: 'applied' }),
    due: msOf(deadline),
    priority: isOver ? 'medium' : 'high',
  })

export interface GonePosting extends Pick<JobRow, 'id' | 'company' | 'role'> {
  status: string
  missingAt: string
  goneAt: string
}

export function aboutGonePosting(
  { id, company, role, status, missingAt, goneAt }: GonePosting,
  dayOf: (iso: string) => string,
): Suggestion {
  const isSaved = status === 'saved'
  return suggest('posting-gone', id, {
    title: `The posting of ${role} at ${company} is gone`,
    reason: `It was missing on ${dayOf(missingAt)} and again on ${dayOf(goneAt)}.${isSaved ? '' : ' Ask whether they are still looking.'}`,
    action: isSaved
      ? call('jobs.status', { id, status: 'withdrawn', note: 'The posting is gone.' })
      : toLog('follow-up', { jobId: id, contactId: null }, 'Asked whether the position is still open'),
    due: msOf(goneAt),
    priority: isSaved ? 'low' : 'medium',
  })
}
