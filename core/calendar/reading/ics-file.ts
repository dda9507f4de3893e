// Reads the events of an iCalendar file, with their instants and methods. Imports and the inbox use it.
import ICAL from 'ical.js'
import { quietly } from '../../kernel/errors.ts'
import { isoOf, instantAtOffset, isWallTime, wallTime, type WallTime } from '../../kernel/clock.ts'
import { modernLines } from '../../sheets/content-lines.ts'
import { clocksOf, isTime } from './file-zones.ts'

/** The calendars in a file, and their events: null for a damaged one. Null if it is not a calendar file. Never throws. */
function icsCalendars(text: string): { root: ICAL.Component; events: (ICAL.Component | null)[] }[] | null {
  const lines = modernLines(text.replace(/^\uFEFF/, ''))
    .replace(/(?:\r\n?|\n)[ \t]/g, '')
    .split(/\r\n?|\n/)
    .map((line) => withQuotedZone(withUtc(line.replace(BARE_DATE, '$1;VALUE=DATE:$2'))))
  const whole = componentsOf(lines)
  if (whole) return whole.map((root) => ({ root, events: root.getAllSubcomponents('vevent') }))
  const parts = partsOf(lines).flatMap(({ frame, events }) => {
    const root = repaired(frame)
    return root ? [{ root, events: events.map(eventOf) }] : []
  })
  return parts.some(({ events }) => events.length) ? parts : null
}

function componentsOf(lines: readonly string[]): ICAL.Component[] | null {
  const parsed = quietly((): unknown => ICAL.parse(lines.join('\r\n')))
  if (parsed === undefined) return null
  const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
  // The parser returns an empty list for a file without lines.
  return all.filter((each) => each.length > 0).map((each) => new ICAL.Component(each))
}

const repaired = (lines: readonly string[]): ICAL.Component | undefined =>
  (componentsOf(lines) ?? componentsOf(rejoined(lines)))?.[0]

/** Joins lines that a program broke without folding to the text before them. Drops other lines that name no property. */
const rejoined = (lines: readonly string[]): string[] =>
  lines.reduce<string[]>((kept, line) => {
    if (/^[A-Z][A-Z0-9-]*[;:]/i.test(line)) kept.push(line)
    else if (/^(?:DESCRIPTION|SUMMARY|LOCATION|COMMENT)[;:]/i.test(kept.at(-1) ?? ''))
      kept.push(`${kept.pop()}\\n${line}`)
    return kept
  }, [])

const eventOf = (lines: readonly string[]): ICAL.Component | null =>
  repaired(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'])?.getFirstSubcomponent('vevent') ?? null

function partsOf(lines: readonly string[]): { frame: string[]; events: string[][] }[] {
  const parts: { frame: string[]; events: string[][] }[] = []
  let open: string[] | null = null
  for (const line of lines) {
    const mark = line.trim().toUpperCase()
    if (mark === 'BEGIN:VCALENDAR') {
      parts.push({ frame: [], events: [] })
      open = null
    }
    const part = parts.at(-1)
    if (!part) continue
    if (mark === 'BEGIN:VEVENT') part.events.push((open = []))
    if (mark === 'END:VCALENDAR') open = null
    ;(open ?? part.frame).push(line)
    if (mark === 'END:VEVENT') open = null
  }
  return parts
}

/** A line with a whole day, but without the `VALUE=DATE` that belongs to it. */
const BARE_DATE = /^(DTSTART|DTEND|RECURRENCE-ID):(\d{8})$/i

/** A time with an offset. Some programs write it, although iCalendar has no such form. The parser would drop the offset. */
const WITH_OFFSET =
  /^((?:DTSTART|DTEND|RECURRENCE-ID)[;:](?:[^:]*:)?)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)([+-]\d\d:?\d\d)$/i
const withUtc = (line: string): string =>
  line.replace(WITH_OFFSET, (whole, name: string, year, month, day, hour, minute, second, offset) => {
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
    return Number.isNaN(at) ? whole : `${name}${isoOf(at).replace(/[-:]|\.\d+/g, '')}`
  })

const TIMED = /^(?:DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE);/i

/** Adds the quotes that Outlook omits: `TZID=(UTC-05:00) Eastern Time:2027…`. The last colon ends the zone. */
function withQuotedZone(line: string): string {
  const named = TIMED.test(line) ? line.search(/;TZID=/i) : -1
  const colon = line.lastIndexOf(':')
  if (named < 0 || colon < named) return line
  const from = named + 6
  const value = line.slice(from, colon)
  const next = value.search(/;[A-Z][A-Z-]*=/i)
  const name = next < 0 ? value : value.slice(0, next)
  return `${line.slice(0, from)}"${name.replaceAll('"', '')}"${value.slice(name.length)}${line.slice(colon)}`
}

export interface IcsMoment {
  readonly wall: WallTime
  readonly isDate: boolean
  /** ISO; null for a whole day, a time without a zone, or an unknown zone. */
  readonly at: string | null
  readonly zone: string | null
  readonly statedZone: string
  readonly remark: string | null
}

