// `crm calendar export`: the calendar as an iCalendar file.
import { listEvents } from '../../core/calendar/operations.ts'
import { isOn, type Command } from '../command.ts'
import { everyPage } from './pages.ts'

/** Earlier than any event. */
const ALWAYS = '1900-01-01T00:00:00.000Z'

export const exportCommand: Command = {
  name: 'export',
  about: 'Export every event as iCalendar (.ics), for Google, Apple, Outlook and others.',
  operation: 'calendar.list',
  args: [{ name: 'file?', about: 'The file (default, and for -: stdout).' }],
  options: [{ flags: '--force', about: 'Overwrite an existing file.' }],
  examples: ['crm calendar export interviews.ics', 'crm calendar export > interviews.ics'],
  async run({ args, options, client, out }) {
    const file = args[0] === '-' ? undefined : args[0]
    const page = await everyPage(true, 'events', (more) => client.call(listEvents, { from: ALWAYS, ...more }))
    if (file === undefined && out.json) return out.list(page, page.events, [], '')
    const { writeIcs } = await import('../../core/calendar/ics.ts')
    const text = writeIcs(page.events, { now: new Date().toISOString(), name: 'Job search' })
    if (file === undefined) return out.raw(text)
    const { saveFile } = await import('./save-file.ts')
    saveFile(file, text, isOn(options, 'force'))
    const count = page.events.length
    out.done({ file, events: count }, `Wrote ${count} ${count === 1 ? 'event' : 'events'} to ${file}.`)
  },
}
