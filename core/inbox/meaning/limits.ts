// Days by which something is to be done, as a sentence names them: a date, so many days from now, the end of a week.
import { addDays, asIfUtc, type WallTime } from '../../kernel/zone.ts'
import { daysIn, nthDay, type Calendar } from './dates.ts'

/** A last day, and where in the sentence it begins to be named. */
export interface Limit {
  day: Pick<WallTime, 'year' | 'month' | 'day'>
  from: number
}

const CUE =
  /\b(?:(?<!\b(?:come|stop|drop|swing|pop) )by|before|until|till|no later than|not later than|at the latest|last day|deadline|due|cut-?off|expires?(?: on| at)?|valid (?:until|through)|(?:open|good|available|stands) (?:until|till|through)|log in before|latest|bis(?: zum| spatestens| einschliesslich)?|spatestens|frist|abgabe\w*|einsendeschluss|stichtag|freigeschaltet|antes de(?:l)?|a mas tardar|como maximo|hasta|fecha (?:limite|de entrega|tope)|plazo|vence|caduca|avant|au plus tard|jusqu'au?|d'ici|date (?:limite|de rendu|butoir)|expire|echeance|dernier delai)\b/g
/** What else sets a limit in a message that is about a test or an offer. */
const ENDS =
  /\b(?:(?:access|link|test|window|offer|invitation|it|time) (?:ends|dies|closes|lapses|runs out)|attendue?s? pour|a rendre (?:pour|le)|wanted for|submit(?:ted)? on|endet|lauft)\b/g
/** Somebody is away until a day. */
const AWAY =
  /\b(?:off|away|out|leave|holiday|vacation|closed|busy|in tech|conference|abwesend|urlaub|dienstreise|vacaciones|fuera|conges?|absente?)\s(?:\S+\s){0,2}$/

/** A cue and its date are at most this far apart, in characters. */
const MAX_GAP = 50

const NUMBERS =
  'a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|eine[rnm]?|zwei|drei|vier|funf|sechs|sieben|acht|zehn|vierzehn|una?|dos|tres|cuatro|cinco|seis|siete|ocho|diez|quince|une?|deux|trois|quatre|cinq|six|sept|huit|dix|quinze'
const VALUES: Record<string, number> = Object.fromEntries(
  [
    'a an one eine einer einen einem un una une',
    'two zwei dos deux',
    'three drei tres trois',
    'four vier cuatro quatre',
    'five funf cinco cinq',
    'six sechs seis',
    'seven sieben siete sept',
    'eight acht ocho huit',
    'nine',
    'ten zehn diez dix',
    '',
    'twelve',
    '',
    'fourteen vierzehn',
    'quince quinze',
  ].flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, at + 1])),
)
const WITHIN = new RegExp(
  String.raw`\b(?:within|in the next|over the next|(?:open|valid|active|available|good) for|you(?:'ll)? (?:have|get)|you've got|have|innerhalb(?: von| der nachsten)?|binnen|in den nachsten|haben sie|sie haben|hast du|du hast|gultig|en (?:un plazo(?: maximo)? de|los proximos|las proximas)|tienes|tiene|dispone[s]? de|dans (?:un delai de|les)|sous|vous (?:avez|disposez de)|tu as)\s(?:the next\s|exactly\s|about\s|just\s|noch\s|genau\s|maximo de\s|encore\s)?(?<count>\d{1,3}|${NUMBERS})(?:\s\(\d+\))?[\s-](?<kind>business\s|working\s|calendar\s|full\s|weitere\s|prochaine?s\s)?(?<unit>hours?|days?|weeks?|fortnight|stunden|(?:werk|arbeits)?tagen?|wochen?|horas|dias?|semanas?|heures|jours?|semaines?)(?<after>\s(?:habiles|laborables|ouvres|ouvrables)\b)?`,
)

