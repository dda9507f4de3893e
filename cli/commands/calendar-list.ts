// `crm calendar list`.
import { listEvents } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import { MINUTE_MS } from '../../core/kernel/clock.ts'
import { showPeriod } from '../../core/kernel/show-instant.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, wordsOf } from '../command.ts'
import type { Column, Paint } from '../ui/table.ts'
import { whenOf } from '../ui/when.ts'
import { localZone, readDateOption } from './inputs.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { findJob, findOption, jobNames } from './references.ts'

const PAINTS: Partial<Record<CalendarEvent['type'], Paint>> = {
  interview: 'yellow',
  deadline: 'red',
  call: 'cyan',
}

/** `90m`, `1h`, `2h30m`; null for an event without an end. */
function lengthOf({ startsAt, endsAt }: Pick<CalendarEvent, 'startsAt' | 'endsAt'>): string | null {
  if (endsAt === null) return null
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours ? `${hours}h` : ''}${rest || !hours ? `${rest}m` : ''}`
}

const columns = (names: ReadonlyMap<string, string>, zone: string): Column<CalendarEvent>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim', yields: 7 },
  {
    title: 'WHEN',
    value: ({ startsAt }) => whenOf(startsAt, zone),
    plain: ({ startsAt }) => startsAt,
    minWidth: 12,
  },
  { title: 'FOR', value: lengthOf, plain: ({ endsAt }) => endsAt, yields: 5 },
  { title: 'TYPE', value: ({ type }) => type, paint: ({ type }) => PAINTS[type], yields: 3 },
  { title: 'TITLE', value: ({ title }) => title, minWidth: 12, paint: () => 'bold' },
  {
    title: 'JOB',
    value: ({ jobId }) => jobId && (names.get(jobId) ?? shortId(jobId)),
    yields: 4,
    minWidth: 10,
  },
  { title: 'LOCATION', value: ({ location }) => location, yields: 6 },
]

export const listCommand: Command = {
  name: 'list',
  about: 'List upcoming events, in this machine’s time zone.',
  operation: 'calendar.list',
  options: [
    { flags: '--from <date>', about: 'Ending after this: -30d, this week, 2026-03-01 (default: now).' },
    { flags: '--to <date>', about: 'Starting before this: +7d, next fri; a day to its end.' },
    { flags: '--type <list>', about: 'interview, call, deadline, follow-up, other.' },
    { flags: '--job <job>', about: 'Only for this job.' },
    ...PAGE_OPTIONS,
  ],
  examples: ['crm calendar list', 'crm calendar list --type interview --to +14d'],
  async run({ options, client, out }) {
    const input = {
      from: await readDateOption('--from', textOf(options, 'from'), 'ahead', { asPeriod: true }),
      to: await readDateOption('--to', textOf(options, 'to'), 'ahead', { atEnd: true }),
      type: wordsOf<CalendarEvent['type']>(options, 'type'),
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'events', (more) =>
      client.call(listEvents, { ...input, ...more }),
    )
    const ids = page.events.map(({ jobId }) => jobId)
    const names = out.json ? new Map<string, string>() : await jobNames(client, ids)
    const { from, to } = input
    const empty =
      from || to
        ? `No events ${showPeriod(from, to, localZone())}.`
        : 'Nothing is coming up. Add something: crm calendar add "Onsite" --job acme --at "next tue 10:00"'
    out.list(page, page.events, columns(names, localZone()), empty)
  },
}