export interface IcsEvent {
  readonly event: ICAL.Component
  /** `answer`: a reply to an invitation, or a proposal of another time. */
  readonly asks: 'set' | 'cancel' | 'answer'
  readonly uid: string
  readonly sequence: number
  readonly stamp: string
  readonly starts: IcsMoment | null
  readonly ends: IcsMoment | null
  /** For an event that replaces one date of a series: the start that the series' rule gives that date. */
  readonly replaces: IcsMoment | null
  momentOf(value: unknown, property: ICAL.Property): IcsMoment | null
}

/** The events of a file. A damaged event is null. Returns null if the file is not a calendar. Never throws. */
export function readIcsFile(text: string): (IcsEvent | null)[] | null {
  const calendars = icsCalendars(text)
  if (!calendars) return null
  return calendars.flatMap(({ root, events }) => {
    const clock = clocksOf(root)
    const method = textIn(root, 'method').toUpperCase()
    const fileZone = textIn(root, 'x-wr-timezone')
    return events.map((event) => event && readEvent(event, method, fileZone, clock))
  })
}

export const textIn = (component: ICAL.Component, name: string): string =>
  (component.getFirstProperty(name)?.getValues() ?? []).map((value) => String(value)).join(', ')

type Clocks = ReturnType<typeof clocksOf>

/** The parser reads values lazily, and throws for an invalid one. */
function readEvent(event: ICAL.Component, method: string, fileZone: string, clock: Clocks): IcsEvent | null {
  try {
    const momentOf = (value: unknown, property: ICAL.Property) => readTime(value, property, fileZone, clock)
    const moment = (name: string) => {
      const property = event.getFirstProperty(name)
      const time = property?.getFirstValue()
      return property && isWritten(time, property) ? momentOf(time, property) : null
    }
    const starts = moment('dtstart')
    return {
      ...{ event, starts, momentOf },
      asks: askedBy(method, textIn(event, 'status')),
      uid: textIn(event, 'uid').trim().slice(0, MAX_UID),
      sequence: Math.min(Math.max(0, Math.trunc(Number(textIn(event, 'sequence'))) || 0), 2 ** 31 - 1),
      stamp: textIn(event, 'dtstamp').replace(/\D/g, '').slice(0, 14),
      ends: moment('dtend') ?? endByDuration(event, starts),
      replaces: moment('recurrence-id'),
    }
  } catch {
    return null
  }
}

const MAX_UID = 500

const askedBy = (method: string, status: string): IcsEvent['asks'] =>
  /^(?:REPLY|COUNTER|REFRESH|DECLINECOUNTER)$/.test(method)
    ? 'answer'
    : method === 'CANCEL' || /^cancel?led$/i.test(status)
      ? 'cancel'
      : 'set'

function readTime(time: unknown, property: ICAL.Property, fileZone: string, clock: Clocks): IcsMoment | null {
  if (!isTime(time)) return null
  const { year, month, day, hour, minute, second, isDate } = time
  const wall = isDate
    ? { year, month, day, hour: 0, minute: 0, second: 0 }
    : { year, month, day, hour, minute, second }
  if (!isWallTime(wall) || year < 1900 || year >= 2200) return null
  const plain = { wall, isDate, at: null, zone: null, statedZone: '', remark: null }
  if (isDate) return plain
  if (time.zone?.tzid === 'UTC' || /Z$/.test(String(property.toJSON()[3])))
    return { ...plain, at: isoOf(instantAtOffset(wall, 0)) }
  const statedZone = String(property.getParameter('tzid') ?? '').trim() || fileZone
  const placed = statedZone ? clock(statedZone)?.(wall) : undefined
  return placed
    ? { ...plain, statedZone, at: isoOf(placed.ms), zone: placed.zone, remark: placed.remark }
    : { ...plain, statedZone }
}

/** Whether the parsed time is the one in the file. The parser turns month 13 into January. */
function isWritten(time: unknown, property: ICAL.Property): boolean {
  const written = /^\d{4}-(\d\d)-(\d\d)(?:T(\d\d))?/.exec(String(property.toJSON()[3]))
  if (!written || !isTime(time)) return true
  const [month, day, hour = time.hour] = written.slice(1).map((part) => (part ? Number(part) : undefined))
  return month === time.month && day === time.day && hour === time.hour
}

const MAX_DURATION_S = 366 * 86_400

function endByDuration(event: ICAL.Component, starts: IcsMoment | null): IcsMoment | null {
  const duration = event.getFirstPropertyValue('duration')
  const seconds =
    typeof duration === 'object' && duration && 'toSeconds' in duration ? duration.toSeconds() : 0
  if (!starts || !(seconds > 0 && seconds <= MAX_DURATION_S)) return null
  const wall = wallTime(instantAtOffset(starts.wall, 0) + seconds * 1_000, 'UTC')
  const at = starts.at === null ? null : isoOf(Date.parse(starts.at) + seconds * 1_000)
  return { ...starts, wall, isDate: false, at }
}
