// The deadline and the follow-up date that other trackers keep with a job: here they are events of its calendar.
import { listStoredEventsOfJob } from '../../calendar/linked.ts'
import { changeEvent, scheduleEvent } from '../../calendar/schedule.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Ahead } from './to-job.ts'

interface TitledJob {
  readonly id: string
  readonly company: string
  readonly role: string
}

const MAX_TITLE = 200

const KINDS = [
  { name: 'deadline', type: 'deadline', said: 'Deadline' },
  { name: 'followUpAt', type: 'follow-up', said: 'Follow up' },
] as const

const titleOf = (said: string, { company, role }: TitledJob): string =>
  `${said}: ${company} — ${role}`.slice(0, MAX_TITLE)

type Event = Awaited<ReturnType<typeof listStoredEventsOfJob>>[number]

/** The event that an import made for a job; one that the user renamed is the user's. */
const eventOf = (events: readonly Event[], job: TitledJob, { type, said }: (typeof KINDS)[number]) =>
  events.find((event) => event.type === type && event.title === titleOf(said, job))

export async function aheadOf(tx: Transaction, job: TitledJob): Promise<Ahead> {
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const event = eventOf(events, job, kind)
      return event ? [[kind.name, event.startsAt]] : []
    }),
  )
}

export async function enterAhead(
  tx: Transaction,
  job: TitledJob,
  ahead: Ahead = {},
  timeZone: string,
): Promise<void> {
  if (!ahead.deadline && !ahead.followUpAt) return
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  for (const kind of KINDS) {
    const startsAt = ahead[kind.name]
    if (startsAt === undefined) continue
    const event = eventOf(events, job, kind)
    if (event) await changeEvent(tx, event.id, { startsAt })
    else
      await scheduleEvent(tx, {
        type: kind.type,
        title: titleOf(kind.said, job),
        startsAt,
        timeZone,
        jobId: job.id,
      })
  }
}
