// `crm jobs show`: a job with everything that belongs to it.
import { baseText } from '../../core/reading/compensation.ts'
import { several } from '../../core/kernel/amounts.ts'
import { withoutControls } from '../../core/kernel/plain-characters.ts'
import { listActivities } from '../../core/activities/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import type { JobWithHistory } from '../../core/jobs/fields.ts'
import { getPosting } from '../../core/jobs/queries.ts'
import { unansweredDays } from '../../core/jobs/history.ts'
import { listOffers } from '../../core/offers/operations.ts'
import { type Client, type Output, isOn, type Command } from '../command.ts'
import type { ValueFormat } from '../ui/columns.ts'
import type { Line } from '../ui/table.ts'
import { JOBS, showOf } from './record-commands.ts'
import { momentText } from '../ui/time.ts'

const MAX_ROWS = 20

/** A page of rows, or nothing if the credential may not read them. */
const orNone = <T extends object>(page: Promise<T>): Promise<Partial<T>> => page.catch(() => ({}))

const ALWAYS = new Date(0).toISOString()

/** Says how many rows the page leaves out. */
const earlier = (total = 0): string[] => (total > MAX_ROWS ? [`… and ${total - MAX_ROWS} earlier`] : [])

async function besideOf(client: Client, job: JobWithHistory, { when }: ValueFormat) {
  const of = { jobId: job.id, limit: MAX_ROWS }
  const [{ activities = [], total: logged }, { events = [], total: planned }, { offers = [] }] =
    await Promise.all([
      orNone(client.call(listActivities, of)),
      orNone(client.call(listEvents, { ...of, from: ALWAYS, sort: '-startsAt' })),
      orNone(client.call(listOffers, of)),
    ])
  const days = unansweredDays(job, Date.now())
  const lines = {
    'no answer': days ? [`for ${several(days, 'day')}`] : [],
    events: [
      ...earlier(planned),
      ...events.toReversed().map(({ startsAt, type, title }) => `${when(startsAt)}  ${type}  ${title}`),
    ],
    offers: offers.map(
      ({ status, base, deadline }) =>
        `${status}  ${baseText(base)}${deadline ? `  until ${when(deadline)}` : ''}`,
    ),
    activities: [
      ...activities.map(
        ({ occurredAt, type, title, body }) =>
          `${when(occurredAt)}  ${type}  ${title ?? body?.split('\n')[0] ?? ''}`,
      ),
      ...earlier(logged),
    ],
    history: job.history.map(
      ({ at, status, note }) => `${at ? when(at) : '?'} ${status}${note ? ` — ${note}` : ''}`,
    ),
  }
  return Object.entries(lines).map(([label, each]): Line => [label, each.join('\n')])
}

async function showPosting(client: Client, out: Output, id: string): Promise<void> {
  const posting = await client.call(getPosting, { id })
  const { origin, at, url, text, earlier } = posting
  out.done(posting, withoutControls(text))
  if (out.json) return
  const versions = earlier.length ? ` ${several(earlier.length, 'earlier version')}: --json.` : ''
  const from = `${origin === 'board' ? 'its board' : `a ${origin}`}${url ? `, ${url}` : ''}`
  out.note(`Kept ${momentText(at, 'date')} from ${from}.${versions}`)
}

const showCommand = showOf(JOBS, {
  about: 'Show one job with its contacts, events, offers, activities and history.',
  options: [{ flags: '--posting', about: 'Show the saved text of its posting instead.' }],
  examples: ['crm jobs show acme', 'crm jobs show acme --posting', 'crm jobs show 1f3a9c20 --json'],
  instead: ({ options, client, out }, id) =>
    isOn(options, 'posting') ? showPosting(client, out, id) : undefined,
  more: besideOf,
})

export const commands: Command[] = [showCommand]
