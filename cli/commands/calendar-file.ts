// `crm calendar import|export`: iCalendar for calendar programs, or a table.
import { EVENT, type CalendarEvent } from '../../core/calendar/fields.ts'
import { importEvents, listEvents } from '../../core/calendar/operations.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { everyPage } from './pages.ts'

const ALWAYS = '1900-01-01T00:00:00.000Z'

export const importCommand = importCommandOf({
  about: 'Import events: iCalendar (.ics), a spreadsheet, JSON, or an export of crm.',
  operation: importEvents,
  formats: ['ics', 'csv', 'json', 'xlsx'],
  examples: ['crm calendar import interviews.ics', 'crm calendar import dates.csv --dry-run'],
  titles: ['title', 'startsAt'],
  load: async () => (await import('../../core/calendar/import/rows.ts')).eventRows,
  call: ({ client }, input) => client.call(importEvents, input),
})

export const exportCommand = exportCommandOf<CalendarEvent>({
  about: 'Export every event as iCalendar (.ics), which calendars read, or as CSV, JSON or xlsx.',
  operation: listEvents.name,
  noun: 'events',
  formats: ['ics', 'csv', 'json', 'xlsx'],
  examples: ['crm calendar export interviews.ics', 'crm calendar export > interviews.ics'],
  columns: fileColumns(EVENT),
  async read(client) {
    const page = await everyPage(true, 'events', (more) => client.call(listEvents, { from: ALWAYS, ...more }))
    return { page, records: page.events }
  },
  async text(events, now) {
    const { writeIcs } = await import('../../core/calendar/ics.ts')
    return writeIcs(
      events.map((event) => ({ ...event, own: event })),
      { now, name: 'Job search' },
    )
  },
})
