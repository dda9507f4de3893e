// `crm calendar add|edit|rm`.
import { overlapWords, periodOf } from '../../core/calendar/overlaps.ts'
import { addEvent, listEvents, getEvent, removeEvent, updateEvent } from '../../core/calendar/operations.ts'
import { EVENT, timesRead, type CalendarEvent, type EventType } from '../../core/calendar/fields.ts'
import { MINUTE_MS } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, wordOf, type Command, type Run } from '../command.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import type { Moment } from '../../core/reading/moments.ts'
import { localZone, readMomentOf, type DateReading } from './inputs.ts'
import { isDryRun, removal } from './agreement.ts'
import { fieldFlags, fieldsIn, flag } from './flags.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import type { Client } from '../client.ts'
import { findEvent, TO_DELETE } from './references.ts'

const FIELDS = [
  flag('--zone <name>', 'Time zone of --at: Europe/Berlin (default: this machine’s).', undefined, 'timeZone'),
  ...fieldFlags(EVENT, [
    ['--type <type>', 'interview, call, deadline, follow-up or other (other).'],
    ['--job <job>', 'The job it belongs to.', 'jobId'],
    ['--contact <contact>', 'Who will be there.', 'contactId'],
    ['--location <text>', 'Where, or the address of the meeting.'],
    ['--notes <text>', 'Your notes; - reads stdin.'],
  ]),
]

export const addCommand: Command = {
  name: 'add',
  about: 'Add an interview, call or deadline to the calendar.',
  operation: 'calendar.create',
  args: [{ name: 'title', about: 'What it is: "Onsite".' }],
  options: [
    { flags: '--at <date>', about: 'When: next tue 10:00, "saturday 10 to 11:30", 2026-03-01 14:00.' },
    { flags: '--for <duration>', about: 'How long: 90m, 1h30m.' },
    { flags: '--until <date>', about: 'When it ends, instead of --for.' },
    ...FIELDS,
  ],
  dryRun: true,
  examples: [
    'crm calendar add Onsite --job acme --at "next tue 10:00" --for 90m',
    'crm calendar add "Offer expires" --at "mar 3 17:00" --type deadline',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const timeZone = textOf(options, 'zone') ?? localZone()
    const times = await timesOf(options, timeZone)
    const input = { ...(await fieldsIn(call, FIELDS)), title: args[0] ?? '', ...times, timeZone }
    const when = showInstant(times.startsAt, new Date(), timeZone, 'long')
    if (isDryRun(options, addEvent, input)) return out.done(input, `Would add “${input.title}”, ${when}.`)
    const event = await client.call(addEvent, input)
    out.done(event, `Added “${event.title}”, ${when} (${shortId(event.id)}).`)
    if (Date.parse(event.startsAt) < Date.now()) out.note('That is in the past.')
    await noteOverlap(client, event, out)
  },
}

export async function noteOverlap(
  client: Run['client'],
  event: CalendarEvent,
  out: Run['out'],
): Promise<void> {
  const { events } = await client.call(listEvents, { ...periodOf(event), limit: 20 })
  const words = overlapWords(event, events)
  if (words) out.note(words)
}

/**
 * Start and end. The end comes from its own date or from a duration. Of an event that is there, what is not
 * said stays: `9am` moves it within its day.
 */
export async function timesOf(options: Run['options'], zone: string, before?: CalendarEvent) {
  const [at, length, ending] = ['at', 'for', 'until'].map((name) => textOf(options, name))
  const reading = before ? { day: before.startsAt } : timesRead(wordOf<EventType>(options, 'type'))
  const said = at === undefined ? null : await readIn(zone, '--at', at, reading)
  const until = said?.endsAt ?? undefined
  if ([length, ending, until].filter((one) => one !== undefined).length > 1)
    fail('usage', { problem: `Say the end once: ${until ? 'in --at, ' : ''}with --for or with --until.` })
  const startsAt = said?.at ?? before?.startsAt
  if (startsAt === undefined) return fail('usage', { problem: 'Give the start: --at "next tue 10:00"' })
  if (until !== undefined) return { startsAt, endsAt: until }
  if (ending !== undefined) {
    const { at: endsAt } = await readIn(zone, '--until', ending, { day: startsAt, atEnd: true })
    if (endsAt < startsAt) fail('invalid_input', { problems: '--until is before --at' })
    return { startsAt, endsAt }
  }
  if (length === undefined) return { startsAt, endsAt: undefined }
  const minutes =
    readMinutes(length) ??
    fail('usage', { problem: `--for: “${length}” is not a duration. Try: 90m, 1h30m, 2h` })
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString() }
}

