// Finds the time of an interview in an invitation, or in sentences that set a single time. It never guesses a missing part.
import { isoOf, instantAtOffset, instantOf, type WallTime } from '../../kernel/clock.ts'
import { daysIn, lengthIn, type Calendar } from '../../reading/prose.ts'
import {
  zoneBesideTime,
  zoneOfOffset,
  zoneOfPlace,
  isSteadyTwin,
  offsetAt,
  offsetWritten,
  saysUtc,
  zoneOfTongue,
  zoneWritten,
} from '../../reading/zones.ts'
import { changeIn } from './change.ts'
import type { Invitation } from './invitation.ts'
import {
  atSameTime,
  chooseMoment,
  distinct,
  isAboutMeeting,
  isReplaced,
  sameTimeIn,
  isSame,
  momentsIn,
  PAST_WORDS,
  beginnings,
  type DayTime,
} from './moments.ts'
import { says } from './phrases.ts'
import { type Sentence, fold } from './sentences.ts'
import { calendarOf, type Setting } from './setting.ts'
import { once } from '../../kernel/once.ts'
import lists from '../../../sql/data/mail/places.json' with { type: 'json' }

type DatedTime = Pick<DayTime, 'time' | 'sentence'> & { day: Pick<WallTime, 'year' | 'month' | 'day'> }

