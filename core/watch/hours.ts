// Finds the working hours that a remote posting asks for in its place, title or text, and compares them with a time zone.
import type { FoundPosting } from './found-posting.ts'
import { countryZones, zonesIn, type OffsetRange, type StatedZones } from '../reading/stated-zones.ts'
import { offsetAt } from '../reading/zones.ts'

export type HoursPosting = Pick<FoundPosting, 'role' | 'places' | 'workplace' | 'text'>

interface AskedHours extends StatedZones {
  withinMinutes: number
  /** Whether the hours are a requirement, not a wish. */
  isFirm: boolean
}

const HOUR_MINUTES = 60
/** Hours a day. Somebody six hours away shares two of them. */
const WORKING_DAY = 8
/** Allowed distance from a stated zone. A posting too many is better than a missed one. */
const TOLERANCE = 2 * HOUR_MINUTES
const MAX_TEXT_CHARACTERS = 50_000

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const COUNT = String.raw`(\d{1,2}|${COUNTS.join('|')})\+?(?:\s*[–-]\s*\d{1,2})?[\s-]*`
const HOURS = String.raw`(?:h|hrs?|hours?)\b`
const BESIDE = new RegExp(
  String.raw`(?:±|\+\s?/?\s?[-−–]|plus or minus)\s*${COUNT}|(?:within|no more than|at most|up to|max(?:imum)?(?: of)?)\s+${COUNT}(?:${HOURS}|time ?zones?)\s*(?:of|from|difference|away|either|time)`,
  'i',
)
const SHARED = new RegExp(
  String.raw`${COUNT}${HOURS}[^.;]{0,50}\b(?:overlap|in common|shared)|\boverlap[^.;]{0,60}?\b${COUNT}${HOURS}`,
  'i',
)
const OVERLAP = /\boverlap/i
const ABOUT_HOURS = /\btime ?zones?\b|\b(?:business|working|work|office|core|regular|normal) hours\b/i
const LABEL =
  /^\W*(?:(?:required|preferred|working|work|remote|location)\W+)*(?:time ?zones?|hours|location|remote)\b[^:.]{0,20}:/i
const REQUIREMENT =
  /\b(?:must|needs?|needed|requir\w*|should|expect\w*|only|at least|minimum|within|available|able to|based|located|resid\w*|candidates?|applicants?|work(?:ing)? (?:in|on|during|within))\b/i
/** Words that show that a zone belongs to somebody other than the applicant: the team, the customers. */
const ABOUT_OTHERS =
  /\b(?:any|all|every|multiple|several|different|various|across|many)\b[\w\s-]{0,20}\btime ?zones?|\b(?:regardless|no matter|customers?|clients?|accounts|stakeholders|colleagues|teammates|partners|distributed|spread)\b/i
const WISH =
  /\b(?:prefer\w*|ideal\w*|nice|bonus|a plus|flexible|helpful|not (?:required|needed|necessary))\b/i
const REMOTE = /\bremote\b|\bwork from home\b|\bhome ?office\b|\banywhere\b/i

const countOf = (word: string | undefined): number | null =>
  word === undefined
    ? null
    : COUNTS.includes(word.toLowerCase())
      ? COUNTS.indexOf(word.toLowerCase()) + 1
      : Number(word)

function hoursAsked(zones: StatedZones, sentence: string, plain: string): AskedHours {
  const [near, common] = [BESIDE, SHARED].map((form) => {
    const match = form.exec(sentence)
    return countOf(match?.[1] ?? match?.[2])
  })
  const ask = (words: string, withinMinutes: number): AskedHours => ({
    ...zones,
    words,
    withinMinutes,
    isFirm: !WISH.test(sentence),
  })
  if (typeof near === 'number') return ask(`${zones.words} ± ${near} h`, near * HOUR_MINUTES)
  if (typeof common === 'number')
    return ask(`${common} h of overlap with ${zones.words}`, Math.max(0, WORKING_DAY - common) * HOUR_MINUTES)
  if (OVERLAP.test(sentence)) return ask(`overlap with ${zones.words}`, (WORKING_DAY - 1) * HOUR_MINUTES)
  return ask(`${plain}${zones.words}`, TOLERANCE)
}

const isAboutOneself = (sentence: string): boolean => {
  if (LABEL.test(sentence) || BESIDE.test(sentence) || SHARED.test(sentence)) return true
  if (OVERLAP.test(sentence)) return REQUIREMENT.test(sentence) || WISH.test(sentence)
  return (
    ABOUT_HOURS.test(sentence) &&
    (REQUIREMENT.test(sentence) || WISH.test(sentence)) &&
    !ABOUT_OTHERS.test(sentence)
  )
}

