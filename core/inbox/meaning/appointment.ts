// When an interview is: from the invitation, or from sentences that fix one time. What is not said is not invented.
import { isoOf } from '../../kernel/clock.ts'
import { instantAtOffset, instantOf, type WallTime } from '../../kernel/zone.ts'
import { daysIn, withoutDays, type Calendar, type Day } from './dates.ts'
import type { Invitation } from './invitation.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { lengthIn, timesIn, type Time } from './times.ts'
import { namedOffset, offsetAt, zoneNamed, zoneOfOffset, zoneOfPlace, type Tongue } from './zones.ts'

export interface Appointment {
  /** ISO, UTC. */
  startsAt: string
  endsAt: string | null
  timeZone: string | null
  location: string | null
  /** Why the time may be another; null when it is certain. */
  uncertain: string | null
  /** The sentence, or the line of the invitation. */
  quote: string
  /** The invitation's identity, which its changes share. */
  uid: string | null
}

/** Where and when a message was written, to read its times. */
export interface Setting {
  sentMs: number
  offsetMinutes: number | null
  tongue: Tongue
  /** The place of the tracked job, folded. */
  place: string | null
}

/** The sender's calendar: their day, and whether they write the month first. */
export function calendarOf({ sentMs, offsetMinutes, tongue }: Setting): Calendar {
  const here = new Date(sentMs + (offsetMinutes ?? 0) * 60_000)
  return {
    today: {
      year: here.getUTCFullYear(),
      month: here.getUTCMonth() + 1,
      day: here.getUTCDate(),
      hour: here.getUTCHours(),
      minute: here.getUTCMinutes(),
      second: 0,
    },
    monthFirst:
      tongue === 'en' && (offsetMinutes === null || (offsetMinutes <= -180 && offsetMinutes >= -600)),
  }
}

/** A weekday, a day or none, and a time: one moment that a letter names. */
interface Named {
  day: Day
  time: Time
  sentence: Sentence
}

const OPEN_CHOICE =
  /\b(?:between|any (?:morning|afternoon|day|time)|every|either|windows?|zwischen|jederzeit|entre)\b/
const BY =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by(?! (?:phone|telephone|video|zoom|teams|skype|call))|before|until|till|no later than|at the latest|deadline|due|expires?|valid|open until|closes?|respond|reply|confirm by|bis(?: zum| spatestens)?|spatestens|frist|antes de(?:l)?|a mas tardar|hasta|plazo|avant|au plus tard|jusqu'au|d'ici|dernier delai)\b/
const LIMIT =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by(?! (?:phone|telephone|video|zoom|teams|skype|call))|before|no later than|at the latest by|bis spatestens|antes de(?:l)?|avant|au plus tard)\s(?:\S+\s){0,4}?\d/
const PAST =
  /\b(?:wrote|sent|received|submitted|was on|applied|thank\w*(?: you)? for (?:coming|meeting|speaking)|schrieb|gesendet|vom|a ecrit|escribio)\b/
const NO_MEETING =
  /\b(?:start(?:s|ing)? (?:date|on)?|would start|beginn|eintritt|office (?:hours|is)|opening hours|sprechzeiten|closed on|chat is open)\b/

/** The moments in sentences; a day and a time may stand in neighbouring lines. */
function momentsIn(sentences: readonly Sentence[], calendar: Calendar): Named[] {
  const moments: Named[] = []
  let carried: { day: Day; at: number } | null = null
  sentences.forEach((sentence, at) => {
    const days = daysIn(sentence.folded, calendar)
    const times = timesIn(withoutDays(sentence.folded, days))
    if (times.length && days.length) moments.push(...pairs(days, times, sentence))
    else if (times.length && carried && at - carried.at <= 2)
      moments.push({ day: carried.day, time: times[0]!, sentence })
    if (days.length === 1) carried = { day: days[0]!, at }
    else if (days.length > 1) carried = null
  })
  return moments
}

/** Each time belongs to the nearest day before it, or else after it. */
const pairs = (days: readonly Day[], times: readonly Time[], sentence: Sentence): Named[] =>
  times.map((time) => ({ day: days.findLast(({ from }) => from < time.from) ?? days[0]!, time, sentence }))

const wallOf = ({ day, time }: Named): WallTime => ({
  year: day.year,
  month: day.month,
  day: day.day,
  hour: time.hour,
  minute: time.minute,
  second: 0,
})

