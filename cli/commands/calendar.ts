// `crm calendar …`
import * as calendar from '../../core/calendar/operations.ts'
import { type CalendarEvent, EVENT, readingOfDay, type EventType } from '../../core/calendar/fields.ts'
import { MINUTE_MS, wallTime, localZone } from '../../core/kernel/clock.ts'
import { showPeriod } from '../../core/kernel/show-instant.ts'
import { EVENT_PAINTS } from '../ui/status.ts'
import type { Column, Names } from '../ui/table.ts'
import { whenOf, agoOf, dayOf, momentText } from '../ui/time.ts'
import {
  day,
  flag,
  flagFor,
  jobFlag,
  list,
  fieldFlags,
  fieldsIn,
  sortFlag,
  readMomentOf,
  type DateReading,
} from './flags.ts'
import { fieldColumns } from '../ui/columns.ts'
import { editOf, findAndRead, showOf, type RecordKind } from './record-commands.ts'
import { doing } from './doing.ts'
import { listing } from './listing.ts'
import { jobColumn, nameIn, namesFor, findEvent } from './references.ts'
import { type Command, textOf, wordOf, type Run, isOn, misused } from '../command.ts'
import { dateOrder } from '../../core/config.ts'
import { typeOfTitle } from '../../core/calendar/event-words.ts'
import { timeRemarks, periodOf } from '../../core/calendar/overlaps.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import type { Moment } from '../../core/reading/moments.ts'
import { isDryRun, isAgreed } from './agreement.ts'
import type { Feed } from '../../core/calendar/feed.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'

