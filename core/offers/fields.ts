// The fields of an offer, and the schemas of the parts of its pay. kernel/record.ts derives schemas and SQL from the fields.
import * as field from '../kernel/field-kinds.ts'
import {
  Id,
  idIn,
  Instant,
  instantIn,
  readInstant,
  text,
  words,
  lazySchema,
  objectSchema,
  type Parsed,
} from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { record, shapeChange, shapeIn, shapeOut } from '../kernel/record.ts'

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

const Base = objectSchema((z) => ({
  amount: z.number(),
  currency: z.string(),
  period: z.enum(PERIODS),
}))
const Bonus = objectSchema((z) => ({
  percent: z.number().optional().describe('Percent of the base.'),
  amount: z.number().optional().describe('A year, in the currency of the base.'),
  kind: z.enum(BONUS_KINDS),
}))
const Equity = objectSchema((z) => ({
  kind: z.enum(EQUITY_KINDS),
  value: z.number().nullable().describe('Value of the whole grant; null while it is unknown.'),
  currency: z.string(),
  years: z.number().nullable(),
  cliffMonths: z.number().nullable(),
  schedule: z.array(z.number()).optional().describe('Percent per year; sums to 100.'),
}))
const Benefit = objectSchema((z) => ({
  name: z.string(),
  value: z.number().optional().describe('Value per year.'),
}))

