// Matches a posting with the criteria of a watch, and gives the reasons. Pure functions.
import { EXPERIENCES } from '../intelligence/words/experience.ts'
import { payText, annualise } from '../reading/compensation.ts'
import { words, zoneIn, type Parsed, objectSchema } from '../kernel/schema.ts'
import type { FoundPosting } from './found-posting.ts'
import type { HoursReader } from './hours.ts'
import { marketText, type FindMarket } from './market.ts'
import type { PlaceFinder } from './place.ts'
import type { LevelReader } from './seniority.ts'
import { hasWords } from './whole-words.ts'

const MAX_WORDS = 50

export const Criteria = objectSchema((z) => ({
  match: z
    .array(words(z, 100))
    .max(MAX_WORDS)
    .describe('Whole words of the title; any of them fits. None: every title.'),
  not: z.array(words(z, 100)).max(MAX_WORDS).describe('Whole words of the title that rule it out.'),
  level: z
    .array(z.enum(EXPERIENCES))
    .max(EXPERIENCES.length)
    .describe('Hides only titles that state another level. None: every level.'),
  place: z
    .array(words(z, 200))
    .max(MAX_WORDS)
    .describe('Places, or “remote”; any office in any of them fits.'),
  minPay: z
    .number()
    .positive('must be more than 0')
    .max(1e9, 'is too much')
    .nullable()
    .describe('Per year. Hides only postings that state less pay.'),
  timeZone: zoneIn(z)
    .nullable()
    .describe('Yours, an IANA name. Hides only remote postings that state zones too far from it.'),
}))
export type Criteria = Parsed<typeof Criteria>

export interface MatchKnowledge {
  levels: LevelReader
  places: PlaceFinder
  market: FindMarket
  hours: HoursReader
}

/** Why a posting matches, in words, or null. Level, pay and hours can exclude it only if the posting states them. */
export function whyItFits(
  posting: Pick<FoundPosting, 'role' | 'company' | 'places' | 'workplace' | 'pay' | 'text'>,
  { match, not, level, place, minPay, timeZone }: Criteria,
  { levels, places, market, hours }: MatchKnowledge,
): string[] | null {
  const { role, pay } = posting
  const matched = match.filter((word) => hasWords(role, word))
  if (match.length && !matched.length) return null
  if (not.some((word) => hasWords(role, word))) return null
  const rank = levels(posting, level)
  if (rank === null) return null
  const where = place.length ? places.reason(posting, place) : []
  if (where === null) return null
  const when = hours(posting, timeZone)
  if (when === null) return null
  // “From 80k” may be any amount above it.
  const most = (pay && annualise(pay)?.max) ?? Infinity
  if (minPay !== null && most < minPay) return null
  return [
    ...matched.map((word) => `title has “${word}”`),
    ...rank,
    ...where,
    ...when,
    ...(minPay === null
      ? []
      : pay
        ? [`states ${payText(pay)}`]
        : ['states no clear pay', ...marketText(market(role, posting.places))]),
  ]
}