/** `90m`, `1h`, `2h30m`; null for an event without an end. */
function lengthOf({ startsAt, endsAt }: Pick<CalendarEvent, 'startsAt' | 'endsAt'>): string | null {
  if (endsAt === null) return null
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours ? `${hours}h` : ''}${rest || !hours ? `${rest}m` : ''}`
}

const columns = (names: Names, zone: string): Column<CalendarEvent>[] =>
  fieldColumns<CalendarEvent>(EVENT, {
    id: { yields: 7 },
    startsAt: { title: 'WHEN', value: ({ startsAt }) => whenOf(startsAt, zone), minWidth: 12 },
    for: { value: lengthOf, plain: ({ endsAt }) => endsAt, yields: 5 },
    type: { paint: ({ type }) => EVENT_PAINTS[type], yields: 3 },
    title: { minWidth: 12, paint: 'bold' },
    job: jobColumn(names, { yields: 4, minWidth: 10 }),
    location: { yields: 6 },
  })

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const listCommand = listing({
  op: calendar.listEvents,
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
      'Starting before this: +7d, next fri; includes the whole of that day.',
      day('ahead', { atEnd: true, asPeriod: true }),
    ),
    flag('--type <list>', 'interview, call, deadline, follow-up, other.', list),
    jobFlag('Only for this job.'),
    sortFlag(EVENT),
  ],
  examples: ['crm calendar list', 'crm calendar list --type interview --to +14d'],
  record: EVENT,
  columns: async (rows, { client }) => columns(await namesFor(client, rows), localZone()),
  empty: ({ from, to }) =>
    from || to
      ? `No events ${showPeriod(asText(from), asText(to), localZone())}.`
      : 'Nothing is coming up. Add something: crm calendar add "Onsite" --job acme --at "next tue 10:00"',
})

const EVENTS: RecordKind<CalendarEvent> = {
  ...{ noun: EVENT, group: 'calendar', find: findEvent, get: calendar.getEvent },
  ref: { name: 'event', about: 'Id, short id, or part of the title.' },
  nameOf: (event) => `“${event.title}”, ${when(event)}`,
}

const when = ({ startsAt, timeZone }: CalendarEvent): string =>
  momentText(startsAt, 'long', timeZone ?? undefined)

const showCommand = showOf(EVENTS, { about: 'Show one event.', examples: ['crm calendar show onsite'] })

const FOR = { flags: '--for <duration>', about: 'How long: 90m, 1h30m.' }
const UNTIL = { flags: '--until <date>', about: 'When it ends, instead of --for; 11am is on that day.' }
const ZONE = 'Time zone of --at: Europe/Berlin'

const FIELDS = [
  flagFor('timeZone', '--zone <name>', `${ZONE} (default: this machine’s).`),
  ...fieldFlags(EVENT, ['title']),
]

const addCommand: Command = {
  name: 'add',
  about: 'Add an interview, call or deadline to the calendar.',
  operation: 'calendar.create',
  args: [{ name: 'title', about: 'What it is, and when without --at: "Onsite tomorrow 10:00".' }],
  options: [
    { flags: '--at <date>', about: 'When: next tue 10:00, "saturday 10 to 11:30", 2026-03-01 14:00.' },
    ...[FOR, UNTIL, ...FIELDS],
  ],
  dryRun: true,
  examples: [
    'crm calendar add Onsite --job acme --at "next tue 10:00" --for 90m',
    'crm calendar add "Offer expires mar 3 17:00"',
  ],
  async run(call) {
    const { args, client, out } = call
    const timeZone = textOf(call.options, 'zone') ?? localZone()
    const { title, options, isDue } = await splitTitle(args[0] ?? '', call.options, timeZone)
    const named = wordOf<EventType>(options, 'type')
    const guess = named ?? typeOfTitle(args[0] ?? '') ?? (isDue ? 'deadline' : undefined)
    const isMeeting = named === undefined && (guess === 'interview' || guess === 'call')
    const times = await timesOf({ ...options, type: isMeeting ? named : guess }, timeZone, out.note)
    // A meeting needs a time; without one it is an event of that day.
    const isUntimed = isMeeting && dayOnly(times.startsAt, timeZone)
    if (isUntimed)
      out.note(`It is no ${guess} until it has a time: crm calendar edit EVENT --at 10:00 --type ${guess}`)
    const type = isUntimed ? undefined : guess
    const input = { ...(await fieldsIn(call, FIELDS)), type, title, ...times, timeZone }
    const when = momentText(times.startsAt, 'long', timeZone)
    const summary = `“${title}”${type ? ` (${type})` : ''}, ${when}`
    if (isDryRun(options, calendar.addEvent, input)) return out.done(input, `Would add ${summary}.`)
    const event = await client.call(calendar.addEvent, input)
    out.done(event, `Added ${summary} (${shortId(event.id)}).`)
    if (Date.parse(event.startsAt) < Date.now()) out.note('That is in the past.')
    await noteOverlap(client, event, out)
  },
}

async function noteOverlap(client: Run['client'], event: CalendarEvent, out: Run['out']): Promise<void> {
  const { events } = await client.call(calendar.listEvents, { ...periodOf(event), limit: 20 })
  const words = timeRemarks(event, events, event.timeZone ?? localZone())
  if (words) out.note(words)
}

const dayOnly = (iso: string, zone: string): boolean => {
  const { hour, minute } = wallTime(Date.parse(iso), zone)
  return hour === 0 && minute === 0
}

const MOST_WORDS = 8

/** The start and the length of “wed 2pm for 45 min”. */
function partedLength(at: string | undefined): (string | undefined)[] {
  const [, start, length] = /^(.+?)\s+for\s+(\d.*)$/i.exec(at ?? '') ?? []
  return length !== undefined && readMinutes(length) ? [start, length] : [at]
}

/** Splits the time from a title without `--at`: “Onsite with Acme tomorrow 10:00”. */
async function splitTitle(title: string, options: Run['options'], zone: string) {
  const { readMoment } = await import('../../core/reading/moments.ts')
  const words = textOf(options, 'at') === undefined ? title.split(/\s+/) : []
  for (let from = Math.max(1, words.length - MOST_WORDS); from < words.length; from += 1) {
    const [what, at] = [words.slice(0, from).join(' '), words.slice(from).join(' ')]
    const name = what.replace(/(?:[\s,;:–—-]|\s(?:on|at|from|by|until|in))+$/i, '')
    // In “Chat with Mo”, Mo is a person, not Monday. In “Onsite San Jose CA Dec 5”, CA is a state.
    const [start = ''] = partedLength(at)
    const isTime = at.length > 2 && !/\b(?:CA|Circa)\b/.test(at)
    const isDate = isTime && readMoment(start, new Date(), zone, { order: dateOrder() }).value !== null
    // Keep “in” in “Check in tomorrow”.
    const isPhrase = typeOfTitle(name) !== typeOfTitle(what)
    // “Portfolio by friday” is a deadline.
    const isDue = words.slice(from - 1, from + 1).some((word) => /^(?:by|until)$/i.test(word))
    if (isDate && name !== '') return { title: isPhrase ? what : name, options: { ...options, at }, isDue }
  }
  return { title, options, isDue: false }
}

/** The start, and the end from `--until` or `--for`. An edit keeps the other parts: `9am` moves the event within its day. */
async function timesOf(
  options: Run['options'],
  zone: string,
  say: DateReading['say'],
  before?: CalendarEvent,
) {
  const [at, within] = partedLength(textOf(options, 'at'))
  const [length = within, ending] = ['for', 'until'].map((name) => textOf(options, name))
  const reading = {
    say,
    ...(before ? { day: before.startsAt } : readingOfDay(wordOf<EventType>(options, 'type'))),
  }
  const moment = at === undefined ? null : await readIn(zone, '--at', at, reading)
  const until = moment?.endsAt ?? undefined
  if ([length, ending, until].filter((one) => one !== undefined).length > 1)
    misused(`Say the end once: ${until ? 'in --at, ' : ''}with --for or with --until.`)
  const startsAt = moment?.at ?? before?.startsAt
  if (startsAt === undefined) return misused('Give the start: --at "next tue 10:00"')
  if (until !== undefined) return { startsAt, endsAt: until }
  if (ending !== undefined) {
    const { at: endsAt } = await readIn(zone, '--until', ending, { say, day: startsAt, atEnd: true })
    if (endsAt < startsAt) fail('invalid_input', { problems: '--until is before --at' })
    return { startsAt, endsAt }
  }
  if (length === undefined) return { startsAt, endsAt: undefined }
  const minutes = readMinutes(length) ?? misused(`--for: “${length}” is not a duration. Try: 90m, 1h30m, 2h`)
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString() }
}

async function readIn(zone: string, flag: string, text: string, reading: DateReading): Promise<Moment> {
  try {
    return await readMomentOf(flag, text, { ...reading, zone })
  } catch (error) {
    if (error instanceof RangeError)
      misused(`--zone: there is no time zone “${zone}”. Try: Europe/Berlin`, { cause: error })
    throw error
  }
}

const editCommand = editOf(EVENTS, {
  about: 'Edit an event; it keeps its duration. Without flags on a terminal: in your $EDITOR.',
  op: calendar.updateEvent,
  special: [
    { flags: '--at <date>', about: 'When it starts: next tue 10:00; 9am keeps its day.' },
    ...[FOR, UNTIL],
    { flags: '--zone <name>', about: `${ZONE} (default: the event’s).` },
  ],
  flags: fieldFlags(EVENT),
  lines: { at: ({ startsAt }) => dayOf(startsAt), zone: ({ timeZone }) => timeZone ?? '' },
  examples: [
    'crm calendar edit onsite --at "next wed 10:00"',
    'crm calendar edit 1f2e3d4c --location "Room 5"',
  ],
  async changeOf(fields, before, { options, out }) {
    const zone = textOf(options, 'zone')
    const isIn = zone ?? before.timeZone ?? localZone()
    const isMoved = ['at', 'for', 'until'].some((name) => textOf(options, name) !== undefined)
    const times = isMoved && (await timesOf(options, isIn, out?.note, before))
    return { ...fields, ...times, ...(zone !== undefined && { timeZone: zone }) }
  },
  async changed({ client, out }, event, change) {
    if ('startsAt' in change) await noteOverlap(client, event, out)
  },
})

const removeCommand = doing({
  name: 'rm',
  about: 'Remove an event from the calendar.',
  op: calendar.removeEvent,
  args: [EVENTS.ref],
  examples: ['crm calendar rm onsite --yes'],
  find: (client, text, how) => findAndRead(EVENTS, client, text, how),
  act: (event) => `remove ${event.title}, ${when(event)}`,
  nothing: 'removed',
  said: (_, event) => `Removed ${event.title}, ${when(event)}.`,
})

const CHANGE = { act: 'change the address', shown: {}, nothing: 'changed' }

const feedCommand: Command = {
  name: 'feed',
  about: 'Show the secret address that Google, Apple and Outlook calendars subscribe to.',
  operation: 'calendar.feed',
  options: [
    { flags: '--rotate', about: 'Create a new address; the old one stops working at once.' },
    { flags: '--revoke', about: 'Delete the address.' },
    { flags: '--name <text>', about: 'The calendar’s name.' },
    { flags: '-y, --yes', about: 'Do not ask for confirmation.' },
  ],
  examples: ['crm calendar feed', 'crm calendar feed --rotate --yes'],
  async run(run) {
    const { options, client, out } = run
    const name = textOf(options, 'name')
    if (isOn(options, 'rotate') && isOn(options, 'revoke')) misused('Use --rotate or --revoke, not both.')
    if (isOn(options, 'revoke')) {
      const question = 'Close it? No program reads your calendar any more.'
      if (!(await isAgreed(run, { ...CHANGE, question }))) return
      return out.done(await client.call(calendar.revokeFeed, {}), 'The calendar feed is closed.')
    }
    const feed = await client.call(calendar.showFeed, {})
    if (feed.url && !isOn(options, 'rotate') && name === undefined) return printFeed(run, feed)
    const question = 'Give it a new address? Every program that subscribed must be told.'
    if (feed.url && !(await isAgreed(run, { ...CHANGE, question }))) return
    return printFeed(run, await client.call(calendar.rotateFeed, { name }))
  },
}

function printFeed({ out }: Run, feed: Feed): void {
  out.note('Anybody with this address can read your calendar. Subscribe to it in a calendar program:')
  if (feed.stoppedReason) out.note(feed.stoppedReason)
  if (feed.lastReadAt) out.note(`Last read ${agoOf(feed.lastReadAt, Date.now())}.`)
  out.done(feed, feed.url ?? '')
}

const ALWAYS = '1900-01-01T00:00:00.000Z'

const importCommand = importCommandOf({
  about: 'Import events: iCalendar (.ics), a spreadsheet, JSON, or an export of crm.',
  op: calendar.importEvents,
  formats: ['ics', 'csv', 'json', 'xlsx'],
  examples: ['crm calendar import interviews.ics', 'crm calendar import dates.csv --dry-run'],
  titles: ['title', 'startsAt'],
  load: async () => (await import('../../core/calendar/import/rows.ts')).eventRows,
})

const exportCommand = exportCommandOf({
  about: 'Export every event as iCalendar (.ics), which calendars read, or as CSV, JSON or xlsx.',
  op: calendar.listEvents,
  noun: 'events',
  formats: ['ics', 'csv', 'json', 'xlsx'],
  examples: ['crm calendar export interviews.ics', 'crm calendar export > interviews.ics'],
  columns: fileColumns(EVENT),
  input: { from: ALWAYS },
  async text(events, now) {
    const { writeIcs } = await import('../../core/calendar/ics.ts')
    const owned = events.map((event) => ({ ...event, own: event }))
    return writeIcs(owned, { now, name: 'Job search' })
  },
})

export const commands: Command[] = [
  ...[listCommand, showCommand, addCommand, editCommand, removeCommand],
  ...[importCommand, exportCommand, feedCommand],
]
