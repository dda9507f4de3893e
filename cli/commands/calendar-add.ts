// `crm calendar add`.
import { overlapWords, periodOf } from '../../core/calendar/overlaps.ts'
import { addEvent, listEvents } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import { MINUTE_MS } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, type Run, wordOf } from '../command.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import type { Moment } from '../../core/reading/moments.ts'
import { localZone, readMomentOf, textField } from './inputs.ts'
import { isDryRun } from './agreement.ts'
import { findContact, findJob, findOption } from './references.ts'

export const addCommand: Command = {
  name: 'add',
  about: 'Add an interview, call or deadline to the calendar.',
  operation: 'calendar.create',
  args: [{ name: 'title', about: 'What it is: "Onsite".' }],
  options: [
    { flags: '--at <date>', about: 'When: next tue 10:00, "saturday 10 to 11:30", 2026-03-01 14:00.' },
    { flags: '--for <duration>', about: 'How long: 90m, 1h30m.' },
    { flags: '--until <date>', about: 'When it ends, instead of --for.' },
    { flags: '--zone <name>', about: 'Time zone of --at: Europe/Berlin (default: this machine’s).' },
    { flags: '--type <type>', about: 'interview, call, deadline, follow-up or other (other).' },
    { flags: '--job <job>', about: 'The job it belongs to.' },
    { flags: '--contact <contact>', about: 'Who will be there.' },
    { flags: '--location <text>', about: 'Where, or the address of the meeting.' },
    { flags: '--notes <text>', about: 'Your notes; - reads stdin.' },
  ],
  dryRun: true,
  examples: [
    'crm calendar add Onsite --job acme --at "next tue 10:00" --for 90m',
    'crm calendar add "Offer expires" --at "mar 3 17:00" --type deadline',
  ],
  async run({ args, options, client, out, stdin }) {
    const timeZone = textOf(options, 'zone') ?? localZone()
    const times = await timesOf(options, timeZone)
    const field = (name: string) => textField(textOf(options, name), stdin)
    const input = {
      title: args[0] ?? '',
      type: wordOf<CalendarEvent['type']>(options, 'type'),
      ...times,
      timeZone,
      location: await field('location'),
      notes: await field('notes'),
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      contactId: await findOption(findContact, client, textOf(options, 'contact')),
    }
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
  const isDeadline = (textOf(options, 'type') ?? before?.type) === 'deadline'
  const said = at === undefined ? null : await readIn(zone, '--at', at, before?.startsAt, isDeadline)
  const until = said?.endsAt ?? undefined
  if ([length, ending, until].filter((one) => one !== undefined).length > 1)
    fail('usage', { problem: `Say the end once: ${until ? 'in --at, ' : ''}with --for or with --until.` })
  const startsAt = said?.at ?? before?.startsAt
  if (startsAt === undefined) return fail('usage', { problem: 'Give the start: --at "next tue 10:00"' })
  if (until !== undefined) return { startsAt, endsAt: until }
  if (ending !== undefined) {
    const { at: endsAt } = await readIn(zone, '--until', ending, startsAt)
    if (endsAt < startsAt) fail('invalid_input', { problems: '--until is before --at' })
    return { startsAt, endsAt }
  }
  if (length === undefined) return { startsAt, endsAt: undefined }
  const minutes =
    readMinutes(length) ??
    fail('usage', { problem: `--for: “${length}” is not a duration. Try: 90m, 1h30m, 2h` })
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString() }
}

async function readIn(
  zone: string,
  flag: string,
  text: string,
  day?: string,
  atEnd = false,
): Promise<Moment> {
  try {
    return await readMomentOf(flag, text, { zone, day, atEnd })
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
