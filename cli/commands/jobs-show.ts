// `crm jobs show`: a job with everything that belongs to it.
import { withoutControls } from '../../core/kernel/plain-characters.ts'
import { listActivities } from '../../core/activities/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import type { JobWithHistory } from '../../core/jobs/job.ts'
import { getJob, getPosting } from '../../core/jobs/queries.ts'
import { unansweredDays } from '../../core/jobs/waiting.ts'
import { shortId } from '../../core/kernel/id.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { localZone } from '../../core/kernel/zone.ts'
import { listOffers } from '../../core/offers/operations.ts'
import type { Client } from '../client.ts'
import { isOn, type Command } from '../command.ts'
import type { Output } from '../output.ts'
import { several } from '../ui/money.ts'
import { baseText } from '../ui/offer.ts'
import { contactNames, findJob } from './references.ts'

/** The most activities, events and offers that are shown with a job. */
const MAX_ROWS = 20

/** Formats instants and contacts: briefly and by name on a terminal, as they are in a pipe. */
interface Shown {
  when(iso: string): string
  personOf(id: string, name: string): string
}

/** The records of a job, one line each. */
interface Beside {
  contacts: string[]
  activities: string[]
  events: string[]
  offers: string[]
}

/** A page of rows; none where the credential may not read them. */
const orNone = <T extends object>(page: Promise<T>): Promise<Partial<T>> => page.catch(() => ({}))

async function besideOf(client: Client, job: JobWithHistory, { when, personOf }: Shown): Promise<Beside> {
  const of = { jobId: job.id, limit: MAX_ROWS }
  const [{ activities = [] }, { events = [] }, { offers = [] }, names] = await Promise.all([
    orNone(client.call(listActivities, of)),
    orNone(client.call(listEvents, { ...of, from: job.createdAt })),
    orNone(client.call(listOffers, of)),
    job.contactIds.length ? contactNames(client, job.id) : new Map<string, string>(),
  ])
  return {
    contacts: job.contactIds.map((id) => personOf(id, names.get(id) ?? '')),
    activities: activities.map(
      ({ occurredAt, type, title, body }) =>
        `${when(occurredAt)}  ${type}  ${firstLine(title ?? body ?? '')}`,
    ),
    events: events.map(({ startsAt, type, title }) => `${when(startsAt)}  ${type}  ${title}`),
    offers: offers.map(
      ({ status, base, deadline }) =>
        `${status}  ${baseText(base)}${deadline ? `  until ${when(deadline)}` : ''}`,
    ),
  }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

const lines = (job: JobWithHistory, beside: Beside, { when }: Shown): [string, string | null][] => {
  const days = unansweredDays(job, Date.now())
  return [
    ['id', job.id],
    ['company', job.company],
    ['role', job.role],
    ['status', job.status],
    ['location', job.location],
    ['salary', job.salary],
    ['source', job.source],
    ['priority', job.priority],
    ['next', job.nextStep],
    ['deadline', job.deadline && when(job.deadline)],
    ['tags', job.tags.join(', ') || null],
    ['url', job.url],
    ['applied', job.appliedAt && when(job.appliedAt)],
    ['no answer', days ? `for ${several(days, 'day')}` : null],
    ['updated', when(job.updatedAt)],
    ['contacts', beside.contacts.join('\n') || null],
    ['events', beside.events.join('\n') || null],
    ['offers', beside.offers.join('\n') || null],
    ['activities', beside.activities.join('\n') || null],
    [
      'history',
      job.history
        .map(({ at, status, note }) => `${at ? when(at) : '?'} ${status}${note ? ` — ${note}` : ''}`)
        .join('\n'),
    ],
    ['notes', job.notes],
    ['posting', job.description],
  ]
}

/** The posting's text as it was kept, and when and where it was read. */
async function showPosting(client: Client, out: Output, id: string): Promise<void> {
  const posting = await client.call(getPosting, { id })
  const { origin, at, url, text, earlier } = posting
  out.done(posting, withoutControls(text))
  if (out.json) return
  const versions = earlier.length ? ` ${several(earlier.length, 'earlier version')}: --json.` : ''
  out.note(
    `Kept ${showInstant(at, new Date(), localZone(), 'date')} from ${origin === 'board' ? 'its board' : `a ${origin}`}${url ? `, ${url}` : ''}.${versions}`,
  )
}

const showCommand: Command = {
  name: 'show',
  about: 'Show one job with its contacts, events, offers, activities and history.',
  operation: 'jobs.get',
  args: [{ name: 'job', about: 'Id, short id, or part of company and role.' }],
  options: [{ flags: '--posting', about: 'Show the kept text of its posting instead.' }],
  examples: ['crm jobs show acme', 'crm jobs show acme --posting', 'crm jobs show 1f3a9c20 --json'],
  async run({ args, options, client, out }) {
    const { id } = await findJob(client, args[0] ?? '')
    if (isOn(options, 'posting')) return showPosting(client, out, id)
    const job = await client.call(getJob, { id })
    if (out.json) return out.record(job, [])
    const brief: Shown = {
      when: (iso) => showInstant(iso, new Date(), localZone()),
      personOf: (id, name) => `${shortId(id)}  ${name}`,
    }
    const shown = out.look.isTerminal ? brief : { when: (iso: string) => iso, personOf: (id: string) => id }
    out.record(job, lines(job, await besideOf(client, job, shown), shown))
  },
}

export const commands: Command[] = [showCommand]
