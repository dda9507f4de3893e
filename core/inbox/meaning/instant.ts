// The instant of a moment: in the zone that is named, or else in the one that is likely, and then said to be uncertain.
import { instantAtOffset, instantOf, type WallTime } from '../../kernel/zone.ts'
import {
  offsetAt,
  offsetWritten,
  saysUtc,
  zoneOfOffset,
  zoneOfPlace,
  zoneOfTongue,
  zoneBesideTime,
  zoneWritten,
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
  if (setting.offsetMinutes === 0 && saysUtc(beside))
    return { ms: instantAtOffset(wall, 0), zone: 'UTC', uncertain: null }
  const whole = sentences.map(({ folded }) => folded).join(' \n ')
  const own = zoneWritten(OWN_ZONE.exec(near.slice(named.time.to))?.[1] ?? '', setting.tongue)
  const word = UNKNOWN_ZONE.exec(named.sentence.quote)?.[1]
  const unknown = own || !word || zoneWritten(word.toLowerCase(), 'en') ? undefined : word
  const likely = likelyInstant(wall, setting)
  if (unknown && likely)
    return { ...likely, zone: null, uncertain: `“${unknown}” is no known time zone: ask which is meant.` }
  const said =
    own ??
    zoneWritten(beside.slice(0, 60), setting.tongue) ??
    zoneWritten(near, setting.tongue) ??
    zoneBesideTime(whole, setting.tongue)
  return said ? { ms: instantOf(wall, said), zone: said, uncertain: null } : likely
}

/** Letters behind a time that stand for a zone: `3pm XST`, `10:00 (ABCT)`. */
const UNKNOWN_ZONE = /\d(?:\s?(?:[ap]\.?m\.?|h|Uhr))?\s?\(?([A-Z]{2,4}T)\b/

const OF_PLACE = 'The time zone is that of the job’s place.'
const OF_SENDER = 'No time zone is named: it is read in the sender’s.'
const OF_LANGUAGE = 'No time zone is named: it is that of the language.'

/** The instant where no zone is named: in that of the job's place, the sender's or the language's country. */
function likelyInstant(wall: WallTime, { place, offsetMinutes, sentMs, tongue }: Setting) {
  const inZone = (zone: string, uncertain: string | null) => ({ ms: instantOf(wall, zone), zone, uncertain })
  const local = zoneOfPlace(place ?? '')
  if (local && offsetMinutes && offsetAt(local, sentMs) === offsetMinutes) return inZone(local, null)
  const own = offsetMinutes ? zoneOfOffset(offsetMinutes, sentMs, tongue) : undefined
  if (own) return inZone(own, OF_SENDER)
  if (local) return inZone(local, OF_PLACE)
  if (offsetMinutes) return { ms: instantAtOffset(wall, offsetMinutes), zone: null, uncertain: OF_SENDER }
  const nation = tongue === 'en' ? undefined : zoneOfTongue(tongue)
  return nation ? inZone(nation, OF_LANGUAGE) : null
}
