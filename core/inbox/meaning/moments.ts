// Pairs the days and times in a message, and chooses the pair that is meant.
import { first } from '../../kernel/narrow.ts'
import {
  daysIn,
  END_WORDS,
  minutesOf,
  timesIn,
  withoutDays,
  type Calendar,
  type Day,
  type Time,
} from '../../reading/prose.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

export interface DayTime {
  day: Day
  time: Time
  sentence: Sentence
}

const OPEN_CHOICE =
  /\b(?:between(?=[^.;]*(?:\d|day\b|\bnoon\b))|any (?:morning|afternoon|day|time)|every|either|windows?|zwischen|jederzeit|entre)\b/
const DEADLINE_WORDS =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by(?! (?:phone|telephone|video|zoom|teams|skype|call))|before(?=[^.;]*(?:\d|\bnoon\b|\bmidday\b|\bmorning\b)| (?:next |this )?\w+day\b)|until|till|no later than|at the latest|deadline|due|expires?|valid|open until|closes?|respond|reply|confirm by|bis(?: zum| spatestens)?|spatestens|frist|antes de(?:l)?|a mas tardar|hasta|plazo|avant|au plus tard|jusqu'au|d'ici|dernier delai)\b/
const DEADLINE_WITH_TIME =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by(?! (?:phone|telephone|video|zoom|teams|skype|call))|before|no later than|at the latest by|last day|deadline|closing date|bis spatestens|antes de(?:l)?|avant|au plus tard)\s(?:\S+\s){0,4}?\d/
export const PAST_WORDS =
  /\b(?:wrote|sent|received|submitted|was on|applied|thank\w*(?: you)? for (?:coming|meeting|speaking)|schrieb|gesendet|vom|a ecrit|escribio)\b/
const NO_MEETING =
  /\b(?:start(?:s|ing)? (?:date|on)?|would start|beginn|eintritt|office (?:hours|is)|opening hours|we(?: are|'re) open|i(?: am|'m) in the office|(?:el|nuestro) horario (?:es|de)|sprechzeiten|closed on|chat is open)\b/

/** The day-time pairs in sentences. A day and its time may be in neighbouring lines. */
export function momentsIn(sentences: readonly Sentence[], calendar: Calendar): DayTime[] {
  const moments: DayTime[] = []
  let carried: { day: Day; at: number } | null = null
  sentences.forEach((sentence, at) => {
    const days = daysIn(sentence.folded, calendar)
    const times = timesIn(withoutDays(sentence.folded, days))
    if (times.length && days.length) moments.push(...pairs(days, times, sentence))
    else if (times.length && carried && at - carried.at <= 2) {
      moments.push({ day: carried.day, time: first(times), sentence })
      // All lines of an agenda belong to the same day.
      if (isLeading(first(times))) carried = { ...carried, at }
    }
    if (days.length === 1) carried = { day: first(days), at }
    else if (days.length > 1) carried = null
  })
  return moments
}

/** Whether the sentence begins with its time, as the lines of an agenda do. */
const isLeading = ({ from }: Time): boolean => from < 4

/** Pairs each time with the nearest day before it and its alternatives (“Tuesday or Wednesday at 4”), or else with the first day after it. */
const pairs = (days: readonly Day[], times: readonly Time[], sentence: Sentence): DayTime[] =>
  times.flatMap((time) => {
    const at = days.findLastIndex(({ from }) => from < time.from)
    const isOr = (to: number) => ALTERNATIVE.test(sentence.folded.slice(days[to - 1]?.to, days[to]?.from))
    let begin = Math.max(0, at)
    while (begin > 0 && isOr(begin)) begin -= 1
    return days.slice(begin, Math.max(0, at) + 1).map((day) => ({ day, time, sentence }))
  })

const ALTERNATIVE = /^,? ?(?:or|oder|ou|o|u|of|eller|lub)(?: \p{L}+,?)? ?$/u

export const distinct = (moments: readonly DayTime[]): DayTime[] =>
  moments.filter((one, at) => moments.findIndex((other) => isSame(one, other)) === at)

export const isSame = (one: DayTime, other: DayTime): boolean =>
  one.day.year === other.day.year &&
  one.day.month === other.day.month &&
  one.day.day === other.day.day &&
  one.time.hour === other.time.hour &&
  one.time.minute === other.time.minute