/** The sentence says so many days from now. */
function countedIn(folded: string, { today }: Calendar): Limit[] {
  const found = WITHIN.exec(folded)
  const { count = '', kind = '', unit = '', after } = found?.groups ?? {}
  const number = VALUES[count] ?? Number(count)
  const isHours = /^(?:hour|stunde|hora|heure)/.test(unit)
  // Fewer hours than a day are how long something takes.
  if (!found || (isHours && number < 24) || (!isHours && number > 60)) return []
  const days = isHours ? Math.ceil(number / 24) : number * daysOf(unit)
  const isWorking = after !== undefined || /business|working/.test(kind) || /^(?:werk|arbeits)/.test(unit)
  return [{ day: isWorking ? afterWorkingDays(today, days) : addDays(today, days), from: found.index }]
}

const daysOf = (unit: string): number =>
  unit === 'fortnight' ? 14 : /^(?:week|woche|semana|semaine)/.test(unit) ? 7 : 1

const weekdayOf = (day: WallTime): number => new Date(asIfUtc(day)).getUTCDay()

function afterWorkingDays(today: WallTime, count: number): WallTime {
  let [day, left] = [today, count]
  while (left > 0) {
    day = addDays(day, 1)
    if (weekdayOf(day) % 6 !== 0) left -= 1
  }
  return day
}

const END_OF =
  /\b(?:end of (?<nextEn>next )?(?:the |this )?(?<en>week|month|business (?:today|tomorrow))|ende (?<nextDe>nachster |kommender )?(?:der |dieser |des |dieses )?(?<de>woche|monats?)|(?<monat>monatsende)|(?:final(?:es)?|fin) de (?:la |este |esta |el )?(?<es>semana|mes)|final del (?<mes>mes)|(?:la )?fin (?:de |du )(?:la |ce )?(?<fr>semaine|mois))\b/

/** The end of a week is its Friday. */
function endIn(folded: string, { today }: Calendar): Limit[] {
  const found = END_OF.exec(folded)
  if (!found) return []
  const { nextEn, nextDe } = found.groups ?? {}
  if (!/week|woche|semana|semaine/.test(found[0])) {
    const month = {
      ...today,
      month: (today.month % 12) + 1,
      year: today.year + (today.month === 12 ? 1 : 0),
      day: 1,
    }
    return /mont?h|monat|mes|mois/.test(found[0]) ? [{ day: addDays(month, -1), from: found.index }] : []
  }
  const toFriday = (5 - weekdayOf(today) + 7) % 7
  return [{ day: addDays(today, toFriday + (nextEn || nextDe ? 7 : 0)), from: found.index }]
}

const NTH =
  /\b(?:by|before|until|bis zum|hasta el|antes del|avant le|d'ici le|d'ici au|jusqu'au) (?:the )?(?<day>\d{1,2})(?:(?:st|nd|rd|th)\b|\.?(?=[\s,.;)]|$))(?!\s?(?:[:/%€$]|uhr|h\b|am\b|pm\b|a\.m|p\.m|days?|hours?|minut|people|candid))/

/** `By the 15th`, without its month. */
function nthIn(folded: string, calendar: Calendar): Limit[] {
  const found = NTH.exec(folded)
  const day = Number(found?.groups?.['day'])
  return found &&
    day > 0 &&
    day < 32 &&
    (/\d(?:st|nd|rd|th)/.test(found[0]) || !/\b(?:by|before|until)\b/.test(found[0]))
    ? [{ day: nthDay(day, calendar), from: found.index }]
    : []
}

/** Where a sentence says that a day is the last. */
const cuesIn = (folded: string, isTask: boolean): number[] =>
  [...folded.matchAll(CUE), ...(isTask ? folded.matchAll(ENDS) : [])]
    .map(({ index }) => index)
    .filter((index) => !AWAY.test(folded.slice(0, index)))
    .sort((one, other) => one - other)

/** The last days that a folded sentence names, the surest first; `isTask` in a message about a test or an offer. */
export function limitsIn(folded: string, calendar: Calendar, isTask: boolean): Limit[] {
  const cues = cuesIn(folded, isTask)
  const dated = daysIn(folded, calendar).flatMap(({ year, month, day, from }): Limit[] => {
    const cue = cues.findLast((each) => from >= each && from - each < MAX_GAP)
    return cue === undefined ? [] : [{ day: { year, month, day }, from: cue }]
  })
  if (dated.length) return dated
  const ends = cues.length ? [...nthIn(folded, calendar), ...endIn(folded, calendar)] : []
  return [...ends, ...countedIn(folded, calendar)]
}
