// Times of day and lengths that sentences name.

/** A time of day, and where in the sentence it stands. */
export interface Time {
  hour: number
  minute: number
  /** Minutes from the start to the end, where both are said. */
  length: number | null
  from: number
  to: number
}

const CLOCK = String.raw`(\d{1,2})(?:(?:[:h.]|\sh\s)(\d{2}))?\s?(a\.?m\b\.?|p\.?m\b\.?)?\s?(uhr|heures?|h\b)?`
const RANGE = new RegExp(
  String.raw`(?<![\d/.$€£#-])\b(?<first>${CLOCK})\s?(?:-|to|until|till|bis|a|hasta|al?)\s?(?:las\s|um\s|about\s|etwa\s|circa\s)?(?<last>${CLOCK})(?![\d/%])`,
  'g',
)
const SINGLE = new RegExp(
  String.raw`(?<lead>(?:\b(?:at|um|@|a las|a la|ab|from|von|de|a|gegen|starting|the|our|your)|'s)\s)?(?<![\d/.$€£#:-])\b(?<one>${CLOCK})(?![\d/%]|:\d|-[a-z])`,
  'g',
)

interface Clock {
  hour: number
  minute: number
  marked: boolean
  /** Written as clocks show it before noon: `05:00`. */
  exact: boolean
  half: 'am' | 'pm' | null
}

function readClock(text: string): Clock | null {
  const found = new RegExp(`^${CLOCK}`).exec(text)
  if (!found) return null
  const [, hours, minutes, half, unit] = found
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)]
  if (hour > 24 || minute > 59) return null
  const marked = Boolean(half || unit || (minutes !== undefined && /[:h]/.test(text)))
  return {
    hour,
    minute,
    marked,
    exact: hours!.startsWith('0'),
    half: half ? (half.startsWith('p') ? 'pm' : 'am') : null,
  }
}

const asMinutes = ({ hour, minute, half }: Clock): number =>
  (half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour) * 60 + minute

const HOURS = 'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf'.split(' ')

const SPOKEN_HOURS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ENGLISH_HOUR = String.raw`(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})`
const GERMAN_HOUR = String.raw`(eins?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|\d{1,2})`
const PARTS: Readonly<Record<string, number>> = {
  ...{ quarter: 15, half: 30, five: 5, ten: 10, twenty: 20, 'twenty-five': 25, viertel: 15 },
}

const hourOf = (word: string): number =>
  /\d/.test(word)
    ? Number(word)
    : Math.max(SPOKEN_HOURS.indexOf(word), HOURS.indexOf(word.replace(/^eins$/, 'ein')))

/** So many minutes before or after an hour, as clocks show it. */
const clockOf = (hour: string, minutes: number): string =>
  minutes < 0
    ? `${(hourOf(hour) + 11) % 12 || 12}:${60 + minutes}`
    : `${hourOf(hour)}:${String(minutes).padStart(2, '0')}`

/** Numbers that are no times: of rooms and floors. */
const ROOM =
  /\b(?:room|rooms|raum|zimmer|salle|sala|aula|suite|unit|floor|etage|stock|planta)\s?\d+(?:[.:]\d+)?/g