/** A sentence that repeats the previous time in the reader's zone. */
const REPEATED_TIME =
  /^(?:that(?: would be|'s| is)|which is|das (?:ist|sind|ware|entspricht)|soit|es decir|o sea)\b.*\b(?:for you|your time|in [a-z]+|bei (?:ihnen|dir)|chez vous|para (?:ti|usted))\b/

export const isAboutMeeting = ({ folded }: Sentence): boolean =>
  !REPEATED_TIME.test(folded) &&
  !(OPEN_CHOICE.test(folded) && !/\b(?:from|von|entre las|zwischen)\b.*\d/.test(folded)) &&
  !PAST_WORDS.test(folded) &&
  !NO_MEETING.test(folded) &&
  !DEADLINE_WITH_TIME.test(folded) &&
  !(
    DEADLINE_WORDS.test(folded) &&
    !says('interview', folded) &&
    !/\bfrom .* (?:until|till)\b|\bvon .* bis\b|\d ?(?:uhr|[ap]\.?m\.?|h)? ?(?:bis|until|till|hasta(?: las)?|jusqu'a) \d/.test(
      folded,
    )
  )

/** Words before a time of arrival, which may precede the start. */
const ARRIVAL =
  /\b(?:arriv\w+|check(?:ing)?[ -]in|sign(?:ing)?[ -]in|be (?:here|there|at \w+)|doors open|einlass|ankunft|eintreffen|llega\w*|arrivee|presentez-vous|presentarte)(?: (?:at|by|around|from|until|um|ab|gegen|a las?|des|vers|a))? ?$/

/** “After 2 pm” offers the rest of a day. */
const WINDOW = /\b(?:after|any ?time after|nach|apres|despues de(?: las?)?|dopo le) ?$/

/** Leaves out windows, and times of arrival and end, unless there are no others. */
export function beginnings(all: readonly DayTime[]): readonly DayTime[] {
  const moments = all.filter(({ sentence, time }) => !WINDOW.test(sentence.folded.slice(0, time.from)))
  const others = moments.filter(({ sentence, time }) => {
    const before = sentence.folded.slice(0, time.from)
    return !ARRIVAL.test(before) && !END_WORDS.test(before)
  })
  return others.length ? others : moments
}

const REPLACED =
  /\b(?:from|originally|formerly|former|previous(?:ly)?|old|was|were|had been|instead of|rather than|in place of|statt|anstatt|anstelle|ursprunglich\w*|vom|von|bisher\w*|alter|au lieu du?|initialement|prevue?|avant|antes|before|zuvor|vorher|prima|eerst|en lugar del?|en vez del?|previst[oa]|originalmente|del?|du)\b[^.;]{0,60}$/
const REPLACING =
  /\b(?:to|until|till|auf(?: den)?|zum|nach|al?|a la|au|updated|new|now|instead(?! of)|neuer?|nuev[oa]|nouve\w+)\b[^.;]{0,40}$/

export function isReplaced({ sentence: { folded }, day, time }: DayTime, others: readonly DayTime[]) {
  const start = Math.min(day.from, time.from)
  const ends = others
    .filter((other) => other.sentence.folded === folded)
    .flatMap((other) => [other.day.to, other.time.to])
    .filter((end) => end <= start)
  const before = folded.slice(Math.max(0, ...ends), start)
  const [old, fresh] = [REPLACED.exec(before)?.index ?? -1, REPLACING.exec(before)?.index ?? -1]
  return old >= 0 && old > fresh
}

/** Words for “at the same time as the old appointment”. */
const SAME_TIME =
  /\b(?:same (?:time|hours?)|(?:la )?misma hora|(?:la )?meme heure|(?:gleiche[rn]?|selbe[rn]?) (?:uhr)?zeit)\b/

/** Reads “The call on Monday at 9 has to be postponed to Tuesday, same time.” */
export function sameTimeIn(sentences: readonly Sentence[], calendar: Calendar): DayTime | undefined {
  const sentence = sentences.find(({ folded }) => SAME_TIME.test(folded))
  if (!sentence) return undefined
  const days = daysIn(sentence.folded, calendar)
  const [time, another] = timesIn(withoutDays(sentence.folded, days))
  const day = days.at(-1)
  return day && time && !another && days.length > 1 ? { day, time, sentence } : undefined
}

/** The new day at the time of the earlier appointment, if the message says “same time”. */
export function atSameTime(sentences: readonly Sentence[], calendar: Calendar, old: readonly DayTime[]) {
  const [earlier] = old
  if (!earlier || !sentences.some(({ folded }) => SAME_TIME.test(folded))) return undefined
  const named = sentences.flatMap((sentence) =>
    daysIn(sentence.folded, calendar).map((day) => ({ day, time: earlier.time, sentence })),
  )
  const fresh = distinct(named.filter((each) => !isSame(each, earlier)))
  return fresh.length === 1 ? fresh[0] : undefined
}

/** Chooses the slot that contains the others, the first of an agenda, or, if the meeting moves, the second of two. */
export function chooseMoment(open: readonly DayTime[], moved: boolean): DayTime | undefined {
  const { day: that } = first(open)
  const sameDay = open.every(({ day }) => day.day === that.day && day.month === that.month)
  const whole = sameDay ? open.find(({ time }) => (time.length ?? 0) >= 60) : undefined
  if (whole && open.every(({ time }) => !isOutside(time, whole.time))) return whole
  if (sameDay && (isAgenda(open) || isSequence(open))) return open[0]
  return moved && open.length === 2 && open[0]?.time !== open[1]?.time ? open[1] : undefined
}

/** Whether these are parts of one visit: ascending times in separate lines, at least three, or each at a line's start. */
const isAgenda = (open: readonly DayTime[]): boolean =>
  (open.length > 2 || open.every(({ time }) => isLeading(time))) && isRising(open, false)

/** Whether one sentence lists the steps of one meeting: ascending times without a choice. */
const isSequence = (open: readonly DayTime[]): boolean =>
  !/\b(?:or|oder|o|ou|either|bzw|alternativ\w*|soit)\b|\?/.test(first(open).sentence.folded) &&
  isRising(open, true)

const isRising = (open: readonly DayTime[], inOneSentence: boolean): boolean =>
  open.every((each, at) => {
    const before = open[at - 1]
    if (!before) return true
    const isOne = before.sentence === each.sentence
    return isOne === inOneSentence && minutesOf(before.time) < minutesOf(each.time)
  })

const isOutside = (time: Time, whole: Time): boolean => {
  const from = (time.hour - whole.hour) * 60 + time.minute - whole.minute
  return from < 0 || from > (whole.length ?? 0)
}