const BaseIn = objectSchema((z) => ({
  amount: amountIn(z),
  currency: currencyIn(z).optional().describe('Default: the job’s.'),
  period: z.enum(PERIODS).optional().describe('Default: year.'),
}))
const BonusIn = objectSchema((z) => ({
  percent: percentIn(z, 1_000).optional().describe('Percent of the base; or amount.'),
  amount: amountIn(z).optional().describe('A year, in the currency of the base.'),
  kind: z.enum(BONUS_KINDS).optional().describe('Default: target.'),
}))
const EquityIn = objectSchema((z) => ({
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

const BenefitIn = objectSchema((z) => ({
  name: words(z, 200),
  value: amountIn(z).optional().describe('A year.'),
}))

/** Whether a text is a day, without a time. */
const isDay = (value: string): boolean => value.length === 10 && !Number.isNaN(readInstant(value))

export const OFFER_STATUSES = ['received', 'countered', 'accepted', 'declined', 'expired'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

/** Statuses of an offer that still waits for an answer from either side. */
export const OPEN_OFFER_STATUSES: readonly OfferStatus[] = ['received', 'countered']

export const SIDES = ['them', 'me'] as const

const MaybeNumber = lazySchema((z) => z.number().nullable())
const MaybeBoolean = lazySchema((z) => z.boolean().nullable())
const MaybeDay = lazySchema((z) => z.string().nullable())

/** The unit of an amount of money. It stands for the offer's currency. */
export const MONEY = '\u00a4'

/** The terms of an offer. Either side can name any of them in a round. */
export const TERMS = record('offer', 'offers', 'o', {
  base: field.needed(Base, () => BaseIn(), { isBrief: true }),
  bonus: field.special(
    lazySchema(() => Bonus().nullable()),
    () => BonusIn().nullable().optional(),
    { isBrief: true },
  ),
  equity: field.special(
    lazySchema(() => Equity().nullable()),
    () => EquityIn().nullable().optional(),
    { isBrief: true },
  ),
  signing: field.special(MaybeNumber, maybeAmount, { isBrief: true, unit: MONEY, ask: 'Paid once.' }),
  signingClawbackMonths: field.special(MaybeNumber, (z) => z.int().min(0).max(120).nullable().optional(), {
    ...{ label: 'clawback', unit: ' months', ask: 'Paid back if they leave sooner.' },
  }),
  relocation: field.special(MaybeNumber, maybeAmount, { unit: MONEY, ask: 'Paid once.' }),
  retirementMatchPercent: field.special(MaybeNumber, (z) => percentIn(z, 100).nullable().optional(), {
    ...{ label: 'retirement', unit: ' % of the base', about: 'Of the base.', ask: 'Of the base.' },
  }),
  hoursPerWeek: field.special(
    MaybeNumber,
    (z) => z.number().gt(0, 'must be more than 0').max(168, 'must be at most 168').nullable().optional(),
    { label: 'hours', unit: ' a week' },
  ),
  ptoDays: field.special(MaybeNumber, (z) => z.number().min(0).max(366).nullable().optional(), {
    ...{ label: 'days off', unit: ' a year', ask: 'Days off a year.' },
  }),
  benefits: field.special(
    lazySchema((z) => z.array(Benefit())),
    (z) => z.array(BenefitIn()).max(30, 'has more than 30 items').nullable().optional(),
  ),
  location: field.lineOf(200, { help: 'Where the work is.' }),
  remote: field.special(MaybeBoolean, (z) => z.boolean().nullable().optional()),
  startDate: field.special(
    MaybeDay,
    (z) => z.string().max(10).refine(isDay, 'is not a day (YYYY-MM-DD)').nullable().optional(),
    { label: 'start' },
  ),
  deadline: field.deadline({
    isBrief: true,
    ...{ undo: 'deadline', sort: 'maybe', help: 'When you must answer: fri, "mar 3 17:00".' },
    ask: 'When to answer by; a date means the end of that day.',
  }),
  level: field.lineOf(100, { isBrief: true, help: 'The level: L5.' }),
  notes: field.lineOf(5_000, { help: 'Your notes; - reads stdin.' }),
})

export const Terms = objectSchema((z) => shapeOut(z, TERMS))
export type Terms = Parsed<typeof Terms>

export const TermsIn = objectSchema((z) => shapeIn(z, TERMS))
export type TermsIn = Parsed<typeof TermsIn>

export const TermsChange = objectSchema((z) => shapeChange(z, TERMS))
export type TermsChange = Parsed<typeof TermsChange>

/** What one side said in a round, with the terms that it named. */
export const Round = objectSchema((z) => ({
  at: Instant(),
  by: z.enum(SIDES),
  terms: z.strictObject({ ...Terms().partial().shape, note: z.string().optional() }),
}))
export type Round = Parsed<typeof Round>

export const OFFER = record('offer', 'offers', 'o', {
  id: field.id(),
  jobId: field.needed(Id, idIn, { isBrief: true }),
  status: field.choiceWithDefault(OFFER_STATUSES, 'received', { isBrief: true }),
  ...TERMS.fields,
  rounds: field.own(
    lazySchema((z) => z.array(Round())),
    { about: 'What either side said, oldest first.' },
  ),
  createdAt: field.stamp({ sort: 'instant' }),
  updatedAt: field.stamp({ sort: 'instant' }),
  deadlineEventId: field.hidden<string | null>({ undo: 'deadline' }),
})

export const Offer = objectSchema((z) => shapeOut(z, OFFER))
export type Offer = Parsed<typeof Offer>

export const OfferIn = objectSchema((z) => ({
  jobId: idIn(z),
  ...TermsIn().shape,
  status: z.enum(OFFER_STATUSES).optional().describe('Default: received.'),
}))
export type OfferIn = Parsed<typeof OfferIn>

export const OfferChange = objectSchema((z) => ({
  ...TermsChange().shape,
  status: z.enum(OFFER_STATUSES).optional(),
}))
export type OfferChange = Parsed<typeof OfferChange>

const RoundTermsIn = objectSchema((z) => ({ ...TermsChange().shape, note: text(z, 5_000).optional() }))

export const RoundIn = objectSchema((z) => ({
  by: z.enum(SIDES),
  at: instantIn(z).optional().describe('When it was said (default: now).'),
  terms: RoundTermsIn(),
}))
export type RoundIn = Parsed<typeof RoundIn>

export const MAX_ROUNDS = 200
const MAX_OFFERS = 200

export const OfferOfExport = objectSchema((z) => ({
  ...TermsIn().shape,
  jobId: idIn(z).optional(),
  company: text(z, 200)
    .optional()
    .describe('If jobId is unknown, the company’s only job with this role is used.'),
  role: text(z, 200).optional(),
  status: z.enum(OFFER_STATUSES).optional().describe('Default: received. The job’s status does not change.'),
  rounds: z.array(RoundIn()).max(MAX_ROUNDS, `has more than ${MAX_ROUNDS} items`).optional(),
  createdAt: instantIn(z).optional(),
}))
export type OfferOfExport = Parsed<typeof OfferOfExport>

export const OffersIn = objectSchema((z) => ({
  offers: z.array(OfferOfExport()).max(MAX_OFFERS, `has more than ${MAX_OFFERS} items`),
  dryRun: z.boolean().optional().describe('Report what would happen, and change nothing.'),
  continues: idIn(z).optional().describe('The changeId of the import that this continues.'),
}))
export type OffersIn = Parsed<typeof OffersIn>

export const OffersReport = objectSchema((z) => ({
  rows: z.array(
    z.strictObject({
      at: z.int().describe('Its place in the list, from 0.'),
      outcome: z.enum(['created', 'skipped', 'failed']),
      id: Id().nullable().describe('The offer; null when there is none, and for a new one in a dry run.'),
      reason: z.string().nullable(),
    }),
  ),
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  changeId: Id().nullable().describe('The change, for an undo; null when nothing changed.'),
}))
export type OffersReport = Parsed<typeof OffersReport>
