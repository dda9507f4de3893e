// `crm calendar list|show`.
import { listEvents, getEvent } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import { MINUTE_MS } from '../../core/kernel/clock.ts'
import { showPeriod, showInstant } from '../../core/kernel/show-instant.ts'
import { EVENT_PAINTS } from '../ui/status.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { whenOf } from '../ui/time.ts'
import { day, flag, jobFlag, list } from './flags.ts'
import { localZone } from './inputs.ts'
import { listing } from './listing.ts'
import { jobColumn, nameIn, namesFor, contactNames, findEvent, jobNames } from './references.ts'
import type { Command } from '../command.ts'

/** `90m`, `1h`, `2h30m`; null for an event without an end. */
function lengthOf({ startsAt, endsAt }: Pick<CalendarEvent, 'startsAt' | 'endsAt'>): string | null {
  if (endsAt === null) return null
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours ? `${hours}h` : ''}${rest || !hours ? `${rest}m` : ''}`
}

const columns = (names: ReadonlyMap<string, string>, zone: string): Column<CalendarEvent>[] => [
  idColumn({ yields: 7 }),
  timeColumn(
    'WHEN',
    ({ startsAt }) => startsAt,
    { minWidth: 12 },
    (at) => whenOf(at, zone),
  ),
  { title: 'FOR', value: lengthOf, plain: ({ endsAt }) => endsAt, yields: 5 },
  { title: 'TYPE', value: ({ type }) => type, paint: ({ type }) => EVENT_PAINTS[type], yields: 3 },
  { title: 'TITLE', value: ({ title }) => title, minWidth: 12, paint: () => 'bold' },
  jobColumn(names, { yields: 4, minWidth: 10 }),
  { title: 'LOCATION', value: ({ location }) => location, yields: 6 },
]

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const listCommand = listing({
  operation: listEvents.name,
  read: (client, input) => client.call(listEvents, input),
  noun: 'events',
  one: 'event',
  about: 'List upcoming events, in this machine’s time zone.',
  words: async (events, { client }) => {
    const names = await namesFor(client, events)
    return events.map((event) =>
      [nameIn(names, event), event.title, event.type, event.location, event.notes].join(' '),
    )
  },
  flags: [
    flag(
      '--from <date>',
      'Ending after this: -30d, this week, 2026-03-01 (default: now).',
      day('ahead', { asPeriod: true }),
    ),
    flag(
      '--to <date>',
      'Starting before this: +7d, next fri; a day to its end.',
      day('ahead', { atEnd: true }),
    ),
    flag('--type <list>', 'interview, call, deadline, follow-up, other.', list),
    jobFlag('Only for this job.'),
  ],
  examples: ['crm calendar list', 'crm calendar list --type interview --to +14d'],
  columns: async (rows, { client }) => columns(await namesFor(client, rows), localZone()),
  empty: ({ from, to }) =>
    from || to
      ? `No events ${showPeriod(asText(from), asText(to), localZone())}.`
      : 'Nothing is coming up. Add something: crm calendar add "Onsite" --job acme --at "next tue 10:00"',
})

export const showCommand: Command = {
  name: 'show',
  about: 'Show one event.',
  operation: 'calendar.get',
  args: [{ name: 'event', about: 'Id, short id, or part of the title.' }],
  examples: ['crm calendar show onsite'],
  async run({ args, client, out }) {
    const event = await client.call(getEvent, { id: (await findEvent(client, args[0] ?? '')).id })
    const { isTerminal } = out.look
    const isNamed = isTerminal && !out.json
    const jobs = isNamed ? await jobNames(client, [event.jobId]) : new Map<string, string>()
    const people =
      isNamed && event.jobId ? await contactNames(client, event.jobId) : new Map<string, string>()
    const time = (iso: string) =>
      isTerminal ? showInstant(iso, new Date(), event.timeZone ?? localZone(), 'long') : iso
    out.record(event, [
      ['id', event.id],
      ['title', event.title],
      ['type', event.type],
      ['starts', time(event.startsAt)],
      ['ends', event.endsAt && time(event.endsAt)],
      ['zone', event.timeZone],
      ['location', event.location],
      ['job', event.jobId && (jobs.get(event.jobId) ?? event.jobId)],
      ['contact', event.contactId && (people.get(event.contactId) ?? event.contactId)],
      ['notes', event.notes],
    ])
  },
}
