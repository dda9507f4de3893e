// When and where a message was written. Its dates and times depend on it.
import { wallTime } from '../../kernel/clock.ts'
import type { Calendar } from '../../reading/prose.ts'
import type { Tongue } from '../../reading/zones.ts'

export interface Setting {
  sentMs: number
  offsetMinutes: number | null
  tongue: Tongue
  place: string | null
}

/** The sender's calendar: their local day, and whether they write the month first. */
export const calendarOf = ({ sentMs, offsetMinutes, tongue }: Setting): Calendar => ({
  today: { ...wallTime(sentMs + (offsetMinutes ?? 0) * 60_000, 'UTC'), second: 0 },
  monthFirst: tongue === 'en' && (offsetMinutes === null || (offsetMinutes <= -180 && offsetMinutes >= -600)),
})

const TONGUES: readonly [Tongue, RegExp][] = [
  ['de', /\b(?:und|der|die|das|ihre|wir|nicht|fur|mit|sie|uns|eine|ist|dich|guten)\b/g],
  ['es', /\b(?:el|los|las|una|para|por|con|gracias|tu|su|hola|nos|hemos|que|del)\b/g],
  ['fr', /\b(?:le|les|des|vous|nous|votre|pour|une|avec|est|bonjour|au|dans|merci)\b/g],
  [
    'nl',
    /\b(?:het|een|wij|niet|voor|bij|graag|jouw|uw|uit|naar|aan|helaas|bedankt|hebben|wordt|niet|functie|vacature|wensen)\b/g,
  ],
  [
    'it',
    /\b(?:il|gli|della|che|suo|sua|gentile|alle|di|per|ore|presso|entro|delle|saluti|siamo|abbiamo|sono|nostra|purtroppo|colloquio|ringraziamo|posizione)\b/g,
  ],
  ['sv', /\b(?:och|att|vi|dig|din|har|inte|till|tack|hej|med|tjansten|ansokan|en|pa)\b/g],
  ['da', /\b(?:og|at|vi|dig|din|har|ikke|til|tak|hej|kaere|med|stillingen|en|pa)\b/g],
  [
    'pl',
    /\b(?:na|nie|sie|za|dziekujemy|jest|czy|oraz|zapraszam|prosze|stanowisko|dzien|pozdrawiam|do|w|z)\b/g,
  ],
  [
    'pt',
    /\b(?:ola|para|uma|voce|nao|com|obrigad[oa]|sua|vaga|consigo|cumprimentos|infelizmente|seu|nosso|agradecemos|da|do|em)\b/g,
  ],
  ['ja', /[\u3040-\u30ff]/g],
  ['en', /\b(?:the|and|you|your|for|with|we|our|to|of|is|at|hi|dear)\b/g],
]

/** Whether the classifier was trained on the language. */
export const isTaught = (tongue: Tongue): boolean => /^(?:en|de|es|fr)$/.test(tongue)

/** Names that look like words of a language: the zones EST and IST, and cities such as Los Angeles. */
const ZONES_AND_CITIES =
  /(?<=\d ?(?:[ap]\.?m\.?)? ?\(?)\b(?:est|ist)\b|\b(?:los angeles|las vegas|des moines)\b/g

export function tongueOf(folded: string): Tongue {
  const text = folded.slice(0, 4_000).replace(ZONES_AND_CITIES, ' ')
  const counts = TONGUES.map(([tongue, words]) => ({ tongue, count: text.match(words)?.length ?? 0 }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best), {
    ...{ tongue: 'en' as const, count: 0 },
  }).tongue
}
