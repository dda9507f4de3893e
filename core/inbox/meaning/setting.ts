// When and where a message was written, on which the meaning of its dates and times depends.
import tongues from '../../../sql/data/mail/tongues.json' with { type: 'json' }
import { wallTime } from '../../kernel/clock.ts'
import { entriesOf } from '../../kernel/narrow.ts'
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

// The commonest words of each language in e-mail.
const TONGUES = entriesOf<Tongue, string>(tongues).map(([tongue, words]) => ({
  tongue,
  words: new RegExp(words, 'g'),
}))

/** Whether the classifier was trained on the language. */
export const isTaught = (tongue: Tongue): boolean => /^(?:en|de|es|fr)$/.test(tongue)

/** Names that look like words of another language: the zones EST and IST, and cities such as Los Angeles. */
const ZONES_AND_CITIES =
  /(?<=\d ?(?:[ap]\.?m\.?)? ?\(?)\b(?:est|ist)\b|\b(?:los angeles|las vegas|des moines)\b/g

export function tongueOf(folded: string): Tongue {
  const text = folded.slice(0, 4_000).replace(ZONES_AND_CITIES, ' ')
  const counts = TONGUES.map(({ tongue, words }) => ({ tongue, count: text.match(words)?.length ?? 0 }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best), {
    ...{ tongue: 'en' as const, count: 0 },
  }).tongue
}
