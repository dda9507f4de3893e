// The fields of a job: what follows from them is in kernel/record.ts.
import {
  choice,
  computed,
  deadline,
  hidden,
  id,
  lineOf,
  link,
  name,
  notesOf,
  own,
  references,
  stamp,
  tags,
  textOf,
} from '../kernel/field-kinds.ts'
import { Instant } from '../kernel/fields.ts'
import { record, shownIn, type RecordOf, type RowOf, type StoredOf } from '../kernel/record.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { STATUSES } from './status.ts'

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
const PAY_PERIODS = ['year', 'month', 'week', 'day', 'hour'] as const

/** Pay parsed from the salary text; amounts in units of the currency. */
const Compensation = lazySchema((z) =>
  z
    .strictObject({
      min: z.number().nullable(),
      max: z.number().nullable(),
      currency: z.string().nullable().describe('ISO 4217; null if the text names none.'),
      period: z.enum(PAY_PERIODS).nullable(),
    })
    .nullable(),
)
type Compensation = NonNullable<Parsed<typeof Compensation>>

const Status = lazySchema((z) => z.enum(STATUSES))
const MaybeInstant = lazySchema(() => Instant().nullable())

export const JOB = record('job', 'jobs', 'j', {
  id: id(),
  company: name(200, { isBrief: true }),
  role: name(200, { isBrief: true }),
  location: lineOf(200, { isBrief: true }),
  salary: lineOf(100, { isBrief: true, ask: 'As written: “$180k–220k”, “55/hr”.' }),
  url: link(),
  description: textOf(10_000),
  notes: notesOf(5_000),
  tags: tags({ isBrief: true }),
  priority: choice(PRIORITIES, { isBrief: true }),
  status: own(Status, { undo: 'status', isBrief: true }),
  statusChangedAt: own(MaybeInstant, {
    undo: 'status',
    isBrief: true,
    about: 'null where an import did not say.',
  }),
  appliedAt: own(MaybeInstant, { undo: 'status', about: 'When the first application was sent.' }),
  deadline: deadline({ isBrief: true, about: 'Until when its next step is to be done.' }),
  nextStep: lineOf(200, { isBrief: true, about: 'What to do next for it.' }),
  compensation: computed<Compensation | null>(Compensation),
  contactIds: references(100),
  createdAt: stamp(),
  updatedAt: stamp(),
  /** Computed from the salary, and from where the work is. */
  payMin: hidden<number | null>(),
  payMax: hidden<number | null>(),
  payCurrency: hidden<string | null>(),
  payPeriod: hidden<Compensation['period']>(),
  /** Computed from the history. */
  applied: hidden<boolean>(),
  answered: hidden<boolean>(),
  /** When anything last happened to it. */
  touchedAt: hidden<string>({ merge: 'later' }),
  /** Whether another job has the same posting. */
  duplicate: hidden<boolean>(),
})

export type Job = RecordOf<typeof JOB>
/** A row of `jobs` with the ids of its contacts. */
export type JobRow = RowOf<typeof JOB>
/** The values to write, with the key of its posting. */
export type JobValues = StoredOf<typeof JOB> & { urlKey: Buffer | null }

/** The record of a row as the API returns it. */
export function jobOf(row: JobRow): Job {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period } = row
  const compensation = min === null && max === null ? null : { min, max, currency, period }
  return shownIn(JOB, { ...row, compensation })
}