const sentencesOf = (text: string): string[] =>
  text
    .replace(/\bU\.S\.(?:A\.)?/g, 'US')
    .replace(/\bU\.K\./g, 'UK')
    .split(/\n|[•;]|(?<=[.!?])\s+/)

function inText(text: string | null, at: number): AskedHours[] {
  if (!text) return []
  for (const sentence of sentencesOf(text.slice(0, MAX_TEXT_CHARACTERS))) {
    const zones = sentence.length < 1_000 && isAboutOneself(sentence) ? zonesIn(sentence, at) : null
    if (zones) return [hoursAsked(zones, sentence, 'the hours of ')]
  }
  return []
}

/** One suitable place is enough. So if crm knows no zones for one of the places, the hours are only a wish. */
function inPlaces(places: readonly string[], zonesAt: (place: string) => StatedZones | null): AskedHours[] {
  const named = places.filter((place) => /\p{L}/u.test(place.replace(REMOTE, '')))
  const known = named.flatMap((place) => {
    const zones = zonesAt(place)
    return zones ? [hoursAsked(zones, place, '')] : []
  })
  if (!known.length) return []
  const hours = [...new Set(known.map((each) => each.words))].join(' or ')
  return [
    {
      ...{ words: `work from ${hours}`, spans: known.flatMap(({ spans }) => spans) },
      withinMinutes: Math.max(...known.map(({ withinMinutes }) => withinMinutes)),
      isFirm: known.length === named.length && known.every(({ isFirm }) => isFirm),
    },
  ]
}

function inTitle(role: string, at: number): AskedHours[] {
  for (const part of role.split(/[()[\]|]|\s[–—-]\s/)) {
    const zones = REMOTE.test(part) || ABOUT_HOURS.test(part) ? zonesIn(part, at, true) : null
    if (zones) return [hoursAsked(zones, part, 'work from ')]
  }
  return []
}

const minutesText = (minutes: number): string => `${Math.round(Math.abs(minutes) / 6) / 10} h`

/** Minutes from the nearest of these spans to a zone's offset: positive if ahead, 0 within a span. Wraps at 24 hours. */
function minutesFrom(spans: readonly OffsetRange[], offset: number): number {
  const wrap = (minutes: number): number => ((((minutes + 720) % 1_440) + 1_440) % 1_440) - 720
  const away = spans.map(({ from, to }) =>
    offset >= from && offset <= to
      ? 0
      : [wrap(offset - from), wrap(offset - to)].reduce((one, other) =>
          Math.abs(one) < Math.abs(other) ? one : other,
        ),
  )
  return away.reduce((one, other) => (Math.abs(one) <= Math.abs(other) ? one : other))
}

const comparisonOf = ({ words, spans, isFirm }: AskedHours, offset: number, timeZone: string): string => {
  const away = minutesFrom(spans, offset)
  const where = away === 0 ? 'has those hours' : `is ${minutesText(away)} ${away > 0 ? 'ahead' : 'behind'}`
  return `${isFirm ? 'asks for' : 'prefers'} ${words}; ${timeZone} ${where}`
}

/** Returns the hours that a posting asks for, in words; null if the user's zone is surely too far away. */
export type HoursReader = (posting: HoursPosting, timeZone: string | null) => string[] | null

export function hoursReader(at: number, countryOf: (place: string) => string | null): HoursReader {
  const zonesOfCountry = countryZones(at)
  const zonesAt = (place: string): StatedZones | null => {
    if (REMOTE.test(place)) {
      const country = countryOf(place)
      return zonesIn(place, at, true) ?? (country === null ? null : zonesOfCountry(country))
    }
    // “Germany” says where you may live. A town only says where the employer is.
    const wide = zonesOfCountry(place)
    return wide?.words === place ? wide : null
  }
  return (posting, timeZone) => {
    const hours = hoursOf(posting, at, zonesAt)
    if (timeZone === null)
      return hours.map(({ words, isFirm }) => `${isFirm ? 'asks for' : 'prefers'} ${words}`)
    const offset = offsetAt(timeZone, at)
    const isTooFar = ({ isFirm, spans, withinMinutes }: AskedHours): boolean =>
      isFirm && Math.abs(minutesFrom(spans, offset)) > withinMinutes
    return hours.some(isTooFar) ? null : hours.map((each) => comparisonOf(each, offset, timeZone))
  }
}

function hoursOf(
  { role, places, workplace, text }: HoursPosting,
  at: number,
  zonesAt: (place: string) => StatedZones | null,
): AskedHours[] {
  const texts = [role, ...places, text ?? '']
  const isRemote = workplace === 'remote' || (workplace === null && texts.some((each) => REMOTE.test(each)))
  if (!isRemote) return []
  const ofTitle = inTitle(role, at)
  return [...(ofTitle.length ? ofTitle : inPlaces(places, zonesAt)), ...inText(text, at)]
}