/** The words right after a time or a range, before another number. */
const OWN_ZONE =
  /^[^\d]*\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\b\.?|uhr|h\b)?(?:\s?(?:-|to|bis|until|till|a|al?)\s?\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\b\.?|uhr|h\b)?)?\s?\(?([a-z][a-z ]{0,24})/

/** The instant of a moment, its zone, and what is uncertain about it. */
function placed(named: Named, sentences: readonly Sentence[], setting: Setting) {
  const wall = wallOf(named)
  const near = named.sentence.folded
  const beside = near.slice(named.time.from)
  const offset = namedOffset(near)
  if (offset !== null) return { ms: instantAtOffset(wall, offset), zone: null, uncertain: null }
  // In summer London's time is not GMT, but many write so; who writes at that offset means it.
  if (setting.offsetMinutes === 0 && /\b(?:gmt|utc)\b/.test(beside))
    return { ms: instantAtOffset(wall, 0), zone: 'UTC', uncertain: null }
  const whole = sentences.map(({ folded }) => folded).join(' \n ')
  const said =
    zoneNamed(OWN_ZONE.exec(beside)?.[1] ?? '', setting.tongue) ??
    zoneNamed(beside.slice(0, 60), setting.tongue) ??
    zoneNamed(near, setting.tongue) ??
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
  const nation = tongue === 'en' ? undefined : zoneNamed('cet', tongue)
  return nation
    ? {
        ms: instantOf(wall, nation),
        zone: nation,
        uncertain: 'No time zone is named: it is that of the language.',
      }
    : null
}

/** A zone that follows some time anywhere in the letter, such as a table `Time zone: ET`. */
function zoneBesideTime(whole: string, tongue: Tongue): string | undefined {
  const found =
    /(?:\d\s?(?:[ap]\.?m\.?|uhr|h)?|time ?zone:?|zeitzone:?|times? (?:are )?in)\s{0,2}\(?((?:[ecmp][sd]?t|eastern|central|mountain|pacific|bst|gmt|cest|cet|mesz|mez)\b[^.\n]{0,20})/.exec(
      whole,
    )
  return found ? zoneNamed(found[1]!, tongue) : undefined
}

const MAX_AHEAD_DAYS = 400

function asAppointment(named: Named, sentences: readonly Sentence[], setting: Setting): Appointment | null {
  const at = placed(named, sentences, setting)
  if (!at || at.ms > setting.sentMs + MAX_AHEAD_DAYS * 86_400_000) return null
  const length = named.time.length ?? lengthNear(named.sentence, sentences)
  return {
    startsAt: isoOf(at.ms),
    endsAt: length === null ? null : isoOf(at.ms + length * 60_000),
    timeZone: at.zone,
    location: locationIn(sentences),
    uncertain: named.day.relative && !at.uncertain ? relativeDoubt(named) : at.uncertain,
    quote: named.sentence.quote,
    uid: null,
  }
}

const relativeDoubt = ({ sentence }: Named): string | null =>
  /\byour time\b/.test(sentence.folded) ? 'The time is said to be in your zone.' : null

const lengthNear = (sentence: Sentence, sentences: readonly Sentence[]): number | null => {
  const at = sentences.indexOf(sentence)
  const near = [sentence, ...sentences.slice(at + 1, at + 6), ...sentences.slice(Math.max(0, at - 2), at)]
  for (const { folded } of near) {
    if (
      /\b(?:early|within|in advance|parking|walk|presentation|vortrag|presentacion|first \d|last \d)\b/.test(
        folded,
      )
    )
      continue
    const length = lengthIn(folded)
    if (length) return length
    const until = /\bruns? until (?:about )?(noon)\b/.exec(folded)
    if (until) return null
  }
  return null
}

const PLACES: readonly [RegExp, string][] = [
  [/\bhttps?:\/\/\S*(?:zoom|meet|teams|visio|video|webex|whereby|chime)\S*/i, ''],
  [/\b(?:google meet|microsoft teams|teams|zoom|webex)\b/i, ''],
  [/\b(?:phone|call you|ring you|dial|telefon\w*|anrufen|téléphon\w*|llamar\w*)\b/i, 'phone'],
]

function locationIn(sentences: readonly Sentence[]): string | null {
  for (const [said, name] of PLACES) {
    const found = sentences.map(({ quote }) => said.exec(quote)).find((each) => each !== null)
    if (found) return name || found[0].replace(/[.,;)]+$/, '')
  }
  return null
}

const distinct = (moments: readonly Named[]): Named[] =>
  moments.filter((one, at) => moments.findIndex((other) => isSame(one, other)) === at)

const isSame = (one: Named, other: Named): boolean =>
  one.day.year === other.day.year &&
  one.day.month === other.day.month &&
  one.day.day === other.day.day &&
  one.time.hour === other.time.hour &&
  one.time.minute === other.time.minute

/**
 * The one time that a letter fixes; null when it names none, or several to choose from. `before` are times of the same
 * appointment that it replaces.
 */
export function fixedIn(
  sentences: readonly Sentence[],
  setting: Setting,
  moved: boolean,
  before: readonly Sentence[],
): Appointment | null {
  const calendar = calendarOf(setting)
  const meant = sentences.map((sentence) =>
    isAboutMeeting(sentence) ? sentence : { ...sentence, folded: '' },
  )
  const all = distinct(momentsIn(meant, calendar))
  const old = moved ? distinct(momentsIn(before, calendar)) : []
  const open = all.filter((moment) => !old.some((earlier) => isSame(earlier, moment)))
  const only = open.length > 1 ? chosen(open, moved) : open[0]
  return only ? asAppointment(only, sentences, setting) : null
}

/** A sentence that says the time of the one before in the reader's zone. */
const SAID_AGAIN =
  /^(?:that(?: would be|'s| is)|which is|das (?:ist|sind|ware|entspricht)|soit|es decir|o sea)\b.*\b(?:for you|your time|in [a-z]+|bei (?:ihnen|dir)|chez vous|para (?:ti|usted))\b/

/** Sentences in which a time can be that of a meeting. */
const isAboutMeeting = ({ folded }: Sentence): boolean =>
  !SAID_AGAIN.test(folded) &&
  !(OPEN_CHOICE.test(folded) && !/\b(?:from|von|entre las|zwischen)\b.*\d/.test(folded)) &&
  !PAST.test(folded) &&
  !NO_MEETING.test(folded) &&
  !LIMIT.test(folded) &&
  !(
    BY.test(folded) &&
    !says('interview', folded) &&
    !/\bfrom .* (?:until|till)\b|\bvon .* bis\b|\d ?(?:uhr )?bis \d/.test(folded)
  )

/** Of several: the last one of a change, or the whole of which the others are parts. */
function chosen(open: readonly Named[], moved: boolean): Named | undefined {
  const sameDay = open.every(({ day }) => day.day === open[0]!.day.day && day.month === open[0]!.day.month)
  const whole = sameDay ? open.find(({ time }) => (time.length ?? 0) >= 60) : undefined
  if (whole && open.every(({ time }) => !isOutside(time, whole.time))) return whole
  if (sameDay && isAgenda(open)) return open[0]
  return moved && open.length === 2 ? open[1] : undefined
}

/** Three times or more, each later than the one before and in a line of its own: the parts of one visit. */
const isAgenda = (open: readonly Named[]): boolean =>
  open.length > 2 &&
  open.every((each, at) => {
    const before = open[at - 1]
    return !before || (before.sentence !== each.sentence && minutesOf(before.time) < minutesOf(each.time))
  })

const minutesOf = ({ hour, minute }: Time): number => hour * 60 + minute

const isOutside = (time: Time, whole: Time): boolean => {
  const from = (time.hour - whole.hour) * 60 + time.minute - whole.minute
  return from < 0 || from > (whole.length ?? 0)
}

/** The time of an appointment that is called off: said beside it, or in what is quoted. */
export function calledOffIn(
  sentences: readonly Sentence[],
  quoted: readonly Sentence[],
  setting: Setting,
): Appointment | null {
  const calendar = calendarOf(setting)
  const said = [...sentences, ...quoted].filter(
    ({ folded }) => !PAST.test(folded) || quoted.some((each) => each.folded === folded),
  )
  const first = momentsIn(said, calendar).find((named) => asIfMs(named) > setting.sentMs - 86_400_000 * 2)
  return first ? asAppointment(first, said, setting) : null
}

const asIfMs = ({ day }: Named): number => Date.UTC(day.year, day.month - 1, day.day, 23)

/** An invitation as an appointment; a time in UTC is shown in the zone that the letter or the job's place tells. */
export function invitedTo(
  invitation: Invitation,
  sentences: readonly Sentence[],
  setting: Setting,
): Appointment {
  const whole = sentences.map(({ folded }) => folded).join(' \n ')
  const { offsetMinutes, sentMs, tongue } = setting
  const said =
    zoneBesideTime(whole, tongue) ??
    zoneOfPlace(setting.place ?? '') ??
    (offsetMinutes ? zoneOfOffset(offsetMinutes, sentMs, tongue) : undefined)
  return {
    startsAt: invitation.startsAt,
    endsAt: invitation.endsAt,
    timeZone: invitation.timeZone ?? said ?? null,
    location: invitation.location ?? locationIn(sentences),
    uncertain: invitation.uncertain
      ? 'The invitation names a time zone that is not known: it is read in the sender’s.'
      : null,
    quote: invitation.line,
    uid: invitation.uid || null,
  }
}
