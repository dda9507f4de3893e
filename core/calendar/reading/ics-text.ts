// The text of an iCalendar file as components: what programs write wrongly is mended, and a damaged event costs no other.
import ICAL from 'ical.js'

/** A calendar with its events; null stands for one that is damaged. */
export interface IcsCalendar {
  readonly root: ICAL.Component
  readonly events: readonly (ICAL.Component | null)[]
}

/** The calendars of a file; null when it is none. Never throws. */
export function icsCalendars(text: string): IcsCalendar[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/(?:\r\n?|\n)[ \t]/g, '')
    .split(/\r\n?|\n/)
    .map(withQuotedZone)
  const whole = componentsOf(lines)
  if (whole) return whole.map((root) => ({ root, events: root.getAllSubcomponents('vevent') }))
  const parts = partsOf(lines).flatMap(({ frame, events }) => {
    const root = mended(frame)
    return root ? [{ root, events: events.map(eventOf) }] : []
  })
  return parts.some(({ events }) => events.length) ? parts : null
}

function componentsOf(lines: readonly string[]): ICAL.Component[] | null {
  try {
    const parsed: unknown = ICAL.parse(lines.join('\r\n'))
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    // The parser returns an empty list for a file without any line.
    return all.filter((each) => each.length > 0).map((each) => new ICAL.Component(each))
  } catch {
    return null
  }
}

const mended = (lines: readonly string[]): ICAL.Component | undefined =>
  (componentsOf(lines) ?? componentsOf(lines.filter((line) => /^[A-Z][A-Z0-9-]*[;:]/i.test(line))))?.[0]

const eventOf = (lines: readonly string[]): ICAL.Component | null =>
  mended(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'])?.getFirstSubcomponent('vevent') ?? null

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

const TIMED = /^(?:DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE);/i

/** Outlook writes `TZID=(UTC-05:00) Eastern Time:2027…` without quotation marks: dates have no colon, so the last one counts. */
function withQuotedZone(line: string): string {
  const named = TIMED.test(line) ? line.search(/;TZID=/i) : -1
  const colon = line.lastIndexOf(':')
  if (named < 0 || colon < named) return line
  const from = named + 6
  const said = line.slice(from, colon)
  const next = said.search(/;[A-Z][A-Z-]*=/i)
  const name = next < 0 ? said : said.slice(0, next)
  return `${line.slice(0, from)}"${name.replaceAll('"', '')}"${said.slice(name.length)}${line.slice(colon)}`
}
