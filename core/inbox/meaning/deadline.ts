// Finds the deadline by which the user must act, and its time if the message states one.
import { isoOf, addDays, asIfUtc, dayText, type WallTime } from '../../kernel/clock.ts'
import { resolveTime } from './appointment.ts'
import { calendarOf, type Setting } from './setting.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { moneySigns } from '../../reading/currencies.ts'
import { movedBy, lastOf, nextNth } from '../../reading/which-day.ts'
import { daysIn, endsIn, spanAt, timesIn, withoutDays, type Calendar } from '../../reading/prose.ts'

interface LastDay {
  day: Pick<WallTime, 'year' | 'month' | 'day'>
  from: number
}

const CUE =
  /\b(?:(?<!\b(?:come|stop|drop|swing|pop) )by|before|until|till|no later than|not later than|at the latest|last day|deadline|due|cut-?off|expires?(?: on| at)?|valid (?:until|through)|(?:open|good|available|stands) (?:until|till|through|thru)|log in before|latest|bis(?: zum| spatestens| einschliesslich)?|spatestens|frist|abgabe\w*|einsendeschluss|stichtag|freigeschaltet|antes de(?:l)?|a mas tardar|como maximo|hasta|fecha (?:limite|de entrega|tope)|plazo|vence|caduca|avant|au plus tard|jusqu'au?|d'ici|date (?:limite|de rendu|butoir)|expire|echeance|dernier delai|uiterlijk|entro(?: e non oltre)?|senas?t|ate(?: (?:ao? )?dia| as?)?|najpozniej|do (?:dnia|poniedzialku|wtorku|srody|czwartku|piatku|soboty|niedzieli))\b/g
/** Words that mean a deadline only in a message about a test or an offer. */
const TASK_CUE =
  /\b(?:(?:access|link|test|window|offer|invitation|it|time) (?:ends|dies|closes|lapses|runs out)|attendue?s? pour|a rendre (?:pour|le)|wanted for|submit(?:ted)? on|endet|lauft)\b/g
const ABSENCE =
  /\b(?:off|away|out|leave|holiday|vacation|closed|busy|in tech|conference|abwesend|urlaub|dienstreise|vacaciones|fuera|conges?|absente?)\s(?:\S+\s){0,2}$/

/** Maximum characters between a deadline word and its date. */
const MAX_GAP = 50

