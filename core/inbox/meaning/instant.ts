// The instant of a moment: in the zone that is named, or else in the one that is likely, and then said to be uncertain.
import { must } from '../../kernel/must.ts'
import { instantAtOffset, instantOf, type WallTime } from '../../kernel/zone.ts'
import {
  offsetAt,
  offsetWritten,
  zoneOfOffset,
  zoneOfPlace,
  zoneWritten,
  type Tongue,
} from '../../reading/zones.ts'
import type { Named } from './moments.ts'
import type { Sentence } from './sentences.ts'
import type { Setting } from './setting.ts'

const wallOf = ({ day, time }: Named): WallTime => ({
  year: day.year,
  month: day.month,
  day: day.day,
  hour: time.hour,
  minute: time.minute,
  second: 0,
})

/** The words right after a time or a range, before another number. */
const OWN_ZONE = /^\s?\(?([a-z][a-z ]{0,24})/

/** The instant of a moment, its zone, and what is uncertain about it. */
export function placed(named: Named, sentences: readonly Sentence[], setting: Setting) {
  const wall = wallOf(named)
  const near = named.sentence.folded
  const beside = near.slice(named.time.from)
  const offset = offsetWritten(near)
  if (offset !== null) return { ms: instantAtOffset(wall, offset), zone: null, uncertain: null }
  // In summer London's time is not GMT, but many write so; who writes at that offset means it.
  if (setting.offsetMinutes === 0 && /\b(?:gmt|utc)\b/.test(beside))
    return { ms: instantAtOffset(wall, 0), zone: 'UTC', uncertain: null }
  const whole = sentences.map(({ folded }) => folded).join(' \n ')
  const said =
    zoneWritten(OWN_ZONE.exec(near.slice(named.time.to))?.[1] ?? '', setting.tongue) ??
    zoneWritten(beside.slice(0, 60), setting.tongue) ??
    zoneWritten(near, setting.tongue) ??
    zoneBesideTime(whole, setting.tongue)
  if (said) return { ms: instantOf(wall, said), zone: said, uncertain: null }
  const local = zoneOfPlace(setting.place ?? '')
  const { offsetMinutes, sentMs, tongue } = setting
  if (local && (!offsetMinutes || offsetAt(local, sentMs) === offsetMinutes))
    return {
      ms: instantOf(wall, local),
      zone: local,
      uncertain: offsetMinutes ? null : 'The time zone is that of the job’s place.',
    }
  const own = offsetMinutes === null ? undefined : zoneOfOffset(offsetMinutes, sentMs, tongue)
  if (own && offsetMinutes)
    return {
      ms: instantOf(wall, own),
      zone: own,
      uncertain: 'No time zone is named: it is read in the sender’s.',
    }
  if (local)
    return { ms: instantOf(wall, local), zone: local, uncertain: 'The time zone is that of the job’s place.' }
  if (offsetMinutes)
    return {
      ms: instantAtOffset(wall, offsetMinutes),
      zone: null,
      uncertain: 'No time zone is named: it is read in the sender’s.',
    }
  const nation = tongue === 'en' ? undefined : zoneWritten('cet', tongue)
  return nation
    ? {
        ms: instantOf(wall, nation),
        zone: nation,
        uncertain: 'No time zone is named: it is that of the language.',
      }
    : null
}

/** A zone that follows some time anywhere in the letter, such as a table `Time zone: ET`. */
export function zoneBesideTime(whole: string, tongue: Tongue): string | undefined {
  const found =
    /(?:\d\s?(?:[ap]\.?m\.?|uhr|h)?|time ?zone:?|zeitzone:?|times? (?:are )?in)\s{0,2}(?:[-,]\s)?\(?((?:[ecmp][sd]?t|eastern|central|mountain|pacific|bst|gmt|cest|cet|mesz|mez)\b[^.\n]{0,20})/.exec(
      whole,
    )
  return found ? zoneWritten(must(found[1]), tongue) : undefined
}
