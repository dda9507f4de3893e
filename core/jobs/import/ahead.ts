// The follow-up date that other trackers keep with a job: here it is an event of its calendar.
import { listStoredEventsOfJob } from '../../calendar/linked.ts'
import { changeEvent, scheduleEvent } from '../../calendar/schedule.ts'
import type { Transaction } from '../../database/transaction.ts'

interface TitledJob {
  readonly id: string
  readonly company: string
  readonly role: string
}

const MAX_TITLE = 200

const SAID = { 'follow-up': 'Follow up', deadline: 'Deadline' } as const

const titleOf = (type: keyof typeof SAID, { company, role }: TitledJob): string =>
  `${SAID[type]}: ${company} — ${role}`.slice(0, MAX_TITLE)

/** The event that an import made for a job; one that the user renamed is the user's. Earlier ones also made deadlines. */
async function eventOf(tx: Transaction, job: TitledJob, type: keyof typeof SAID) {
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  return events.find((event) => event.type === type && event.title === titleOf(type, job))
}

/** The dates of a job that imports put into the calendar. */
export const datesAhead = async (tx: Transaction, job: TitledJob) => ({
  followUpAt: (await eventOf(tx, job, 'follow-up'))?.startsAt,
  deadline: (await eventOf(tx, job, 'deadline'))?.startsAt ?? null,
})

export async function enterFollowUp(
  tx: Transaction,
  job: TitledJob,
  startsAt: string | undefined,
  timeZone: string,
): Promise<void> {
  if (startsAt === undefined) return
  const event = await eventOf(tx, job, 'follow-up')
  const title = titleOf('follow-up', job)
  if (event) await changeEvent(tx, event.id, { startsAt })
  else await scheduleEvent(tx, { type: 'follow-up', title, startsAt, timeZone, jobId: job.id })
}
