// The follow-up date that other trackers keep with a job: here it is an event of its calendar.
import { listStoredEventsOfJob } from '../../calendar/linked.ts'
import { cancelEvent, changeEvent, scheduleEvent } from '../../calendar/schedule.ts'
import { coveredBy, type Transaction } from '../../database/transaction.ts'

interface TitledJob {
  readonly id: string
  readonly company: string
  readonly role: string
}

const MAX_TITLE = 200

const SAID = { 'follow-up': 'Follow up', deadline: 'Deadline' } as const

const titleOf = (type: keyof typeof SAID, { company, role }: TitledJob): string =>
  `${SAID[type]}: ${company} — ${role}`.slice(0, MAX_TITLE)

/** The events that imports made for a job; one that the user renamed is the user's. Earlier ones also made deadlines. */
export async function eventsAhead(tx: Transaction, job: TitledJob) {
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  const of = (type: keyof typeof SAID) =>
    events.find((event) => event.type === type && event.title === titleOf(type, job))
  return { followUp: of('follow-up'), deadline: of('deadline') }
}

type EventsAhead = Partial<Awaited<ReturnType<typeof eventsAhead>>>

/** Enters when to follow up, and takes away the event of a deadline that the job itself now has. */
export async function enterAhead(
  tx: Transaction,
  job: TitledJob,
  { followUpAt, deadline }: { followUpAt?: string | undefined; deadline?: string | undefined },
  timeZone: string,
  known: EventsAhead = {},
): Promise<void> {
  if (deadline !== undefined && known.deadline) await cancelEvent(coveredBy(tx, 'jobs'), known.deadline.id)
  if (followUpAt === undefined) return
  const named = { title: titleOf('follow-up', job), startsAt: followUpAt }
  if (known.followUp) await changeEvent(tx, known.followUp.id, named)
  else await scheduleEvent(tx, { type: 'follow-up', ...named, timeZone, jobId: job.id })
}