/** The words directly after a time or range, up to the next number. */
const OWN_ZONE = /^\s?\(?([a-z][a-z ]{0,24})/

/** The instant, its zone, and why it is uncertain; null if nothing suggests a zone. */
export function resolveTime(named: DatedTime, sentences: readonly Sentence[], setting: Setting) {
  const { year, month, day } = named.day
  const { hour, minute } = named.time
  const wall: WallTime = { year, month, day, hour, minute, second: 0 }
  const near = named.sentence.folded
  const beside = near.slice(named.time.from)
  const offset = offsetWritten(near)
  if (offset !== null) return { ms: instantAtOffset(wall, offset), zone: null, uncertain: null }
  // London is not on GMT in summer, but many people write GMT for its time. A sender whose own offset is zero means GMT.
  if (setting.offsetMinutes === 0 && saysUtc(beside))
    return { ms: instantAtOffset(wall, 0), zone: 'UTC', uncertain: null }
  const text = sentences.map(({ folded }) => folded).join(' \n ')
  const own = zoneWritten(OWN_ZONE.exec(near.slice(named.time.to))?.[1] ?? '', setting.tongue)
  const word = UNKNOWN_ZONE.exec(named.sentence.quote)?.[1]
  const unknown = own || !word || zoneWritten(word.toLowerCase(), 'en') ? undefined : word
  const likely = likelyInstant(wall, setting)
  if (unknown && likely)
    return { ...likely, zone: null, uncertain: `“${unknown}” is no known time zone: ask which is meant.` }
  const zone =
    own ??
    zoneWritten(beside.slice(0, 60), setting.tongue) ??
    zoneWritten(near, setting.tongue) ??
    zoneBesideTime(text, setting.tongue)
  const local = zoneOfPlace(setting.place ?? '')
  const meant = zone && local && isSteadyTwin(local, zone, near.slice(named.time.to)) ? local : zone
  return meant ? { ms: instantOf(wall, meant), zone: meant, uncertain: null } : likely
}

/** Words after a time that look like a zone: `3pm XST`, `10:00 (ABCT)`, `3pm Central Africa Time`. */
const UNKNOWN_ZONE = /\d(?:\s?(?:[ap]\.?m\.?|h|Uhr))?\s?\(?([A-Z]{2,4}T|(?:[A-Z][a-z]+ ){1,4}Time)\b/

const PLACE_DOUBT = 'The time zone is that of the job’s place.'
const SENDER_DOUBT = 'No time zone is named: it is read in the sender’s.'
const LANGUAGE_DOUBT = 'No time zone is named: it is that of the language.'

/** For a time without a zone: the zone of the job's location, of the sender, or of the language's country. */
function likelyInstant(wall: WallTime, { place, offsetMinutes, sentMs, tongue }: Setting) {
  const inZone = (zone: string, uncertain: string | null) => ({ ms: instantOf(wall, zone), zone, uncertain })
  const local = zoneOfPlace(place ?? '')
  if (local && offsetMinutes && offsetAt(local, sentMs) === offsetMinutes) return inZone(local, null)
  const own = offsetMinutes ? zoneOfOffset(offsetMinutes, sentMs, tongue) : undefined
  if (own) return inZone(own, SENDER_DOUBT)
  if (local) return inZone(local, PLACE_DOUBT)
  if (offsetMinutes) return { ms: instantAtOffset(wall, offsetMinutes), zone: null, uncertain: SENDER_DOUBT }
  const nation = tongue === 'en' ? undefined : zoneOfTongue(tongue)
  return nation ? inZone(nation, LANGUAGE_DOUBT) : null
}

export type Appointment = ReturnType<typeof fromInvitation>

const MAX_AHEAD_DAYS = 400
/** A time that is further back from the message was misread: `12.08.2026` in December. */
const MAX_BEHIND_DAYS = 2

function asAppointment(named: DayTime, sentences: readonly Sentence[], setting: Setting): Appointment | null {
  const at = resolveTime(named, sentences, setting)
  if (!at || at.ms > setting.sentMs + MAX_AHEAD_DAYS * 86_400_000) return null
  if (at.ms < setting.sentMs - MAX_BEHIND_DAYS * 86_400_000) return null
  const length = named.time.length ?? lengthNear(named.sentence, sentences)
  const isYours = named.day.relative && /\byour time\b/.test(named.sentence.folded)
  return {
    startsAt: isoOf(at.ms),
    endsAt: length === null ? null : isoOf(at.ms + length * 60_000),
    timeZone: at.zone,
    location: whereabouts(sentences),
    uncertain: at.uncertain ?? (isYours ? 'The time is said to be in your zone.' : null),
    quote: named.sentence.quote,
    asks: false,
    uid: null,
    sequence: 0,
  }
}

/** Beside these words, a length is not that of the meeting. */
const OTHER_LENGTH =
  /\b(?:early|within|in advance|parking|walk|presentation|vortrag|presentacion|first \d|last \d)\b/

const lengthNear = (sentence: Sentence, sentences: readonly Sentence[]): number | null => {
  const at = sentences.indexOf(sentence)
  const near = [sentence, ...sentences.slice(at + 1, at + 6), ...sentences.slice(Math.max(0, at - 2), at)]
  for (const { folded } of near) {
    const length = OTHER_LENGTH.test(folded) ? null : lengthIn(folded)
    if (length) return length
  }
  return null
}

/** The appointment of a message. Null if there is none, or several to choose from. `before` has the quoted sentences. */
export function appointmentIn(
  sentences: readonly Sentence[],
  setting: Setting,
  moved: boolean,
  before: readonly Sentence[],
): Appointment | null {
  const calendar = calendarOf(setting)
  const earlier = distinct(quotedMoments(before, calendar))
  const isMeant = (sentence: Sentence) => isAboutMeeting(sentence) || (moved && changeIn(sentence) !== null)
  const meant = sentences.map((sentence) => (isMeant(sentence) ? sentence : { ...sentence, folded: '' }))
  const ahead = earlier.filter((named) => isNotPast(named, setting))
  const all = distinct(momentsIn(meant, calendar))
  const old = moved ? earlier : []
  const fresh = all.filter((moment) => !old.some((earlier) => isSame(earlier, moment)))
  const replacing = moved ? fresh.filter((moment) => !isReplaced(moment, fresh)) : fresh
  const open = beginnings(replacing.length ? replacing : fresh)
  const same = moved ? sameTimeIn(meant, calendar) : undefined
  if (same) return asAppointment(same, sentences, setting)
  const only = open.length > 1 ? chooseMoment(open, moved) : (open[0] ?? atSameTime(meant, calendar, ahead))
  return only ? asAppointment(only, sentences, setting) : null
}

const aheadIn = (sentences: readonly Sentence[], setting: Setting): DayTime[] => {
  const meant = sentences.map((each) => (isAboutMeeting(each) ? each : { ...each, folded: '' }))
  return distinct(momentsIn(meant, calendarOf(setting))).filter((each) => isNotPast(each, setting))
}

/** The sentences that name other times than the invitation's. Empty if any sentence names the invitation's time. */
export function contradictionsIn(
  sentences: readonly Sentence[],
  setting: Setting,
  { startsAt }: Pick<Appointment, 'startsAt'>,
): string[] {
  const ahead = aheadIn(sentences, setting)
  const isNamed = ahead.some((each) => resolveTime(each, sentences, setting)?.ms === Date.parse(startsAt))
  return isNamed ? [] : [...new Set(ahead.map(({ sentence }) => sentence.quote))]
}

/** The sentences that name more times than the appointment, or several to choose from. */
export function otherTimesIn(
  sentences: readonly Sentence[],
  setting: Setting,
  appointment: Pick<Appointment, 'quote'> | null,
): string[] {
  const ahead = aheadIn(sentences, setting)
  const quotes = new Set(ahead.length > 1 ? ahead.map(({ sentence }) => sentence.quote) : [])
  return [...quotes].filter((quote) => quote !== appointment?.quote)
}

/** The time of a cancelled appointment: in the letter itself, or in the quoted text. */
export function cancelledIn(sentences: readonly Sentence[], quoted: readonly Sentence[], setting: Setting) {
  const calendar = calendarOf(setting)
  // One of two talks may be cancelled while the other “stays as planned”.
  const own = sentences.filter(({ folded }) => !PAST_WORDS.test(folded) && !says('stays', folded))
  const named = [...momentsIn(own, calendar), ...quotedMoments(quoted, calendar)]
  const first = named.find((each) => isNotPast(each, setting))
  return first ? asAppointment(first, [...own, ...quoted], setting) : null
}

/** The old time of an appointment that the message moves or cancels. If the message names only the day, noon of that day. */
export function oldTimeIn(sentences: readonly Sentence[], setting: Setting, next: Appointment | null) {
  const calendar = calendarOf(setting)
  for (const sentence of sentences) {
    if (!changeIn(sentence)) continue
    const named = momentsIn([sentence], calendar)
    const old = named.length > 1 ? named.find((each) => isReplaced(each, named)) : named[0]
    const at = old && asAppointment(old, sentences, setting)
    if (at && at.startsAt !== next?.startsAt) return at.startsAt
    const [day] = daysIn(sentence.folded, calendar)
    const noon = day && resolveTime({ day, time: NOON, sentence }, sentences, setting)
    const isNext = next !== null && noon && Math.abs(noon.ms - Date.parse(next.startsAt)) < 86_400_000 / 2
    if (noon && !isNext) return isoOf(noon.ms)
  }
  return null
}
const NOON = { hour: 12, minute: 0, length: null, from: 0, to: 0 }

/** The words in the line that mail programs put above a quoted letter. */
const QUOTE_INTRO = /\b(?:wrote|schrieb|escribio|a ecrit|sent|gesendet|enviado|envoye)\b/

/** Times in a quoted message. Its days count from the day it was written, so its “Tuesday” may be another day. */
function quotedMoments(quoted: readonly Sentence[], calendar: Calendar): DayTime[] {
  const line = quoted.find(({ folded }) => QUOTE_INTRO.test(folded))
  const [day] = line ? daysIn(line.folded, calendar).filter(({ relative }) => !relative) : []
  const today = day ? { ...calendar.today, year: day.year, month: day.month, day: day.day } : calendar.today
  const text = quoted.filter(({ folded }) => !QUOTE_INTRO.test(folded))
  return momentsIn(text, { ...calendar, today })
}

/** Whether the day was at most two days before the message was sent. */
const isNotPast = ({ day }: DayTime, { sentMs }: Setting): boolean =>
  Date.UTC(day.year, day.month - 1, day.day, 23) > sentMs - 86_400_000 * 2

/** Converts an invitation to an appointment. A time in UTC is shown in the zone of the letter or of the job's location. */
export function fromInvitation(invitation: Invitation, sentences: readonly Sentence[], setting: Setting) {
  const text = sentences.map(({ folded }) => folded).join(' \n ')
  const { offsetMinutes, sentMs, tongue } = setting
  const zone =
    zoneBesideTime(text, tongue) ??
    zoneOfPlace(setting.place ?? '') ??
    (offsetMinutes ? zoneOfOffset(offsetMinutes, sentMs, tongue) : undefined)
  return {
    startsAt: invitation.startsAt,
    endsAt: invitation.endsAt,
    timeZone: invitation.timeZone ?? zone ?? null,
    location: invitation.location ?? whereabouts(sentences),
    uncertain: invitation.uncertain
      ? 'The invitation names a time zone that is not known: it is read in the sender’s.'
      : null,
    quote: invitation.line,
    asks: false,
    // The UID, which updates of the invitation share. One date of a series has the UID of the series, but must not move the
    // event of the whole series.
    uid: invitation.replaces === null ? invitation.uid || null : null,
    sequence: invitation.sequence,
  }
}

// Where the meeting is: a labelled line, a link, a phone number, an address, or a room.

const patterns = once(() => ({
  label: new RegExp(
    String.raw`^[^\p{L}]{0,4}${lists.label} ?[:：]\s*(.{3,200})$|[.;]\s${lists.label}: (.{3,200})$`,
    'iu',
  ),
  address: new RegExp(
    String.raw`(?<![\p{L}\d])(?:${lists.streets.join('|')})(?:,? ?(?:,|–|-|\() ?${lists.part}){0,6}`,
    'u',
  ),
  link: new RegExp(lists.link, 'i'),
  meetingTool: new RegExp(lists.tool),
  call: new RegExp(lists.call),
  notCall: new RegExp(lists.notCall),
  number: new RegExp(String.raw`(?<![\d/:.,-])${lists.number}(?![\d/:])`, 'g'),
  phone: new RegExp(lists.phone, 'iu'),
  room: new RegExp(lists.room, 'u'),
}))

/** The place of the meeting, or null. Text below the closing words is the sender's own address and does not count. */
function whereabouts(sentences: readonly Sentence[]): string | null {
  const { label, address, link, meetingTool, phone, room } = patterns()
  const closing = sentences.findLastIndex(({ folded }) => says('closing', folded))
  const above = sentences.slice(0, Math.max(0, closing))
  // If no digit comes before the closing words, they are a greeting, and the whole text counts.
  const letter = above.some(({ quote }) => /\d/.test(quote)) ? above : sentences
  const first = (read: (sentence: Sentence) => string | undefined): string | undefined =>
    letter.map(read).find((each) => each !== undefined)
  const place =
    first(({ quote }) => label.exec(quote)?.slice(1).find(Boolean)) ??
    first(({ quote }) => link.exec(quote)?.[0]) ??
    first(numberIn) ??
    first(({ quote }) => address.exec(quote)?.[0]) ??
    first(({ quote }) => room.exec(quote)?.[0]) ??
    first(({ quote }) => meetingTool.exec(quote)?.[0]) ??
    first(({ quote }) => (phone.test(quote) && !patterns().notCall.test(fold(quote)) ? 'phone' : undefined))
  return place?.replace(/[\s.,;:–(-]+$/, '') || null
}

/** The telephone number in a sentence about calling, unless it is for questions. */
function numberIn({ quote, folded }: Sentence): string | undefined {
  const { call, notCall, number } = patterns()
  if (!call.test(folded) || notCall.test(folded)) return undefined
  return [...quote.matchAll(number)]
    .map(([each]) => each)
    .find((each) => each.replace(/\D/g, '').length >= MIN_DIGITS)
}
const MIN_DIGITS = 8
