// The board: a column per status with its jobs as cards, in one request.
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { shapeOut } from '../kernel/record.ts'
import { JOB, type JobRow, STATUSES } from '../jobs/fields.ts'
import { annualise } from '../reading/compensation.ts'

/** The default number of cards per column, and the maximum. */
export const DEFAULT_CARDS = 50
const MAX_CARDS = 5_000

export const BoardQuery = objectSchema((z) => ({
  status: z.array(z.enum(STATUSES)).optional().describe('Comma-separated statuses; default all.'),
  limit: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_CARDS, `must be at most ${MAX_CARDS}`)
    .optional()
    .describe(`Cards per column (default ${DEFAULT_CARDS}).`),
}))

export const Card = objectSchema((z) => {
  const { id, company, role, location, salary, priority, tags, ...job } = shapeOut(z, JOB)
  return {
    ...{ id, company, role, location, salary, priority, tags },
    appliedAt: job.appliedAt,
    yearlyPay: z.number().nullable().describe('The most it pays a year (2,080 hours), in its own currency.'),
    statusChangedAt: job.statusChangedAt,
    updatedAt: job.updatedAt.describe('The job’s version.'),
    deadline: job.deadline.describe('Its own deadline, or the next one in the calendar.'),
    offers: z.int().describe('Number of offers.'),
  }
})
export type Card = Parsed<typeof Card>

export const Board = objectSchema((z) => ({
  total: z.int().describe('Jobs in all columns.'),
  columns: z.array(
    z.strictObject({
      status: z.enum(STATUSES),
      total: z.int().describe('All jobs in this column, including those without a card here.'),
      cards: z.array(Card()).describe('Most recently moved first.'),
    }),
  ),
}))
export type Board = Parsed<typeof Board>

export type CardRow = Omit<Card, 'yearlyPay'> & Pick<JobRow, 'status' | 'payMin' | 'payMax' | 'payPeriod'>

export function cardOf({ status: _, payMin, payMax, payPeriod, ...card }: CardRow): Card {
  const yearly = annualise({ min: payMin, max: payMax, currency: null, period: payPeriod ?? 'year' })
  return { ...card, yearlyPay: yearly?.max ?? yearly?.min ?? null }
}
