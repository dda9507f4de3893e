// `crm calendar edit|rm`.
import { getEvent, removeEvent, updateEvent } from '../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../core/calendar/fields.ts'
import type { ResolveOptions } from '../../core/references/resolve.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, wordOf } from '../command.ts'
import { isAgreed, isDryRun } from './agreement.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { localZone, textField } from './inputs.ts'
import { noteOverlap, timesOf } from './calendar-add.ts'
import { findContact, findEvent, findJob, findOption, TO_DELETE } from './references.ts'

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

export const editCommand: Command = {
  name: 'edit',
  about: 'Edit an event. It keeps its duration if only the start changes.',
  operation: 'calendar.update',
  args: [WHICH],
  options: [
    { flags: '--title <text>', about: 'What it is.' },
    { flags: '--at <date>', about: 'When it starts: next tue 10:00; 9am keeps its day.' },
    { flags: '--for <duration>', about: 'How long: 90m, 1h30m.' },
    { flags: '--until <date>', about: 'When it ends, instead of --for: 11am is of its day.' },
    { flags: '--zone <name>', about: 'Time zone of --at: Europe/Berlin (default: the event’s).' },
    { flags: '--type <type>', about: 'interview, call, deadline, follow-up or other.' },
    { flags: '--job <job>', about: 'The job it belongs to.' },
    { flags: '--contact <contact>', about: 'Who will be there.' },
    { flags: '--location <text>', about: 'Where; an empty value clears it.' },
    { flags: '--notes <text>', about: 'Your notes; - reads stdin, an empty value clears them.' },
  ],
  dryRun: true,
  examples: [
    'crm calendar edit onsite --at "next wed 10:00"',
    'crm calendar edit 1f2e3d4c --location "Room 5"',
  ],
  async run({ args, options, client, out, stdin }) {
    const { name, ...before } = await eventOf(client, args[0] ?? '')
    const zone = textOf(options, 'zone')
    const moves = ['at', 'for', 'until'].some((name) => textOf(options, name) !== undefined)
    const change = {
      title: textOf(options, 'title'),
      type: wordOf<CalendarEvent['type']>(options, 'type'),
      ...(moves && (await timesOf(options, zone ?? before.timeZone ?? localZone(), before))),
      timeZone: zone,
      location: await textField(textOf(options, 'location'), stdin),
      notes: await textField(textOf(options, 'notes'), stdin),
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      contactId: await findOption(findContact, client, textOf(options, 'contact')),
    }
    if (isDryRun(options, updateEvent, { id: before.id, ...change }))
      return out.done({ id: before.id, ...change }, `Would change ${name}.`)
    const event = await client.call(updateEvent, { id: before.id, ...change })
    out.done(event, `Changed “${event.title}”, ${when(event)}.`)
    if (moves) await noteOverlap(client, event, out)
  },
}

export const removeCommand: Command = {
  name: 'rm',
  about: 'Remove an event from the calendar.',
  operation: 'calendar.delete',
  destructive: true,
  args: [WHICH],
  examples: ['crm calendar rm onsite --yes'],
  async run(call) {
    const { args, client, out } = call
    const { name, ...event } = await eventOf(client, args[0] ?? '', TO_DELETE)
    if (!(await isAgreed(call, { act: `remove ${name}`, shown: event, nothing: 'removed' }))) return
    out.done(await client.call(removeEvent, { id: event.id }), `Removed ${name}.`)
  },
}
