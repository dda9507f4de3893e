// Turns the follow-up date of an imported row into a calendar event.
import { listStoredEventsOfJob } from '../../calendar/linked.ts'
import { cancelEvent, changeEvent, scheduleEvent } from '../../calendar/schedule.ts'
import { coveredBy, type Transaction } from '../../database/transaction.ts'
import type { JobName } from '../store.ts'

const MAX_TITLE = 200

const TITLE_STARTS = { 'follow-up': 'Follow up', deadline: 'Deadline' } as const

const titleOf = (type: keyof typeof TITLE_STARTS, { company, role }: JobName): string =>
  `${TITLE_STARTS[type]}: ${company} — ${role}`.slice(0, MAX_TITLE)

/** The events that imports made for a job, found by title. A renamed event is not found. Earlier imports also made deadline events. */
export async function findImportedEvents(tx: Transaction, job: JobName) {
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  const of = (type: keyof typeof TITLE_STARTS) =>
    events.find((event) => event.type === type && event.title === titleOf(type, job))
  return { followUp: of('follow-up'), deadline: of('deadline') }
}

type ImportedEvents = Partial<Awaited<ReturnType<typeof findImportedEvents>>>

/** Adds or moves the follow-up event. Deletes the deadline event if the job now has a deadline of its own. */
export async function saveImportedEvents(
  tx: Transaction,
  job: JobName,
  { followUpAt, deadline }: { followUpAt?: string | undefined; deadline?: string | undefined },
  timeZone: string,
  known: ImportedEvents = {},
): Promise<void> {
  if (deadline !== undefined && known.deadline) await cancelEvent(coveredBy(tx, 'jobs'), known.deadline.id)
  if (followUpAt === undefined) return
  const named = { title: titleOf('follow-up', job), startsAt: followUpAt }
  if (known.followUp) await changeEvent(tx, known.followUp.id, named)
  else await scheduleEvent(tx, { type: 'follow-up', ...named, timeZone, jobId: job.id })
}
