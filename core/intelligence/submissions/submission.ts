// Pay that users report, and the check that it is plausible.
import { dollars } from '../../kernel/amounts.ts'
import { Id, Instant, words, type Parsed, objectSchema } from '../../kernel/schema.ts'
import type { Zod } from '../../kernel/zod.ts'
import { EXPERIENCES } from '../words/experience.ts'
import type { Estimate } from '../estimates/estimate.ts'
import { optionalCityIn, roleIn } from '../salaries/question.ts'

const amount = (z: Zod, min: number, problem: string) =>
  z.number().min(min, problem).max(100_000_000, 'must be at most 100,000,000')
const optionalAmount = (z: Zod) => amount(z, 0, 'must not be negative')

export const SubmissionIn = objectSchema((z) => ({
  role: roleIn(z),
  city: optionalCityIn(z),
  base: amount(z, 1, 'must be at least 1').describe('US dollars a year.'),
  bonus: optionalAmount(z).optional().describe('US dollars a year.'),
  equity: optionalAmount(z).optional().describe('Value per year.'),
  signing: optionalAmount(z).optional(),
  experience: z.enum(EXPERIENCES).optional(),
  years_of_experience: z.number().min(0).max(70).optional(),
  company: words(z, 200).optional(),
}))

export const Submission = objectSchema((z) => ({
  id: Id(),
  role: z.string(),
  city: z.string().nullable(),
  base: z.number(),
  bonus: z.number().nullable(),
  equity: z.number().nullable(),
  signing: z.number().nullable(),
  experience: z.enum(EXPERIENCES).nullable(),
  years_of_experience: z.number().nullable(),
  company: z.string().nullable(),
  status: z.enum(['accepted', 'outlier']).describe('Outliers are stored for you but never counted.'),
  status_reason: z.string().nullable(),
  reported_on: z.string().meta({ format: 'date' }),
  created_at: Instant(),
}))
export type Submission = Parsed<typeof Submission>

/** How far a base may lie outside the 10th to 90th percentile, as a factor. A base beyond is probably a typing error. */
const OUTLIER_FACTOR = 2
/** Limits if there is no market data: the federal minimum wage, and an implausibly high base. */
const MIN_BASE = 15_080
const MAX_BASE = 3_000_000

export function plausibilityOf(base: number, market: Estimate | null) {
  const min = market ? market.percentiles.p10 / OUTLIER_FACTOR : MIN_BASE
  const max = market ? market.percentiles.p90 * OUTLIER_FACTOR : MAX_BASE
  if (base >= min && base <= max) return { status: 'accepted' as const, reason: null }
  const bound = base < min ? `below the minimum of ${dollars(min)}` : `above the maximum of ${dollars(max)}`
  return {
    status: 'outlier' as const,
    reason: `A base of ${dollars(base)} is ${bound} that is accepted here.`,
  }
}
