// Resolves the time zones of an iCalendar file: zones that the file defines, and zones known by name.
import type ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { quietly } from '../../kernel/errors.ts'
import { DAY_MS, asIfUtc, instantWith, type WallTime } from '../../kernel/clock.ts'
import { instantIn, readZoneName, sharedName, zoneName, type Zone } from '../../reading/zones.ts'
import { dayNumber, dayOf, readRepeat, repeatedDays, untilMs, type RepeatRule } from './repeats.ts'

type ZoneClock = (wall: WallTime) => { ms: number; zone: string | null; remark: string | null }

export const namedZone = (name: string): Zone | null => readZoneName(name, (windows) => findIana(windows)[0])

/** Looks up the clock of a zone name in the file; null for an unknown name. */
export function clocksOf(root: ICAL.Component): (name: string) => ZoneClock | null {
  const defined = new Map<string, ZoneClock>()
  for (const zone of root.getAllSubcomponents('vtimezone').slice(0, 100)) {
    const name = String(zone.getFirstPropertyValue('tzid') ?? '')
    const changes = changesOf(zone)
    if (changes.length) defined.set(plainName(name), ownClock(name, changes))
  }
  const known = new Map<string, ZoneClock | null>()
  return (name) => {
    const plain = plainName(name)
    if (!known.has(plain) && known.size < MAX_NAMES) known.set(plain, defined.get(plain) ?? clockNamed(name))
    return known.get(plain) ?? null
  }
}

/** Maximum names to look up, because each lookup is slow. Real calendars have fewer. */
const MAX_NAMES = 200

const plainName = (name: string): string => name.replace(/["\\]/g, '').trim().toLowerCase().slice(0, 200)

function clockNamed(name: string): ZoneClock | null {
  const zone = namedZone(name.replaceAll('\\', ''))
  return zone && ((wall) => ({ ms: instantIn(wall, zone), zone: zoneName(zone), remark: sharedName(name) }))
}

/** A clock with the offsets in the file. A time keeps the zone's name if the known zone of that name has the same offset. */
function ownClock(name: string, changes: readonly OffsetChange[]): ZoneClock {
  const named = namedZone(name.replaceAll('\\', ''))
  return (wall) => {
    const ms = instantWith(wall, (at) => offsetAt(changes, at))
    if (named && instantIn(wall, named) === ms) return { ms, zone: zoneName(named), remark: null }
    const zone = zoneName({ offset: (asIfUtc(wall) - ms) / 60_000 })
    const remark =
      named && 'name' in named
        ? `The file defines the time zone “${name}” itself: its own offset was taken.`
        : null
    return { ms, zone, remark }
  }
}

type OffsetChange = ReturnType<typeof changeOf>

const MAX_CHANGES = 300
const MAX_RULES = 40

function changesOf(zone: ICAL.Component): OffsetChange[] {
  const parts = [...zone.getAllSubcomponents('standard'), ...zone.getAllSubcomponents('daylight')]
  const changes = quietly(() => parts.slice(0, MAX_CHANGES).map(changeOf)) ?? []
  return changes.filter(({ rule }) => rule !== null).length > MAX_RULES ? [] : changes
}

/**
 * A change of the clocks: the offsets before and after it (ms), and the local times at which it happens. Throws for an unreadable
 * change. The zone is then resolved by its name alone.
 */
function changeOf(part: ICAL.Component) {
  const offset = (name: string): number => {
    const [, sign, hours, minutes, seconds = '0'] =
      /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(String(part.getFirstPropertyValue(name) ?? '')) ?? []
    if (hours === undefined) throw new RangeError(name)
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  const time = (value: unknown): number[] => (isTime(value) ? [asIfUtc(value)] : [])
  const [first] = time(part.getFirstPropertyValue('dtstart'))
  const recurrence = part.getFirstPropertyValue('rrule')
  // Lotus Notes repeats the hour of the start in the rule, which `readRepeat` would refuse.
  const rule =
    recurrence === null ? null : readRepeat(String(recurrence).replace(/;BY(?:HOUR|MINUTE)=\d+/g, ''))
  if (first === undefined || (recurrence !== null && !(rule && isClockChange(rule))))
    throw new RangeError('rrule')
  const others = part
    .getAllProperties('rdate')
    .flatMap((each) => each.getValues().flatMap(time))
    .slice(0, MAX_CHANGES)
  const [before, after] = [offset('tzoffsetfrom'), offset('tzoffsetto')]
  return { before, after, first, rule, others, years: new Map<number, readonly number[]>() }
}

/** Whether a rule can be a clock change: one day a year, such as one weekday within seven days of a month. */
const isClockChange = ({ every, count, weekdays, monthDays }: RepeatRule): boolean =>
  every === 'YEARLY' && count === null && weekdays.length <= 1 && monthDays.length <= 7

export const isTime = (value: unknown): value is ICAL.Time =>
  typeof value === 'object' && value !== null && 'isDate' in value

function onsetsAbout(change: OffsetChange, year: number): readonly number[] {
  const { rule, first, before, others } = change
  if (!rule) return [first, ...others]
  const until = rule.until === null ? null : untilMs(rule.until)
  const last = Math.min(year, until ? new Date(until.ms).getUTCFullYear() : year)
  const known = change.years.get(last)
  if (known) return known
  const time = ((first % DAY_MS) + DAY_MS) % DAY_MS
  const from = dayNumber({ year: last - 1, month: 1, day: 1 })
  const to = dayNumber({ year: last, month: 12, day: 31 })
  const onsets = [...repeatedDays(rule, Math.floor(first / DAY_MS), from, to)]
    .map(({ number }) => number * DAY_MS + time)
    .filter((local) => !until || local - (until.isUtc ? before : 0) <= until.ms)
  change.years.set(last, onsets)
  return onsets
}

function offsetAt(changes: readonly OffsetChange[], ms: number): number {
  const { year } = dayOf(Math.floor(ms / DAY_MS))
  const earliest = changes.reduce((one, other) => (other.first < one.first ? other : one))
  let [latest, offset] = [-Infinity, earliest.before]
  for (const change of changes)
    for (const local of onsetsAbout(change, year)) {
      const at = local - change.before
      if (at <= ms && at > latest) [latest, offset] = [at, change.after]
    }
  return offset
}
