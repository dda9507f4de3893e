// Converts an iCalendar file (RFC 5545) to rows. Events of our own export stay exact. Unknown properties become columns.
import type ICAL from 'ical.js'
import { quietly } from '../../kernel/errors.ts'
import { withoutControls } from '../../kernel/plain-characters.ts'
import { instantAtOffset, instantOf, isoOf, wallTime } from '../../kernel/clock.ts'
import { restoreText } from '../../sheets/content-lines.ts'
import { columnsIn, type Row, type Sheet, unreadable } from '../../sheets/sheet.ts'
import { type IcsEvent, type IcsMoment, readIcsFile, textIn } from '../reading/ics-file.ts'
import { keyOf, type Series, seriesOf, wallText } from '../reading/series.ts'

const MAX_REPEATED = 2_000
/** A series counts as at least this many dates, because even one without dates takes time. */
const MIN_SERIES_COST = 5

/** The events of a calendar. Times without a zone are in `localZone`. Never throws. */
export function readIcs(text: string, localZone: string): Sheet {
  const read = readIcsFile(text)
  if (read === null) return unreadable('The file is no calendar, or damaged.')
  if (!read.length) return unreadable('The calendar holds no events.')
  const moved = new Set(
    read.flatMap((each) => (each?.replaces ? [`${each.uid} ${keyOf(each.replaces)}`] : [])),
  )
  let datesLeft = MAX_REPEATED
  const found = read.flatMap((entry): EntryRow[] => {
    if (!entry) return [DAMAGED]
    const dates = entry.asks === 'set' ? seriesWithin(entry, datesLeft) : null
    if (dates) datesLeft -= Math.max(MIN_SERIES_COST, dates.starts.length)
    return rowsOf(entry, dates, moved, localZone)
  })
  const rows = found.map((each, at): Row => ({ line: at + 1, ...each }))
  const others = text.match(/^BEGIN:V(?:TODO|JOURNAL)/gim)?.length ?? 0
  const notes = others ? [`Tasks and journal entries are no events, and were left out: ${others}.`] : []
  return { rows, columns: columnsIn(rows), notes, problem: null }
}

type Cell = readonly [column: string, value: string]
interface EntryRow {
  readonly cells: readonly Cell[]
  readonly problem: string | null
}

const DAMAGED: EntryRow = { cells: [], problem: 'The event is damaged.' }

function seriesWithin(entry: IcsEvent, datesLeft: number): Series | null {
  const onlyFirst = (why: string): Series => ({
    starts: entry.starts ? [entry.starts] : [],
    remark: `${why}: only the first date was taken.`,
  })
  try {
    if (datesLeft > 0 || !entry.event.hasProperty('rrule') || entry.replaces) return seriesOf(entry)
    return onlyFirst('The file has too many dates that repeat')
  } catch {
    return onlyFirst('The event repeats by a rule that is damaged')
  }
}

function rowsOf(entry: IcsEvent, series: Series | null, moved: ReadonlySet<string>, localZone: string) {
  if (!series) {
    const date = entry.replaces ? keyOf(entry.replaces) : ''
    return [rowOf(entry, entry, localZone, { date, dates: '', remark: '' })]
  }
  const keys = series.starts.map(keyOf)
  const own = series.starts.filter((starts) => !moved.has(`${entry.uid} ${keyOf(starts)}`))
  return own.map((starts, at) =>
    rowOf(entry, { starts, ends: endAfter(entry, starts) }, localZone, {
      date: keyOf(starts),
      dates: at === 0 ? keys.join(' ') : '',
      remark: (at === 0 && series.remark) || '',
    }),
  )
}

function endAfter({ starts: first, ends }: IcsEvent, starts: IcsMoment): IcsMoment | null {
  if (!first || !ends) return null
  const { at, wall } = starts
  // Whole days and times without a zone are not instants yet. Their end keeps its distance on the local clock.
  if (at === null && first.at === null && ends.at === null) {
    const length = instantAtOffset(ends.wall, 0) - instantAtOffset(first.wall, 0)
    return { ...ends, wall: wallTime(instantAtOffset(wall, 0) + length, 'UTC') }
  }
  if (first.at === null || ends.at === null || at === null) return starts === first ? ends : null
  return { ...ends, at: isoOf(Date.parse(at) + Date.parse(ends.at) - Date.parse(first.at)) }
}

type EventTimes = Pick<IcsEvent, 'starts' | 'ends'>

/** The place of a row in its series. */
type Place = Readonly<Record<'date' | 'dates' | 'remark', string>>

/** The parser reads values lazily, and throws for an invalid one. */
function rowOf(entry: IcsEvent, times: EventTimes, localZone: string, place: Place): EntryRow {
  const read = quietly(() => ({
    cells: cellsOf(entry, times, localZone, place).filter(([, value]) => value !== ''),
    problem: problemOf(entry, times),
  }))
  return read ?? DAMAGED
}