/** Spellings of a time, each turned into the one that is read. */
const SPELLINGS: readonly [RegExp, string | ((found: string, ...parts: string[]) => string)][] = [
  [ROOM, ''],
  [
    new RegExp(
      String.raw`\b(?:a )?(quarter|half(?! to)|five|ten|twenty|twenty-five) (past|to) ${ENGLISH_HOUR}\b(?=\s*(?:$|[.,;:()!?]|(?:in|on|at|for|o'clock|sharp|[ap]\.?m)\b))`,
      'g',
    ),
    (_, part = '', side = '', hour = '') => clockOf(hour, (side === 'to' ? -1 : 1) * (PARTS[part] ?? 0)),
  ],
  [new RegExp(String.raw`\bat half ${ENGLISH_HOUR}\b`, 'g'), (_, hour = '') => `at ${clockOf(hour, 30)}`],
  [new RegExp(String.raw`\bhalb ${GERMAN_HOUR}\b`, 'g'), (_, hour = '') => clockOf(hour, -30)],
  [
    new RegExp(String.raw`\bviertel (nach|vor) ${GERMAN_HOUR}\b`, 'g'),
    (_, side = '', hour = '') => clockOf(hour, side === 'vor' ? -15 : 15),
  ],
  [
    /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= (?:o'clock|in the (?:morning|afternoon|evening)))/g,
    (_, hour = '') => String(hourOf(hour)),
  ],
  [/\b(\d{1,2}:\d\d)([ap])\b(?!\.)/g, '$1$2m'],
  [
    /(?<![\d€£$.] ?)\b([01]?\d|2[0-3])\.([0-5]\d)(\s?(?:-|to|till|bis)\s?)([01]?\d|2[0-3])\.([0-5]\d)\b(?!\s?(?:[€£$%/]|eur|per|an hour|pro))/g,
    '$1:$2$3$4:$5',
  ],
  [/\b([01]\d|2[0-3])([0-5]\d)(?=\s?(?:local|hrs?|hours|uhr)\b)/g, '$1:$2'],
  [/\b(at|um) (0\d)([0-5]\d)\b/g, '$1 $2:$3'],
  [/\b(\d{1,2})\.([0-5]\d)(?= (?:slot|appointment|termin)\b)/g, '$1:$2'],
  [/(?<=\buhr) [sc]\. ?t\.?/g, ''],
  [/\b(\d{1,2}(?:[:.]\d\d)?)(?: o'clock| ?h)? (?:in the morning|de la manana|du mat(?:in)?)\b/g, '$1am'],
  [/\b(\d{1,2}(?::\d\d)?) uhr (?:nachts|morgens|fruh)\b/g, '$1am'],
  [
    /\b(\d{1,2}(?:[:.]\d\d)?)(?: o'clock)? (?:(?:in|on) the (?:afternoon|evening)|de la tarde|de l'apres-midi)\b/g,
    '$1pm',
  ],
  [/\b(\d{1,2}) o'clock\b/g, '$1:00'],
  [/\b(?:noon|midday)\b/g, '12pm'],
  [/\b12 ?uhr mittags\b/g, '12 uhr'],
  [
    /\b(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf) uhr\b/g,
    (_, word) => `${HOURS.indexOf(word ?? '')} uhr`,
  ],
  [/\bmezzogiorno|\bmediodia\b/g, '12:00'],
]

/** What stands before the end of a meeting, where its start is said elsewhere. */
export const ENDS =
  /\b(?:ends?|ende|fin|finish\w*|done|until|till|over|fertig|schluss|jusqu'a|hasta|termin\w+)(?:\s(?:at|by|gegen|vers|um|a|about|around|sobre))?(?:\s(?:las|les))?\s?$/
/** What stands between a time with its zone and the same time in the reader's. */
const AGAIN =
  /^\s?\(?(?:[a-z]{2,4}|[a-z]+ time|[a-z ]{0,12}zeit|hora (?:de )?[a-z]+|heure (?:de )?[a-z]+)\)?\s?(?:\/|\(|=|,? (?:so|that is|that's|which is|i\.?e\.?|also|das (?:ist|sind)|soit|es decir|o sea)\b)[^.;]{0,12}$/

/** The times without those that end the one before, or say it again in another zone. */
function withEnds(times: readonly Time[], text: string): Time[] {
  const kept: Time[] = []
  for (const time of times) {
    const before = kept.at(-1)
    const between = before ? text.slice(before.to, time.from) : ''
    if (before && AGAIN.test(between)) continue
    const length = before ? (time.hour - before.hour) * 60 + time.minute - before.minute : 0
    if (before?.length === null && length > 0 && ENDS.test(between)) kept.splice(-1, 1, { ...before, length })
    else kept.push(time)
  }
  return kept
}

/** Every time of day in a sentence, in order; ranges with their length. Dates are to be blanked out before. */
export function timesIn(folded: string): Time[] {
  const times: Time[] = []
  const text = SPELLINGS.reduce(
    (so, [said, read]) => (typeof read === 'string' ? so.replace(said, read) : so.replace(said, read)),
    folded,
  )
  let rest = text
  for (const found of rest.matchAll(RANGE)) {
    const { first = '', last = '' } = found.groups ?? {}
    const time = readRange(first, last)
    if (!time) continue
    times.push({ ...time, from: found.index, to: found.index + found[0].length })
  }
  for (const { from, to } of times) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  for (const found of rest.matchAll(SINGLE)) {
    const { one = '', lead = '' } = found.groups ?? {}
    const clock = readClock(one)
    const led =
      /^(?:at|um|@|a las|a la)\s$/.test(lead) || (lead !== '' && /^\d{1,2}\.[0-5][05]$/.test(one.trim()))
    if (
      !clock ||
      !(
        clock.marked ||
        (led &&
          clock.hour <= 23 &&
          !/^\s?(?:st|nd|rd|th|[a-z]{3,}\s(?:st|street|ave|road|lane))/.test(
            rest.slice(found.index + found[0].length),
          ))
      )
    )
      continue
    times.push({ ...timeOf(clock), length: null, from: found.index, to: found.index + found[0].length })
  }
  return withEnds(
    times.sort((one, other) => one.from - other.from),
    text,
  )
}

function timeOf(clock: Clock): { hour: number; minute: number } {
  const minutes = asMinutes(clock)
  // An hour of the day without a half, said in conversation: eight to eleven before noon, one to six after it.
  const spoken =
    clock.half === null && !clock.exact && minutes > 0 && minutes < 7 * 60 ? minutes + 720 : minutes
  return { hour: Math.floor(spoken / 60) % 24, minute: spoken % 60 }
}

function readRange(first: string, last: string) {
  const [start, end] = [readClock(first.trim()), readClock(last.trim())]
  if (!start || !end || !(start.marked || end.marked)) return null
  if (end.half && !start.half && !/[:]/.test(first) ? true : end.half && !start.half) {
    const sameHalf = { ...start, half: end.half }
    start.half = asMinutes(sameHalf) <= asMinutes(end) ? end.half : 'am'
  }
  const length = asMinutes(end) - asMinutes(start)
  return length <= 0 || length > 14 * 60 ? null : { ...timeOf(start), length }
}

const LENGTHS: readonly [RegExp, (found: RegExpExecArray) => number][] = [
  [
    /\b(?:anderthalb|eineinhalb) stunden\b|\b(?:an|one) hour and a half\b|\bhora y media\b|\bune heure et demie\b|\b1h30\b|\b1[.,]5 (?:hours|stunden|horas|heures)\b/,
    () => 90,
  ],
  [
    /\bhalf an hour\b|\bhalf-hour\b|\beine halbe stunde\b|\bhalbe stunde\b|\bmedia hora\b|\bune demi-heure\b|\bdemi-heure\b/,
    () => 30,
  ],
  [/\b(\d{2,3})[ -]?(?:min|mins|minutes?|minuten|minutos)\b/, ([, minutes]) => Number(minutes)],
  [/\b(?:thirty) minutes\b/, () => 30],
  [/\b(?:forty-five) minutes\b/, () => 45],
  [/\b(?:twenty) minutes\b/, () => 20],
  [/\b(?:fifty) minutes\b/, () => 50],
  [
    /\b(\d(?:[.,]5)?)[ -]?(?:hours?|hrs?|stunden?|horas?|heures?)\b/,
    ([, hours = '']) => Number(hours.replace(',', '.')) * 60,
  ],
  [/\b(?:two hours|zwei stunden|dos horas|deux heures)\b/, () => 120],
  [/\b(?:three hours|drei stunden|tres horas|trois heures)\b/, () => 180],
  [/\b(?:an|one) hour\b|\beine stunde\b|\buna hora\b|\bune heure\b/, () => 60],
]

/** How long something takes, in minutes, where a sentence says so; null otherwise. */
export function lengthIn(folded: string): number | null {
  for (const [said, minutes] of LENGTHS) {
    const found = said.exec(folded)
    const value = found && minutes(found)
    if (value && value >= 10 && value <= 600) return value
  }
  return null
}
