// The terms of an offer: the parts of pay and what else is offered, as records and as input.
import { clearable, deadlineIn, Instant, text, words } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
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

const maybeAmount = (z: Zod) => amountIn(z).nullable().optional()

const percentIn = (z: Zod, max: number) =>
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

const Base = lazySchema((z) =>
  z.strictObject({ amount: z.number(), currency: z.string(), period: z.enum(PERIODS) }),
)
const Bonus = lazySchema((z) =>
  z.strictObject({
    percent: z.number().optional().describe('Of the base.'),
    amount: z.number().optional().describe('A year, in the currency of the base.'),
    kind: z.enum(BONUS_KINDS),
  }),
)
const Equity = lazySchema((z) =>
  z.strictObject({
    kind: z.enum(EQUITY_KINDS),
    value: z.number().nullable().describe('Of the whole grant; null while it is unknown.'),
    currency: z.string(),
    years: z.number().nullable(),
    cliffMonths: z.number().nullable(),
    schedule: z.array(z.number()).optional().describe('Percent per year; sums to 100.'),
  }),
)
const Benefit = lazySchema((z) =>
  z.strictObject({ name: z.string(), value: z.number().optional().describe('What it is worth a year.') }),
)

export const Terms = lazySchema((z) =>
  z.strictObject({
    base: Base(),
    bonus: Bonus().nullable(),
    equity: Equity().nullable(),
    signing: z.number().nullable(),
    signingClawbackMonths: z.number().nullable(),
    relocation: z.number().nullable(),
    retirementMatchPercent: z.number().nullable().describe('Of the base.'),
    hoursPerWeek: z.number().nullable(),
    ptoDays: z.number().nullable(),
    benefits: z.array(Benefit()),
    location: z.string().nullable(),
    remote: z.boolean().nullable(),
    startDate: z.string().nullable(),
    deadline: Instant().nullable(),
    level: z.string().nullable(),
    notes: z.string().nullable(),
  }),
)
export type Terms = Parsed<typeof Terms>

const BaseIn = lazySchema((z) =>
  z.strictObject({
    amount: amountIn(z),
    currency: currencyIn(z).optional().describe('Default: the job’s.'),
    period: z.enum(PERIODS).optional().describe('Default: year.'),
  }),
)
const BonusIn = lazySchema((z) =>
  z.strictObject({
    percent: percentIn(z, 1_000).optional().describe('Of the base; or amount.'),
    amount: amountIn(z).optional().describe('A year, in the currency of the base.'),
    kind: z.enum(BONUS_KINDS).optional().describe('Default: target.'),
  }),
)
const EquityIn = lazySchema((z) =>
  z.strictObject({
    kind: z.enum(EQUITY_KINDS).optional().describe('Default: rsu.'),
    value: maybeAmount(z).describe(
      'Of the whole grant; of options or a percentage, what you say it is worth.',
    ),
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
  }),
)

const isDay = (value: string): boolean =>
  /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

const fields = (z: Zod) => ({
  bonus: BonusIn().nullable().optional(),
  equity: EquityIn().nullable().optional(),
  signing: maybeAmount(z).describe('Paid once.'),
  signingClawbackMonths: z
    .int()
    .min(0)
    .max(120)
    .nullable()
    .optional()
    .describe('Paid back when leaving before.'),
  relocation: maybeAmount(z).describe('Paid once.'),
  retirementMatchPercent: percentIn(z, 100).nullable().optional().describe('Of the base.'),
  hoursPerWeek: z.number().gt(0, 'must be more than 0').max(168, 'must be at most 168').nullable().optional(),
  ptoDays: z.number().min(0).max(366).nullable().optional().describe('Days off a year.'),
  benefits: z
    .array(z.strictObject({ name: words(z, 200), value: amountIn(z).optional().describe('A year.') }))
    .max(30, 'has more than 30 items')
    .nullable()
    .optional(),
  location: clearable(z, 200),
  remote: z.boolean().nullable().optional(),
  startDate: z.string().max(10).refine(isDay, 'is not a day (YYYY-MM-DD)').nullable().optional(),
  deadline: deadlineIn(z)
    .nullable()
    .optional()
    .describe('When it has to be answered; a date means the end of that day.'),
  level: clearable(z, 100),
  notes: clearable(z, 5_000),
})

export const TermsIn = lazySchema((z) => z.strictObject({ base: BaseIn(), ...fields(z) }))
export type TermsIn = Parsed<typeof TermsIn>

export const TermsChange = lazySchema((z) => z.strictObject({ base: BaseIn().optional(), ...fields(z) }))
export type TermsChange = Parsed<typeof TermsChange>

export const RoundTermsIn = lazySchema((z) =>
  z.strictObject({ ...TermsChange().shape, note: text(z, 5_000).optional() }),
)
export type RoundTermsIn = Parsed<typeof RoundTermsIn>