/** Why an entry is no event: it answers an invitation, or its zone is unknown. */
function problemOf({ event, asks }: IcsEvent, { starts }: EventTimes): string | null {
  if (asks === 'answer') return 'This is an answer to an invitation, and no event.'
  if (asks === 'cancel' || !starts || starts.isDate || starts.at !== null || starts.statedZone === '')
    return null
  const [title, when] = [textIn(event, 'summary').replaceAll('"', ''), wallText(starts).replace('T', ' ')]
  return `The time zone “${starts.statedZone.slice(0, 100)}” is not known, so ${when} is no instant yet. Say which it is: crm calendar add "${title.slice(0, 100)}" --at "${when}" --zone Europe/Berlin.`
}

const ENTRY_PROPERTIES =
  /^(?:dtstamp|created|last-modified|sequence|status|transp|class|dtstart|dtend|duration|uid|summary|location|description|categories|recurrence-id|rdate|exdate|x-.*)$/

function cellsOf(entry: IcsEvent, times: EventTimes, localZone: string, place: Place): Cell[] {
  const { event } = entry
  const text = (name: string) => textIn(event, name)
  const exact = (name: string, field: string) =>
    restoreText(text(name), text(`x-crm-exact-${field}`) || null, withoutControls)
  const [starts, ends] = [resolveMoment(times.starts, localZone), resolveMoment(times.ends, localZone)]
  const range = event.getFirstProperty('recurrence-id')?.getFirstParameter('range') ?? ''
  const remarks = [
    starts?.remark,
    place.remark,
    starts?.at && ends?.at && ends.at < starts.at ? 'It ends before it starts: the end was left out.' : '',
    /^thisandfuture$/i.test(range) ? 'It changes all later dates too: only this date was changed.' : '',
  ]
  const own = (name: string) => text(`x-crm-${name}`)
  const id = /^([0-9a-f-]{36})@crm$/i.exec(text('uid'))?.[1] ?? ''
  return [
    ['id', own('updated') ? id : ''],
    ...(own('updated') ? [] : versionOf(entry, place)),
    ['title', exact('summary', 'title')],
    ['startsAt', sameSecond(own('starts'), starts?.at)],
    ['endsAt', own('updated') ? ownEnd(own('ends'), ends?.at, starts?.at) : (ends?.at ?? '')],
    ['timeZone', own('updated') ? own('time-zone') : (starts?.zone ?? '')],
    ['location', exact('location', 'location')],
    ['notes', exact('description', 'notes')],
    ['type', text('categories').toLowerCase()],
    ['jobId', own('job')],
    ['contactId', own('contact')],
    ['createdAt', own('created')],
    ['updatedAt', own('updated')],
    ['remark of the reader', own('updated') ? '' : remarks.filter(Boolean).join(' ')],
    ...event
      .getAllProperties()
      // The rule is left out if the rows already have all its dates.
      .filter(
        ({ name }) =>
          !ENTRY_PROPERTIES.test(name) && (name !== 'rrule' || place.date === '' || place.remark !== ''),
      )
      .map((property): Cell => [property.name.toUpperCase(), wordsOf(property)]),
  ]
}

const versionOf = ({ uid, sequence, stamp, asks }: IcsEvent, { date, dates }: Place): Cell[] => [
  ['uid', uid],
  ['sequence', String(sequence)],
  ['dtstamp', stamp],
  ['date of the series', date],
  ['dates of the series', dates],
  ['event status', asks === 'cancel' ? 'cancelled' : ''],
]

function wordsOf(property: ICAL.Property): string {
  const value = property
    .getValues()
    .map((each) => String(each))
    .join(', ')
  const name = property.getParameter('cn')
  return name ? `${String(name)} <${value.replace(/^mailto:/i, '')}>` : value
}

/** Keeps crm's exact instant unless the calendar moved it. Calendars store whole seconds. */
const sameSecond = (own: string, at: string | undefined): string =>
  own && at !== undefined && own.slice(0, 19) === at.slice(0, 19) ? own : (at ?? '')

const ownEnd = (own: string, at: string | undefined, starts: string | undefined): string =>
  own && (at === undefined || at === starts) ? own : sameSecond(own, at)

/** Resolves whole days and times without a zone in the user's zone. Null for a time with an unknown zone. */
function resolveMoment(moment: IcsMoment | null, localZone: string) {
  if (!moment) return null
  const { at, wall, isDate, statedZone, zone, remark } = moment
  if (at !== null) return { at, zone, remark }
  if (statedZone !== '') return null
  const local = isoOf(instantOf(wall, localZone))
  if (isDate) return { at: local, zone: null, remark: null }
  const assumed = `The file names no time zone: the time was read in yours, ${localZone}.`
  return { at: local, zone: localZone, remark: assumed }
}
