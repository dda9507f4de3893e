// `crm calendar feed|import|export`: the address that calendar programs subscribe to, and files for them.
import { revokeFeed, rotateFeed, showFeed, importEvents, listEvents } from '../../core/calendar/operations.ts'
import type { Feed } from '../../core/calendar/feed.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import { EVENT, type CalendarEvent } from '../../core/calendar/fields.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { isAgreed } from './agreement.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { everyPage } from './pages.ts'

const CHANGE = { act: 'change the address', shown: {}, nothing: 'changed', action: 'Changing the address' }

export const feedCommand: Command = {
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
    const { options, client } = run
    const name = textOf(options, 'name')
    if (isOn(options, 'rotate') && isOn(options, 'revoke'))
      fail('usage', { problem: 'Use --rotate or --revoke, not both.' })
    if (isOn(options, 'revoke')) return revoke(run)
    const feed = await client.call(showFeed, {})
    if (feed.url && !isOn(options, 'rotate') && name === undefined) return printFeed(run, feed)
    const question = 'Give it a new address? Every program that subscribed must be told.'
    if (feed.url && !(await isAgreed(run, { ...CHANGE, question }))) return
    return printFeed(run, await client.call(rotateFeed, { name }))
  },
}

function printFeed({ out }: Run, feed: Feed): void {
  out.note('Anybody with this address can read your calendar. Subscribe to it in a calendar program:')
  if (feed.stoppedReason) out.note(feed.stoppedReason)
  if (feed.lastReadAt) out.note(`Last read ${agoOf(feed.lastReadAt, Date.now())}.`)
  out.done(feed, feed.url ?? '')
}

async function revoke(run: Run): Promise<void> {
  const question = 'Close it? No program reads your calendar any more.'
  if (!(await isAgreed(run, { ...CHANGE, question }))) return
  run.out.done(await run.client.call(revokeFeed, {}), 'The calendar feed is closed.')
}

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
