// The last day on which the reader is asked to act.
import { calendarOf, type Setting } from './setting.ts'
import { limitsIn, type Limit } from './limits.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** Somebody else acts: the employer, other applicants. */
const THEIRS =
  /\b(?:we(?:'ll| will| aim| hope| try| read| expect| decide| plan| should| would like to decide)|you(?:'ll| will| should| can expect to) hear|hear from us|(?<!\b(?:like|love|need|want|have|hope) to )hear back|be in touch|get back to you|(?:hort ihr|horst du|horen sie) von uns|wir (?:melden|prufen|entscheiden)|melden wir uns|nous (?:reviendrons|vous)|te (?:diremos|contaremos|informaremos)|filing period|new applicants|closing date|applications? close|application period|vacancy|bewerbungsfrist|vorauswahl|start(?:s|ing)? (?:date|on)|beginn|most people|data|keep your|storage|geloscht|on file|expect an answer|feedback from us|a decision (?:by|before)|decision is made|shortlist\w*)\b/
const ASKED =
  /\b(?:please|kindly|need|self-schedule|reserve|must|complete|send|submit\w*|return|reply|respond|confirm\w*|respons\w*|answers?|sign|accept|choose|select|pick|book|let (?:me|us) know|tell (?:me|us)|(?:mail|e-mail|email) (?:me|us)|decision|take|finish|record\w*|do it|apply|link|test|assessment|offer|letter|log in|get (?:these|it|them)|get back to (?:me|us)|back to (?:me|us)|could you|can you|would you|upload|provide|fill (?:in|out)|form|yes or no|hear from you|heard from you|bitte\w*|reichen|schicken|schickst|senden|hochladen|laden sie|lade|auswahl|ruckmeldung|sag\w*|melde?|meldest|bescheid|teilen sie|teil(?:e|st)? (?:mir|uns)|schick|antwort\w*|bestatig\w*|unterschr\w+|abschliess\w*|schliesse|absolvier\w*|debes|por favor|enviar|envia\w*|enviame|enviarnos|respuesta|respond\w*|contest\w+|realizar|indica\w*|dinos|dime|avisa\w*|remit\w*|rellena\w*|facilit\w*|adjunt\w*|invitation|paperwork|docusign|contract|vertrag|repo|necesit\w+|merci|veuillez|reponse|repondre|retour|envoyer|envoyez|passer|completer|signer|signaler|indiquer|renseigner|remplir|transmettre|deposer|faire parvenir|confirmer|revenir vers)\b/

const iso = ({ year, month, day }: Limit['day']): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** What stands around a cue and tells who has to act. */
const AROUND = 60

/** The deadline as a day, and the sentence that sets it; null when none is set. What has to be done by then is known of tests and offers. */
export function deadlineIn(
  sentences: readonly Sentence[],
  setting: Setting,
  isTask: boolean,
): { day: string; quote: string } | null {
  const calendar = calendarOf(setting)
  const today = iso(calendar.today)
  for (const { folded, quote } of sentences) {
    if (says('footer', folded) || (!isTask && !ASKED.test(folded))) continue
    const limit = limitsIn(folded, calendar, isTask).find(
      ({ day, from }) => iso(day) >= today && !isTheirs(folded, from),
    )
    if (limit) return { day: iso(limit.day), quote }
  }
  return null
}

function isTheirs(folded: string, from: number): boolean {
  if (/\b(?:please|bitte\w*|por favor|merci de|veuillez)\b/.test(folded)) return false
  return THEIRS.test(folded.slice(Math.max(0, from - AROUND), from))
}