const WITHIN =
  /\b(?:within|in the next|over the next|(?:expires?|expiring|lapses?|ends|closes|endet|caduca|vence|expire) (?:automatically )?(?:in|dans|en)|(?:open|valid|active|available|good) for|you(?:'ll)? (?:have|get)|you've got|have|innerhalb(?: von| der nachsten)?|binnen|in den nachsten|haben sie|sie haben|hast du|du hast|gultig|en (?:un plazo(?: maximo)? de|los proximos|las proximas)|tienes|tiene|dispone[s]? de|dans (?:un delai de|les)|sous|vous (?:avez|disposez de)|tu as)\s(?:(?:the next|exactly|about|just|noch|genau|maximo de|encore)\s)?/g

/** Deadlines such as “within 5 days”. Less than 24 hours states how long a task takes, not its deadline. */
function relativeDaysIn(folded: string, { today }: Calendar): LastDay[] {
  for (const { index, 0: phrase } of folded.matchAll(WITHIN)) {
    const span = spanAt(folded.slice(index + phrase.length))
    if (!span || !/^(?:hour|day|workday|week)$/.test(span.unit)) continue
    const isHours = span.unit === 'hour'
    if (isHours ? span.amount < 24 : span.amount > 60) continue
    const days = isHours ? { unit: 'day' as const, amount: Math.ceil(span.amount / 24) } : span
    return [{ day: movedBy(today, [days]), from: index }]
  }
  return []
}

/** The end of a week is its Friday; at a weekend, the next Friday. */
function periodEndIn(folded: string, { today }: Calendar): LastDay[] {
  const found = endsIn(folded)
  if (!found) return []
  const day = lastOf(found.end, today)
  return [{ day: asIfUtc(day) < asIfUtc(today) ? addDays(day, 7) : day, from: found.from }]
}

const NTH = new RegExp(
  String.raw`\b(?:by|before|until|bis zum|hasta el|antes del|avant le|d'ici le|d'ici au|jusqu'au) (?:the )?(?<day>\d{1,2})(?:(?:st|nd|rd|th)\b|\.?(?=[\s,.;)]|$))(?!\s?(?:[:/%${moneySigns}]|uhr|h\b|am\b|pm\b|a\.m|p\.m|days?|hours?|minut|people|candid))`,
)

/** A deadline without a month: `By the 15th`. */
function nthIn(folded: string, calendar: Calendar): LastDay[] {
  const found = NTH.exec(folded)
  const day = Number(found?.groups?.['day'])
  const isPlain = found && (/\d(?:st|nd|rd|th)/.test(found[0]) || !/\b(?:by|before|until)\b/.test(found[0]))
  const next = isPlain ? nextNth(day, { clock: calendar.today, direction: 'ahead' }) : null
  return found && next ? [{ day: next, from: found.index }] : []
}

const cuesIn = (folded: string, isTask: boolean): number[] =>
  [...folded.matchAll(CUE), ...(isTask ? folded.matchAll(TASK_CUE) : [])]
    .map(({ index }) => index)
    .filter((index) => !ABSENCE.test(folded.slice(0, index)))
    .sort((one, other) => one - other)

/** The deadlines in a folded sentence, most certain first. `isTask` means that the message is about a test or an offer. */
function limitsIn(folded: string, calendar: Calendar, isTask: boolean): LastDay[] {
  const cues = cuesIn(folded, isTask)
  const dated = daysIn(folded, calendar).flatMap(({ year, month, day, from, to }): LastDay[] => {
    const isEastern = /^\s?(?:\(.\))?まて/.test(folded.slice(to))
    const cue = isEastern ? from : cues.findLast((each) => from >= each && from - each < MAX_GAP)
    return cue === undefined ? [] : [{ day: { year, month, day }, from: cue }]
  })
  if (dated.length) return dated
  const ends = cues.length ? [...nthIn(folded, calendar), ...periodEndIn(folded, calendar)] : []
  return [...ends, ...relativeDaysIn(folded, calendar)]
}

/** Words that show that others must act: the employer, or other applicants. */
const OTHERS_ACT =
  /\b(?:we(?:'ll| will| aim| hope| try| read| expect| decide| plan| should| would like to decide)|you(?:'ll| will| should| can expect to) hear|hear from us|(?<!\b(?:like|love|need|want|have|hope) to )hear back|be in touch|get back to you|(?:hort ihr|horst du|horen sie) von uns|wir (?:melden|prufen|entscheiden)|melden wir uns|nous (?:reviendrons|vous)|te (?:diremos|contaremos|informaremos)|filing period|new applicants|closing date|applications? close|application period|vacancy|bewerbungsfrist|vorauswahl|start(?:s|ing)? (?:date|on)|beginn|most people|data|keep your|storage|geloscht|on file|expect an answer|feedback from us|a decision (?:by|before)|decision is made|shortlist\w*)\b/
const REQUEST =
  /\b(?:please|kindly|need|self-schedule|reserve|must|complete|send|submit\w*|return|reply|respond|confirm\w*|respons\w*|answers?|sign|accept|choose|select|pick|book|let (?:me|us) know|tell (?:me|us)|(?:mail|e-mail|email) (?:me|us)|decision|take|finish|record\w*|do it|apply|link|test|assessment|offer|letter|log in|get (?:these|it|them)|get back to (?:me|us)|back to (?:me|us)|could you|can you|would you|upload|provide|fill (?:in|out)|form|yes or no|hear from you|heard from you|bitte\w*|reichen|schicken|schickst|senden|hochladen|laden sie|lade|auswahl|ruckmeldung|sag\w*|melde?|meldest|bescheid|teilen sie|teil(?:e|st)? (?:mir|uns)|schick|antwort\w*|bestatig\w*|unterschr\w+|abschliess\w*|schliesse|absolvier\w*|debes|por favor|enviar|envia\w*|enviame|enviarnos|respuesta|respond\w*|contest\w+|realizar|indica\w*|dinos|dime|avisa\w*|remit\w*|rellena\w*|facilit\w*|adjunt\w*|invitation|paperwork|docusign|contract|vertrag|repo|necesit\w+|merci|veuillez|reponse|repondre|retour|envoyer|envoyez|passer|completer|signer|signaler|indiquer|renseigner|remplir|transmettre|deposer|faire parvenir|confirmer|revenir vers)\b/

/** Words that show who must act are at most this many characters before the deadline. */
const ACTOR_REACH = 60

/** The deadline and its sentence, or null. Outside tests and offers, the sentence must also ask the user to act. */
export function deadlineIn(sentences: readonly Sentence[], setting: Setting, isTask: boolean) {
  const calendar = calendarOf(setting)
  const today = dayText(calendar.today)
  for (const sentence of sentences) {
    const { folded, quote } = sentence
    if (says('footer', folded) || (!isTask && !REQUEST.test(folded))) continue
    const limit = limitsIn(folded, calendar, isTask).find(
      ({ day, from }) => dayText(day) >= today && !isTheirs(folded, from),
    )
    if (limit) return { day: dayText(limit.day), quote, ...timeOf(limit, sentence, sentences, setting) }
  }
  return null
}

/**
 * The first time after the deadline's words that does not belong to another day; null when only the day is stated. Midnight means
 * the end of the day. `uncertain`: why the time is uncertain or missing.
 */
function timeOf(
  { day, from }: LastDay,
  sentence: Sentence,
  sentences: readonly Sentence[],
  setting: Setting,
) {
  const days = daysIn(sentence.folded, calendarOf(setting))
  const time = timesIn(withoutDays(sentence.folded, days)).find((each) => {
    const before = days.findLast((other) => other.from < each.from)
    const isOfDay = !before || before.from < from || dayText(before) === dayText(day)
    return each.from >= from && isOfDay && each.length === null
  })
  if (!time || time.hour + time.minute === 0) return { at: null, uncertain: null }
  const found = resolveTime({ day, time, sentence }, sentences, setting)
  return found
    ? { at: isoOf(found.ms), uncertain: found.uncertain }
    : { at: null, uncertain: 'It names a time without a time zone: only the day is kept.' }
}

function isTheirs(folded: string, from: number): boolean {
  if (/\b(?:please|bitte\w*|por favor|merci de|veuillez)\b/.test(folded)) return false
  return OTHERS_ACT.test(folded.slice(Math.max(0, from - ACTOR_REACH), from))
}
