// Assumptions of a comparison for terms that an offer does not state. Each has a name, a default and a source.
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import type { Zod } from '../../kernel/zod.ts'

const decimalIn = (z: Zod, least: number, most: number) =>
  z
    .number()
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .refine(
      (value) => Math.abs(value) > most || /^-?\d+(?:\.\d{1,6})?$/.test(String(value)),
      'has more than six decimals',
    )

const rateIn = (z: Zod) => decimalIn(z, 0, 1_000_000).refine((value) => value > 0, 'must be more than 0')

export const AssumptionsIn = objectSchema((z) => ({
  hoursPerYear: decimalIn(z, 1, 8_784).optional().describe('For pay by the hour; default: 40 hours a week.'),
  daysPerYear: decimalIn(z, 1, 366).optional().describe('For pay by the day.'),
  weeksPerYear: decimalIn(z, 1, 53).optional().describe('For pay by the week.'),
  monthsPerYear: decimalIn(z, 1, 24)
    .optional()
    .describe('For pay by the month; 13 if the employer pays a thirteenth month.'),
  bonusPayout: decimalIn(z, 0, 10)
    .optional()
    .describe('The part of a target bonus that is paid: 0.8 for 80 %.'),
  equityGrowth: decimalIn(z, -0.99, 10).optional().describe('Growth per year: 0.05 for 5 %.'),
  retirementMatch: decimalIn(z, 0, 1)
    .optional()
    .describe('The part of the retirement match that you take up.'),
  rates: z
    .record(z.string().regex(/^[A-Z]{3}$/, 'is not a currency such as EUR'), rateIn(z))
    .optional()
    .describe('The value of one unit in the comparison’s currency: {"EUR": 1.08}.'),
  costOfLiving: z
    .record(z.string().max(200), rateIn(z))
    .optional()
    .describe('Prices of a place against the nation’s: {"Austin": 0.98}.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency such as EUR')
    .optional()
    .describe('The comparison’s currency. Default: the currency of the offers that has no rate in `rates`.'),
}))
export type AssumptionsIn = Parsed<typeof AssumptionsIn>

export type NumberName = Exclude<keyof AssumptionsIn, 'rates' | 'costOfLiving' | 'currency'>

const DEFAULTS: Readonly<Record<NumberName, readonly [value: number, why: string]>> = {
  hoursPerYear: [
    2_080,
    '52 weeks of 40 hours, as the US Bureau of Labor Statistics turns hourly into yearly pay.',
  ],
  daysPerYear: [260, '52 weeks of five days.'],
  weeksPerYear: [52, 'The weeks of a year.'],
  monthsPerYear: [12, 'The months of a year; 13 where a thirteenth is paid.'],
  bonusPayout: [1, 'The target as the offer states it; what is paid varies from year to year.'],
  equityGrowth: [
    0,
    'The grant keeps the value that the offer states; nobody knows its later price. Growth would count from the second year on.',
  ],
  retirementMatch: [1, 'You take up the whole match; it counts as pay of the year.'],
}

interface Assumption {
  name: string
  value: number
  why: string
}

export type Assumptions = ReturnType<typeof assuming>

/** `value` returns an assumption, and notes it as used. `note` adds one that has no default. */
export function assuming(given: AssumptionsIn) {
  const used = new Map<string, Assumption>()
  const note = (name: string, value: number, why: string) => void used.set(name, { name, value, why })
  return {
    value(name: NumberName): number {
      const [standard, why] = DEFAULTS[name]
      const value = given[name] ?? standard
      note(name, value, given[name] === undefined ? why : `You set this. The default is ${standard}: ${why}`)
      return value
    },
    note,
    used: () => [...used.values()],
  }
}
