// Events of an iCalendar file (RFC 5545) as rows: those of our own export to the letter, those of calendar programs with
// what has no field under the name of its property.
import { withoutControls } from '../../kernel/plain-characters.ts'
import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { isoOf } from '../../kernel/clock.ts'
import { instantAtOffset, instantOf, timeZoneNamed } from '../../kernel/zone.ts'
import { restored } from '../../sheets/exact.ts'
import { unreadable, type Row, type Sheet } from '../../sheets/sheet.ts'

/** The events of a calendar; `localZone` is that of times without a zone. Never throws. */
export function readIcs(text: string, localZone: string): Sheet {
  const calendars = componentsOf(text)
  if (calendars === null) return unreadable('The file is no calendar, or damaged.')
  const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  if (!events.length) return unreadable('The calendar holds no events.')
  const isCancelled = (event: ICAL.Component) => /^cancelled$/i.test(textOf(event, 'status'))
  const kept = events.filter((event) => !isCancelled(event))
  const rows = kept.map((event, at) => toRow(event, at + 1, localZone))
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)))]
  const left = events.length - kept.length
  const notes = left
    ? [`${left === 1 ? 'One cancelled event was' : `${left} cancelled events were`} left out.`]
    : []
  return { rows, columns, notes, problem: null }
}

function componentsOf(text: string): ICAL.Component[] | null {
  try {
    const parsed: unknown = ICAL.parse(text)
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    // The parser returns an empty list for a file without any line.
    return all.filter((each) => each.length > 0).map((each) => new ICAL.Component(each))
  } catch {
    return null
  }
}

/** The parser reads a value when it is asked for, and throws for one that is none. */
function toRow(event: ICAL.Component, line: number, localZone: string): Row {
  try {
    return { line, cells: cellsOf(event, localZone), problem: null }
  } catch {
    return { line, cells: [], problem: 'The event is damaged.' }
  }
}

/** Properties that are about the entry in its calendar, not what happens. */
const SKIPPED =
  /^(?:dtstamp|created|last-modified|sequence|status|transp|class|dtstart|dtend|duration|uid|summary|location|description|categories|x-.*)$/

type Cell = readonly [column: string, value: string]

const textOf = (event: ICAL.Component, name: string): string =>
  (event.getFirstProperty(name)?.getValues() ?? []).map((value) => String(value)).join(', ')

function cellsOf(event: ICAL.Component, localZone: string): Cell[] {
  const text = (name: string) => textOf(event, name)
  const exact = (name: string, field: string) =>
    restored(text(name), text(`x-crm-exact-${field}`) || null, withoutControls)
  const starts = momentOf(event, 'dtstart', localZone)
  const ends = momentOf(event, 'dtend', localZone) ?? endByDuration(event, starts)
  const own = (name: string) => text(`x-crm-${name}`)
  const id = /^([0-9a-f-]{36})@crm$/i.exec(text('uid'))?.[1] ?? ''
  const cells: Cell[] = [
    ['id', own('updated') ? id : ''],
    ['uid', text('uid')],
    ['title', exact('summary', 'title')],
    ['startsAt', sameSecond(own('starts'), starts?.at)],
    ['endsAt', own('updated') ? ownEnd(own('ends'), ends?.at, starts?.at) : (ends?.at ?? '')],
    ['timeZone', own('updated') ? own('time-zone') : (starts?.zone ?? '')],
    ['location', exact('location', 'location')],
    ['notes', exact('description', 'notes')],
    ['type', text('categories').toLowerCase()],
    ['jobId', own('job')],
    ['contactId', own('contact')],
    ['updatedAt', own('updated')],
  ]
  const others = event
    .getAllProperties()
    .filter(({ name }) => !SKIPPED.test(name))
    .map((property): Cell => [property.name.toUpperCase(), wordsOf(property)])
  return [...cells, ...others].filter(([, value]) => value !== '')
}

/** The value of a property, with who it is about. */
function wordsOf(property: ICAL.Property): string {
  const value = property
    .getValues()
    .map((each) => String(each))
    .join(', ')
  const name = property.getParameter('cn')
  return name ? `${String(name)} <${value.replace(/^mailto:/i, '')}>` : value
}

/** Our own instant, unless the calendar's was moved: it holds whole seconds only. */
const sameSecond = (own: string, at: string | undefined): string =>
  own && at !== undefined && own.slice(0, 19) === at.slice(0, 19) ? own : (at ?? '')

/** Our own end; an event that ends where it begins has none in the calendar. */
const ownEnd = (own: string, at: string | undefined, starts: string | undefined): string =>
  own && (at === undefined || at === starts) ? own : sameSecond(own, at)

interface Moment {
  at: string
  zone: string | null
}

function momentOf(event: ICAL.Component, name: string, localZone: string): Moment | null {
  const property = event.getFirstProperty(name)
  const time = property?.getFirstValue()
  if (!property || !time || typeof time !== 'object' || !('isDate' in time)) return null
  const { year, month, day, hour, minute, second, isDate } = time
  const wall = {
    year,
    month,
    day,
    hour: isDate ? 0 : hour,
    minute: isDate ? 0 : minute,
    second: isDate ? 0 : second,
  }
  if (time.zone?.tzid === 'UTC' || /Z$/.test(String(property.toJSON()[3])))
    return { at: isoOf(instantAtOffset(wall, 0)), zone: null }
  const tzid = String(property.getParameter('tzid') ?? '').replace(/^"|"$/g, '')
  const zone = timeZoneNamed(tzid) ?? findIana(tzid)[0] ?? null
  return { at: isoOf(instantOf(wall, zone ?? localZone)), zone: zone ?? (isDate ? null : localZone) }
}

function endByDuration(event: ICAL.Component, starts: Moment | null): Moment | null {
  const duration = event.getFirstPropertyValue('duration')
  const seconds =
    typeof duration === 'object' && duration && 'toSeconds' in duration ? duration.toSeconds() : 0
  return starts && seconds > 0
    ? { at: isoOf(Date.parse(starts.at) + seconds * 1_000), zone: starts.zone }
    : null
}
