// The dates of a repeating event, up to a limit.
import type ICAL from 'ical.js'
import { DAY_MS, instantAtOffset } from '../../kernel/clock.ts'
import { isTime } from './file-zones.ts'
import type { IcsEvent, IcsMoment } from './ics-file.ts'
import { dayNumber, readRepeat, repeatedDays, untilMs, type RepeatRule } from './repeats.ts'

export interface Series {
  readonly starts: readonly IcsMoment[]
  readonly remark: string | null
}

const MAX_DATES = 60
const MAX_DAYS = 3 * 366

export function seriesOf(entry: IcsEvent): Series | null {
  const { event, starts } = entry
  const properties = event.getAllProperties('rrule')
  const added = momentsOf(entry, 'rdate')
  if (!starts || entry.replaces || (properties.length === 0 && added.length === 0)) return null
  const rules = properties.map((property) => readRepeat(String(property.getFirstValue())))
  const property = event.getFirstProperty('dtstart')
  const only = {
    starts: [starts],
    remark: 'The event repeats by a rule that is not understood: only the first date was taken.',
  }
  if (!property || rules.length > 1 || rules[0] === null || event.hasProperty('exrule')) return only
  const { moments, isWhole } = rules[0]
    ? datesOfRule(entry, starts, property, rules[0])
    : { moments: [starts], isWhole: true }
  const excluded = new Set(momentsOf(entry, 'exdate').map(keyOf))
  const all = [...new Map([...moments, ...added].map((each) => [keyOf(each), each])).values()]
  const kept = all.filter((each) => !excluded.has(keyOf(each)) && !excluded.has(wallText(each).slice(0, 10)))
  return {
    starts: kept.slice(0, MAX_DATES),
    remark:
      isWhole && kept.length <= MAX_DATES
        ? null
        : `The event repeats on: the first ${Math.min(kept.length, MAX_DATES)} dates were taken.`,
  }
}

export const keyOf = (moment: IcsMoment): string => moment.at ?? wallText(moment)

export function wallText({ wall, isDate }: Pick<IcsMoment, 'wall' | 'isDate'>): string {
  const text = new Date(instantAtOffset(wall, 0)).toISOString()
  return isDate ? text.slice(0, 10) : text.slice(0, 16)
}

/** The dates in a series' EXDATE (left out) or RDATE (added). For a period, its start. */
const momentsOf = (entry: IcsEvent, name: string): IcsMoment[] =>
  entry.event.getAllProperties(name).flatMap((property) =>
    property
      .getValues()
      .slice(0, 1_000)
      .flatMap((value) => entry.momentOf(startOf(value), property) ?? []),
  )

const startOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'start' in value ? value.start : value

function datesOfRule(entry: IcsEvent, starts: IcsMoment, property: ICAL.Property, rule: RepeatRule) {
  const first = dayNumber(starts.wall)
  const value = property.getFirstValue()
  const moments: IcsMoment[] = [starts]
  const max = Math.min(rule.count ?? Infinity, MAX_DATES * 2)
  for (const { number, year, month, day } of repeatedDays(rule, first, first, first + MAX_DAYS)) {
    if (moments.length >= max) return { moments, isWhole: rule.count === max }
    if (number === first) continue
    const moment = isTime(value)
      ? entry.momentOf(Object.assign(value.clone(), { year, month, day }), property)
      : null
    if (moment && isOver(moment, rule)) return { moments, isWhole: true }
    if (moment) moments.push(moment)
  }
  return { moments, isWhole: rule.until !== null && isOverBy(rule, first + MAX_DAYS) }
}

function isOver(moment: IcsMoment, { until }: RepeatRule): boolean {
  if (until === null) return false
  const { ms, isUtc } = untilMs(until)
  return (isUtc && moment.at !== null ? Date.parse(moment.at) : instantAtOffset(moment.wall, 0)) > ms
}

const isOverBy = ({ until }: RepeatRule, day: number): boolean =>
  until !== null && untilMs(until).ms < (day + 1) * DAY_MS
