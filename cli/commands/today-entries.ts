// What today has: the entries of today and tomorrow, steps to do, and applications that wait for an answer.
import { listEvents } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import type { Job } from '../../core/jobs/job.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { unansweredDays } from '../../core/jobs/waiting.ts'
import type { Client } from '../client.ts'
import { localDay } from '../ui/time.ts'

export type Step = Pick<Job, 'id' | 'company' | 'role' | 'nextStep' | 'deadline'>

interface Unanswered extends Pick<Job, 'id' | 'company' | 'role' | 'appliedAt'> {
  days: number
}

/** All of it, in the order in which it is shown. */
export interface Entries {
  /** Every event of today and tomorrow, of each day the deadlines first; without any, the next ones. */
  events: CalendarEvent[]
  /** Open jobs whose deadline is over, today or tomorrow, the earliest first. */
  due: Step[]
  /** Other open jobs with a next step, those with a deadline first. */
  nextSteps: Step[]
  /** The longest first. */
  waiting: { total: number; jobs: Unanswered[] }
}

const MAX_ENTRIES = 100
const MAX_COMING = 3
const MAX_WAITING = 5
const WAITING_DAYS = 7

const startOfDay = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)

/** Reads the entries of today and tomorrow, in this machine's time zone. */
export async function readEntries(client: Client, now: Date): Promise<Entries> {
  const [start, end] = [startOfDay(now, 0).toISOString(), startOfDay(now, 2).toISOString()]
  const open = { status: ['open' as const], sort: 'deadline', limit: MAX_ENTRIES }
  const [{ events }, coming, { jobs: due }, { jobs: planned }, applied] = await Promise.all([
    client.call(listEvents, { from: start, to: end, limit: MAX_ENTRIES }),
    client.call(listEvents, { limit: MAX_COMING }),
    client.call(listJobs, { ...open, dueBefore: end }),
    client.call(listJobs, { ...open, planned: true }),
    client.call(listJobs, { status: ['applied'], sort: 'applied', limit: MAX_ENTRIES }),
  ])
  const near = events.filter(({ startsAt }) => startsAt < end)
  const isDue = new Set(due.map(({ id }) => id))
  const waiting = applied.jobs
    .map((job) => ({ ...unansweredOf(job), days: unansweredDays(job, now.getTime()) ?? 0 }))
    .filter(({ days }) => days >= WAITING_DAYS)
  return {
    events: near.length ? near.sort(byDay) : coming.events,
    due: due.map(stepOf),
    nextSteps: planned.filter(({ id }) => !isDue.has(id)).map(stepOf),
    waiting: { total: waiting.length, jobs: waiting.slice(0, MAX_WAITING) },
  }
}

const stepOf = ({ id, company, role, nextStep, deadline }: Job): Step => ({
  ...{ id, company, role, nextStep, deadline },
})

const unansweredOf = ({ id, company, role, appliedAt }: Job) => ({ id, company, role, appliedAt })

/** Whether an event is a deadline, which has to be met before anything else of its day. */
const rank = ({ type }: CalendarEvent): number => (type === 'deadline' ? 0 : 1)

const byDay = (one: CalendarEvent, other: CalendarEvent): number =>
  localDay(one.startsAt).localeCompare(localDay(other.startsAt)) ||
  rank(one) - rank(other) ||
  one.startsAt.localeCompare(other.startsAt)
