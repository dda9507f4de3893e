// Putting an event into the calendar: when it is, whose it is, and the job it touches.
import { lockContact } from '../contacts/reach.ts'
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { touchJob, withJob } from '../jobs/belonging.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Issue } from '../kernel/errors.ts'
import { clearable, idIn, words } from '../kernel/fields.ts'
import { newId } from '../kernel/id.ts'
import { invalidInput, recipe, type Parsed } from '../kernel/schema.ts'
import { readMoment, timeZoneNamed } from './moment.ts'
import { EVENT_TYPES, type CalendarEvent } from './record.ts'
import { insertEvent } from './store.ts'

const moment = 'With its offset, or as the clock in timeZone shows it.'

export const EventIn = recipe((z) =>
  z.strictObject({
    title: words(z, 200),
    type: z.enum(EVENT_TYPES).optional().describe('other unless given.'),
    startsAt: z.string().max(100).describe(moment),
    endsAt: z.string().max(100).nullable().optional().describe(moment),
    timeZone: clearable(z, 100).describe('IANA name, such as Europe/Berlin.'),
    location: clearable(z, 500),
    notes: clearable(z, 5_000),
    jobId: idIn(z).nullable().optional(),
    contactId: idIn(z).nullable().optional(),
  }),
)
export type EventIn = Parsed<typeof EventIn>

type Times = Pick<CalendarEvent, 'startsAt' | 'endsAt' | 'timeZone'>

/** The three of them belong together, so they are read together; every problem is named. */
export function timesOf(input: Pick<EventIn, 'startsAt' | 'endsAt' | 'timeZone'>): Times {
  const issues: Issue[] = []
  const timeZone = input.timeZone ? timeZoneNamed(input.timeZone) : null
  if (timeZone === undefined)
    issues.push({ path: 'timeZone', message: 'is not the name of an IANA time zone' })
  const read = (path: 'startsAt' | 'endsAt', text: string): string => {
    // With a zone nobody knows, only that is worth saying of a wall time.
    const moment = readMoment(text, timeZone ?? (timeZone === undefined ? 'UTC' : null))
    if ('at' in moment) return moment.at
    issues.push({ path, message: moment.problem })
    return ''
  }
  const startsAt = read('startsAt', input.startsAt)
  const endsAt = input.endsAt ? read('endsAt', input.endsAt) : null
  if (startsAt && endsAt && endsAt < startsAt) issues.push({ path: 'endsAt', message: 'is before startsAt' })
  if (issues.length || timeZone === undefined) throw invalidInput(issues)
  return { startsAt, endsAt, timeZone }
}

/** Adds an event; throws `job_not_found` or `contact_not_found`. */
export async function scheduleEvent(tx: Transaction, input: EventIn): Promise<CalendarEvent> {
  const now = isoOf(tx.clock.now())
  const event: CalendarEvent = {
    id: newId(),
    jobId: input.jobId ?? null,
    contactId: input.contactId ?? null,
    type: input.type ?? 'other',
    title: input.title.trim(),
    ...timesOf(input),
    location: input.location?.trim() || null,
    notes: input.notes || null,
  }
  // Agreeing on a date is news about the job, whenever the date is.
  const job = await touchJob(tx, event.jobId, now)
  if (event.contactId) await lockContact(tx, event.contactId)
  await insertEvent(tx.sql, tx.principal.userId, event, now)
  changed(tx, 'event', event.id, null, event)
  if (event.type === 'interview') emit(tx, 'interview.scheduled', withJob(event, job))
  return event
}
