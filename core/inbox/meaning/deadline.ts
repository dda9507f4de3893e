// The last day on which the reader is asked to act.
import { addDays } from '../../kernel/zone.ts'
import { calendarOf, type Setting } from './appointment.ts'
import { daysIn } from './dates.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const CUE =
  /\b(?:by|before|until|no later than|not later than|at the latest|deadline|due|expires?(?: on| at)?|valid (?:until|through)|open (?:until|till)|log in before|latest|bis(?: zum| spatestens| einschliesslich)?|spatestens|frist|freigeschaltet|antes de(?:l)?|a mas tardar|como maximo|hasta|fecha limite|plazo|avant|au plus tard|jusqu'au|d'ici|date limite|dernier delai)\b/
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

/** The deadline as a day, and the sentence that sets it; null when none is set. */
export function deadlineIn(
  sentences: readonly Sentence[],
  setting: Setting,
): { day: string; quote: string } | null {
  const calendar = calendarOf(setting)
  const today = iso(calendar.today)
  for (const { folded, quote } of sentences) {
    const cue = CUE.exec(folded)
    const within = WITHIN.exec(folded)
    if ((!cue && !within) || says('footer', folded)) continue
    const near = folded.slice(Math.max(0, (cue ?? within)!.index - 60), (cue ?? within)!.index)
    if (THEIRS.test(near) && !/\bplease\b|\bbitte\b/.test(folded)) continue
    if (!ASKED.test(folded) || isOnlyIf(folded)) continue
    const days = daysIn(folded, calendar)
    const day = cue && days.find(({ from }) => from >= cue.index && from - cue.index < MAX_GAP)
    if (day && iso(day) >= today) return { day: iso(day), quote }
    if (within) return { day: iso(addDays(calendar.today, countOf(within))), quote }
  }
  return null
}

/** `If this day does not suit you, answer by …`: nothing is asked of who agrees. */
function isOnlyIf(folded: string): boolean {
  const place = placeOf('condition', folded)
  return place >= 0 && place < 3
}

function countOf([, count, unit]: RegExpExecArray): number {
  const number = NUMBERS[count!] ?? Number(count)
  return /^(?:week|woche|semana|semaine)/.test(unit!) ? number * 7 : number
}
