// Schemas of the parts of pay, as stored and as input.
import { words, objectSchema } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'

const PERIODS = ['year', 'month', 'week', 'day', 'hour'] as const
const BONUS_KINDS = ['target', 'guaranteed'] as const
const EQUITY_KINDS = ['rsu', 'options', 'percent'] as const

export const MAX_AMOUNT = 1e12
const MAX_VESTING_YEARS = 10

const twoDecimals = (value: number): boolean => /^\d+(?:\.\d\d?)?$/.test(String(value))

const amountIn = (z: Zod) =>
  z
    .number()
    .min(0, 'must not be negative')
    .max(MAX_AMOUNT, 'is more than a trillion')
    .refine((value) => value < 0 || value > MAX_AMOUNT || twoDecimals(value), 'has more than two decimals')

export const maybeAmount = (z: Zod) => amountIn(z).nullable().optional()

export const percentIn = (z: Zod, max: number) =>
  z
    .number()
    .min(0, 'must not be negative')
    .max(max, `must be at most ${max}`)
    .refine((value) => value < 0 || twoDecimals(value), 'has more than two decimals')

const currencyIn = (z: Zod) =>
  z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'is not the three letters of a currency, such as EUR')
    .transform((code) => code.toUpperCase())
    .meta({ 'x-transforms': true })

export const Base = objectSchema((z) => ({
  amount: z.number(),
  currency: z.string(),
  period: z.enum(PERIODS),
}))
export const Bonus = objectSchema((z) => ({
  percent: z.number().optional().describe('Percent of the base.'),
  amount: z.number().optional().describe('A year, in the currency of the base.'),
  kind: z.enum(BONUS_KINDS),
}))
export const Equity = objectSchema((z) => ({
  kind: z.enum(EQUITY_KINDS),
  value: z.number().nullable().describe('Value of the whole grant; null while it is unknown.'),
  currency: z.string(),
  years: z.number().nullable(),
  cliffMonths: z.number().nullable(),
  schedule: z.array(z.number()).optional().describe('Percent per year; sums to 100.'),
}))
export const Benefit = objectSchema((z) => ({
  name: z.string(),
  value: z.number().optional().describe('Value per year.'),
}))

export const BaseIn = objectSchema((z) => ({
  amount: amountIn(z),
  currency: currencyIn(z).optional().describe('Default: the job’s.'),
  period: z.enum(PERIODS).optional().describe('Default: year.'),
}))
export const BonusIn = objectSchema((z) => ({
  percent: percentIn(z, 1_000).optional().describe('Percent of the base; or amount.'),
  amount: amountIn(z).optional().describe('A year, in the currency of the base.'),
  kind: z.enum(BONUS_KINDS).optional().describe('Default: target.'),
}))
export const EquityIn = objectSchema((z) => ({
  kind: z.enum(EQUITY_KINDS).optional().describe('Default: rsu.'),
  value: maybeAmount(z).describe('Value of the whole grant; for options or a percentage, your estimate.'),
  currency: currencyIn(z).optional().describe('Default: that of the base.'),
  years: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_VESTING_YEARS, 'must be at most 10')
    .nullable()
    .optional(),
  cliffMonths: z.int().min(0, 'must not be negative').max(120, 'must be at most 120').nullable().optional(),
  schedule: z
    .array(percentIn(z, 100))
    .min(1, 'has no year')
    .max(MAX_VESTING_YEARS, 'has more than 10 years')
    .optional()
    .describe('Percent per year; sums to 100.'),
}))

export const BenefitIn = objectSchema((z) => ({
  name: words(z, 200),
  value: amountIn(z).optional().describe('A year.'),
}))

export const isDay = (value: string): boolean =>
  /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