async function readIn(zone: string, flag: string, text: string, reading: DateReading): Promise<Moment> {
  try {
    return await readMomentOf(flag, text, { ...reading, zone })
  } catch (error) {
    if (error instanceof RangeError)
      fail(
        'usage',
        { problem: `--zone: there is no time zone “${zone}”. Try: Europe/Berlin` },
        { cause: error },
      )
    throw error
  }
}

const WHICH = { name: 'event', about: 'Id, short id, or part of the title.' }
async function eventOf(
  client: Client,
  text: string,
  how?: ResolveOptions,
): Promise<CalendarEvent & { name: string }> {
  const event = await client.call(getEvent, { id: (await findEvent(client, text, how)).id })
  return { ...event, name: `${event.title}, ${when(event)}` }
}

const when = ({ startsAt, timeZone }: CalendarEvent): string =>
  showInstant(startsAt, new Date(), timeZone ?? localZone(), 'long')

const EDITS = fieldFlags(EVENT, [
  ['--title <text>', 'What it is.'],
  ['--type <type>', 'interview, call, deadline, follow-up or other.'],
  ['--job <job>', 'The job it belongs to.', 'jobId'],
  ['--contact <contact>', 'Who will be there.', 'contactId'],
  ['--location <text>', 'Where; an empty value clears it.'],
  ['--notes <text>', 'Your notes; - reads stdin, an empty value clears them.'],
])

export const editCommand: Command = {
  name: 'edit',
  about: 'Edit an event. It keeps its duration if only the start changes.',
  operation: 'calendar.update',
  args: [WHICH],
  options: [
    { flags: '--at <date>', about: 'When it starts: next tue 10:00; 9am keeps its day.' },
    { flags: '--for <duration>', about: 'How long: 90m, 1h30m.' },
    { flags: '--until <date>', about: 'When it ends, instead of --for: 11am is of its day.' },
    { flags: '--zone <name>', about: 'Time zone of --at: Europe/Berlin (default: the event’s).' },
    ...EDITS,
  ],
  dryRun: true,
  examples: [
    'crm calendar edit onsite --at "next wed 10:00"',
    'crm calendar edit 1f2e3d4c --location "Room 5"',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const { name, ...before } = await eventOf(client, args[0] ?? '')
    const zone = textOf(options, 'zone')
    const moves = ['at', 'for', 'until'].some((name) => textOf(options, name) !== undefined)
    const change = {
      id: before.id,
      ...(await fieldsIn(call, EDITS)),
      ...(moves && (await timesOf(options, zone ?? before.timeZone ?? localZone(), before))),
      timeZone: zone,
    }
    if (isDryRun(options, updateEvent, change)) return out.done(change, `Would change ${name}.`)
    const event = await client.call(updateEvent, change)
    out.done(event, `Changed “${event.title}”, ${when(event)}.`)
    if (moves) await noteOverlap(client, event, out)
  },
}

export const removeCommand = removal({
  name: 'rm',
  about: 'Remove an event from the calendar.',
  operation: removeEvent.name,
  args: [WHICH],
  examples: ['crm calendar rm onsite --yes'],
  find: (client, text) => eventOf(client, text, TO_DELETE),
  act: ({ name }) => `remove ${name}`,
  nothing: 'removed',
  shown: ({ name: _, ...event }) => event,
  remove: (client, { id }) => client.call(removeEvent, { id }),
  said: ({ name }) => `Removed ${name}.`,
})
