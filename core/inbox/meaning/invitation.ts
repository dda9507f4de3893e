// An invitation in a calendar part: what it asks for, and when, in a zone that exists.
import type ICAL from 'ical.js'
import { isoOf, msOf } from '../../kernel/clock.ts'
import { instantAtOffset, instantOf, isWallTime, type WallTime } from '../../kernel/zone.ts'
import { plainText } from '../../unpacking/visible-text.ts'

export interface Invitation {
  asks: 'set' | 'cancel'
  uid: string
  sequence: number
  /** ISO, UTC. */
  startsAt: string
  endsAt: string | null
  /** IANA name; null when it is UTC, or in a zone that nothing names. */
  timeZone: string | null
  /** The zone is not known: the wall time was read in the sender's. */
  uncertain: boolean
  summary: string
  description: string
  location: string | null
  organiser: { name: string; address: string } | null
  /** The line that says when. */
  line: string
}

const MAX_EVENTS = 20

/** The invitations of calendar parts, newest sequence of each first; what is broken is left out. */
export async function invitationsIn(
  calendars: readonly string[],
  offsetMinutes: number | null,
): Promise<Invitation[]> {
  if (!calendars.length) return []
  const [{ default: ical }, { findIana }] = await Promise.all([import('ical.js'), import('windows-iana')])
  const found = calendars.flatMap((text) =>
    readCalendar(ical, text, (name) => findIana(name)[0], offsetMinutes),
  )
  return found.sort((one, other) => other.sequence - one.sequence)
}

type ZoneOf = (windowsName: string) => string | undefined

function readCalendar(ical: typeof ICAL, text: string, zoneOf: ZoneOf, offset: number | null): Invitation[] {
  try {
    const root = new ical.Component(ical.parse(text))
    const method = String(root.getFirstPropertyValue('method') ?? 'PUBLISH').toUpperCase()
    if (method === 'REPLY' || method === 'COUNTER' || method === 'REFRESH' || method === 'DECLINECOUNTER')
      return []
    return root
      .getAllSubcomponents('vevent')
      .slice(0, MAX_EVENTS)
      .flatMap((event) => readEvent(event, method, text, zoneOf, offset) ?? [])
  } catch {
    return []
  }
}

function readEvent(
  event: ICAL.Component,
  method: string,
  text: string,
  zoneOf: ZoneOf,
  offset: number | null,
): Invitation | null {
  const start = momentOf(event, 'dtstart', zoneOf, offset)
  if (!start) return null
  const end = momentOf(event, 'dtend', zoneOf, offset)
  const status = String(event.getFirstPropertyValue('status') ?? '').toUpperCase()
  const words = (name: string) => plainText(String(event.getFirstPropertyValue(name) ?? '')).slice(0, 2_000)
  const organiser = event.getFirstProperty('organizer')
  const address = String(organiser?.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .toLowerCase()
  return {
    asks: method === 'CANCEL' || status === 'CANCELLED' ? 'cancel' : 'set',
    uid: words('uid').slice(0, 500),
    sequence: Number(event.getFirstPropertyValue('sequence') ?? 0) || 0,
    startsAt: start.at,
    endsAt: end && end.at > start.at ? end.at : endByDuration(event, start.at),
    timeZone: start.zone,
    uncertain: start.uncertain,
    summary: words('summary').slice(0, 300),
    description: words('description'),
    location: words('location').slice(0, 500) || null,
    organiser: address ? { name: plainText(String(organiser?.getParameter('cn') ?? '')), address } : null,
    line: /^DTSTART[^\r\n]*/im.exec(text.slice(Math.max(0, text.search(/BEGIN:VEVENT/i))))?.[0] ?? '',
  }
}

function endByDuration(event: ICAL.Component, startsAt: string): string | null {
  const duration = event.getFirstPropertyValue('duration')
  const seconds =
    typeof duration === 'object' && duration && 'toSeconds' in duration ? duration.toSeconds() : 0
  return seconds > 0 && seconds < 7 * 86_400 ? isoOf(msOf(startsAt) + seconds * 1_000) : null
}

interface Moment {
  at: string
  zone: string | null
  uncertain: boolean
}

function momentOf(event: ICAL.Component, name: string, zoneOf: ZoneOf, offset: number | null): Moment | null {
  const property = event.getFirstProperty(name)
  const time = property?.getFirstValue()
  // A whole day is no appointment: nobody is interviewed from midnight to midnight.
  if (!property || !time || typeof time !== 'object' || !('isDate' in time) || time.isDate) return null
  const { year, month, day, hour, minute, second } = time
  const wall: WallTime = { year, month, day, hour, minute, second }
  if (!isWallTime(wall)) return null
  if (time.zone?.tzid === 'UTC' || /Z$/.test(String(property.toJSON()[3])))
    return { at: isoOf(instantAtOffset(wall, 0)), zone: null, uncertain: false }
  const tzid = String(property.getParameter('tzid') ?? '').replace(/^"|"$/g, '')
  const zone = realZone(tzid) ?? zoneOf(tzid.replace(/ 1$/, '')) ?? null
  if (zone) return { at: isoOf(instantOf(wall, zone)), zone, uncertain: false }
  return offset === null ? null : { at: isoOf(instantAtOffset(wall, offset)), zone: null, uncertain: true }
}

/** An IANA name as this machine knows it, also behind a vendor's prefix. */
function realZone(tzid: string): string | undefined {
  const name = /[A-Za-z_]+\/[A-Za-z_/+-]+$/.exec(tzid)?.[0] ?? tzid
  if (!/^[A-Z][A-Za-z_]+\/|^UTC$/.test(name)) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}
