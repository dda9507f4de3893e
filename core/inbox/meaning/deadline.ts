// The last day on which the reader is asked to act.
import { addDays } from '../../kernel/zone.ts'
import { calendarOf, type Setting } from './appointment.ts'
import { daysIn } from './dates.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const CUE =
  /\b(?:by|before|until|no later than|not later than|at the latest|deadline|due|expires?(?: on| at)?|valid (?:until|through)|open (?:until|till)|log in before|latest|bis(?: zum| spatestens| einschliesslich)?|spatestens|frist|freigeschaltet|antes de(?:l)?|a mas tardar|como maximo|hasta|fecha limite|plazo|avant|au plus tard|jusqu'au|d'ici|date limite|dernier delai)\b/g
/** What else sets a deadline in a message that is about a test or an offer. */
const ENDS =
  /\b(?:(?:access|link|test|window|offer|invitation|it|time) (?:ends|dies|closes|lapses|runs out)|attendue?s? pour|a rendre pour|wanted for)\b/g
/** Somebody is away until a day. */
const AWAY =
  /\b(?:off|away|out|leave|holiday|vacation|closed|busy|in tech|conference|abwesend|urlaub|vacaciones|fuera|conges?|absente?)\s(?:\S+\s){0,2}$/
const WITHIN =
  /\b(?:within|in the next|(?:open|valid|active|available) for|have|innerhalb(?: von)?|binnen|en (?:un plazo de|los proximos)|dans (?:un delai de|les)|sous)\s+(?:the next\s+)?(\d{1,2}|one|two|three|five|seven|ten|zwei|drei|sieben|dos|tres|siete|deux|trois|sept)\s(?:\w+\s)?(days?|weeks?|tagen?|wochen?|dias?|semanas?|jours?|semaines?)\b/
const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  five: 5,
  seven: 7,
  ten: 10,
  zwei: 2,
  drei: 3,
  sieben: 7,
  dos: 2,
  tres: 3,
  siete: 7,
  deux: 2,
  trois: 3,
  sept: 7,
}
/** Somebody else acts: the employer, other applicants. */
const THEIRS =
  /\b(?:we(?:'ll| will| aim| hope| try| read| expect)|you (?:will|should|can expect to) hear|hear (?:from|back)|be in touch|wir (?:melden|prufen)|nous (?:reviendrons|vous)|filing period|new applicants|closing date|applications close|start(?:s|ing)? (?:date|on)|beginn|most people|data|keep your|storage|geloscht|on file|expect an answer)\b/
const ASKED =
  /\b(?:please|kindly|need|must|complete|send|submit|return|reply|respond|confirm|respons\w*|answers?|sign|accept|choose|select|pick|book|let (?:me|us) know|decision|take|finish|record|do it|apply|link|test|assessment|offer|letter|log in|get these|could you|bitte\w*|reichen|schicken|senden|auswahl|ruckmeldung|sagen|schick|antworte\w*|bestatigen|unterschr\w+|abschliess\w*|schliesse|absolvier\w*|debes|por favor|enviar|envia\w*|respuesta|realizar|invitation|paperwork|docusign|contract|vertrag|repo|confirm\w+|necesitamos|merci|veuillez|reponse|retour|envoyer|passer|completer|signer|transmettre)\b/

/** A cue and its date are at most this far apart, in characters. */
const MAX_GAP = 50

const iso = ({ year, month, day }: { year: number; month: number; day: number }): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The deadline as a day, and the sentence that sets it; null when none is set. What has to be done by then is known of tests and offers. */
export function deadlineIn(
  sentences: readonly Sentence[],
  setting: Setting,
  isTask: boolean,
): { day: string; quote: string } | null {
  const calendar = calendarOf(setting)
  const today = iso(calendar.today)
  for (const { folded, quote } of sentences) {
    const cues = cuesIn(folded, isTask)
    const within = WITHIN.exec(folded)
    const first = cues[0] ?? within?.index
    if (first === undefined || says('footer', folded)) continue
    if (THEIRS.test(folded.slice(Math.max(0, first - 60), first)) && !/\bplease\b|\bbitte\b/.test(folded))
      continue
    if (!isTask && (!ASKED.test(folded) || isOnlyIf(folded))) continue
    const day = daysIn(folded, calendar).find(({ from }) =>
      cues.some((cue) => from >= cue && from - cue < MAX_GAP),
    )
    if (day && iso(day) >= today) return { day: iso(day), quote }
    if (within && ASKED.test(folded)) return { day: iso(addDays(calendar.today, countOf(within))), quote }
  }
  return null
}

/** Where a sentence says that a day is the last. */
const cuesIn = (folded: string, isTask: boolean): number[] =>
  [...folded.matchAll(CUE), ...(isTask ? folded.matchAll(ENDS) : [])]
    .map(({ index }) => index)
    .filter((index) => !AWAY.test(folded.slice(0, index)))

/** `If this day does not suit you, answer by …`: nothing is asked of who agrees. */
function isOnlyIf(folded: string): boolean {
  const place = placeOf('condition', folded)
  return place >= 0 && place < 3
}

function countOf([, count, unit]: RegExpExecArray): number {
  const number = NUMBERS[count!] ?? Number(count)
  return /^(?:week|woche|semana|semaine)/.test(unit!) ? number * 7 : number
}
