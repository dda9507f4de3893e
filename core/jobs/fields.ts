// The statuses and fields of a job, and its schemas. kernel/record.ts derives schemas, SQL and forms from the fields.
import spellings from '../../sql/data/reading/spellings.json' with { type: 'json' }
import * as field from '../kernel/field-kinds.ts'
import { entriesOf, isKeyOf } from '../kernel/narrow.ts'
import { appendNotesIn } from '../kernel/notes.ts'
import { record, shapeChange, shapeIn, shapeOut, shownIn } from '../kernel/record.ts'
import type { RecordOf, RowOf, StoredOf } from '../kernel/record.ts'
import { Id, Instant, instantIn, lazySchema, objectSchema, text, type Parsed } from '../kernel/schema.ts'

export const STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
  'accepted',
  'rejected',
  'withdrawn',
] as const
export type Status = (typeof STATUSES)[number]

export const FIRST_STATUSES = ['saved', 'applied', 'screening', 'interviewing'] as const

export const OPEN_STATUSES = [
  'saved',
  'applied',
  'screening',
  'interviewing',
  'offer',
] as const satisfies Status[]

export const STATUS_GROUPS = {
  open: OPEN_STATUSES,
  active: ['applied', 'screening', 'interviewing', 'offer'],
  closed: ['accepted', 'rejected', 'withdrawn'],
} as const satisfies Record<string, readonly Status[]>
type StatusGroup = keyof typeof STATUS_GROUPS

export const statusesIn = (named: readonly (Status | StatusGroup)[]): Status[] => [
  ...new Set(named.flatMap((name) => (isKeyOf(STATUS_GROUPS, name) ? STATUS_GROUPS[name] : [name]))),
]

export const RESPONSE_STATUSES = [
  'screening',
  'interviewing',
  'offer',
  'accepted',
] as const satisfies Status[]

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
const PAY_PERIODS = ['year', 'month', 'week', 'day', 'hour'] as const

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
  id: field.id(),
  company: field.name(200, { isBrief: true, sort: 'text' }),
  role: field.name(200, { isBrief: true, sort: 'text' }),
  location: field.lineOf(200, { isBrief: true }),
  salary: field.lineOf(100, {
    isBrief: true,
    ask: 'As written, such as $180k–220k or 55/hr.',
    help: "As written: '$180k-220k', 55/hr.",
  }),
  url: field.link({ help: 'The posting’s URL.' }),
  description: field.textOf(10_000, { label: 'posting', help: 'The posting’s text; - reads stdin.' }),
  notes: field.notesOf(5_000),
  tags: field.tags({ isBrief: true, help: 'Labels: remote,rust.' }),
  priority: field.choice(PRIORITIES, {
    isBrief: true,
    flag: '-p, --priority <level>',
    words: spellings.priority,
  }),
  status: field.own(Status, { undo: 'status', isBrief: true }),
  statusChangedAt: field.own(MaybeInstant, {
    undo: 'status',
    isBrief: true,
    sort: 'maybe',
    label: 'since',
    about: 'null where an import did not say.',
  }),
  appliedAt: field.own(MaybeInstant, {
    undo: 'status',
    sort: 'maybe',
    about: 'When the first application was sent.',
  }),
  deadline: field.deadline({
    isBrief: true,
    about: 'When its next step is due.',
    help: 'The deadline: friday, 2026-03-01.',
  }),
  nextStep: field.lineOf(200, { isBrief: true, label: 'next', about: 'What to do next for it.' }),
  source: field.lineOf(100, { about: 'Where it was found: a board, a person.' }),
  compensation: field.computed<Compensation | null>(Compensation),
  contactIds: field.references(100, { isLeftOut: true, help: 'Contacts to link: jane,raj.' }),
  createdAt: field.stamp({ sort: 'instant' }),
  updatedAt: field.stamp({ sort: 'instant' }),
  /** Computed from the salary and the location. */
  payMin: field.hidden<number | null>(),
  payMax: field.hidden<number | null>(),
  payCurrency: field.hidden<string | null>(),
  payPeriod: field.hidden<Compensation['period']>(),
  applied: field.hidden<boolean>(),
  answered: field.hidden<boolean>(),
  touchedAt: field.hidden<string>(),
  duplicate: field.hidden<boolean>(),
})

export type Job = RecordOf<typeof JOB>
export type JobRow = RowOf<typeof JOB>
export type JobValues = StoredOf<typeof JOB> & { urlKey: Buffer | null }

export function jobOf(row: JobRow): Job {
  const { payMin: min, payMax: max, payCurrency: currency, payPeriod: period } = row
  const compensation = min === null && max === null ? null : { min, max, currency, period }
  return shownIn(JOB, { ...row, compensation })
}

// A job as the API returns it, and the inputs that create and change it.

const StatusChange = objectSchema((z) => ({
  status: z.enum(STATUSES),
  at: Instant().nullable().describe('null if an import did not say.'),
  note: z.string().nullable(),
}))

export const Job = objectSchema((z) => shapeOut(z, JOB))

export const JobWithHistory = objectSchema((z) => ({
  ...Job().shape,
  history: z.array(StatusChange()).describe('Oldest first.'),
}))
export type JobWithHistory = Parsed<typeof JobWithHistory>

export const AddedJob = objectSchema((z) => ({
  ...Job().shape,
  possibleDuplicates: z
    .array(z.strictObject({ id: Id(), company: z.string(), role: z.string() }))
    .optional()
    .describe('Jobs with the same company and role, if there are any.'),
}))
export type AddedJob = Parsed<typeof AddedJob>

export const Dependents = objectSchema((z) => ({ activities: z.int(), events: z.int(), offers: z.int() }))
export type Dependents = Parsed<typeof Dependents>

export function dependentsText(dependents: Dependents): string {
  const counts = entriesOf(dependents).filter(([, count]) => count > 0)
  const parts = counts.map(([noun, count]) => `${count} ${count === 1 ? SINGULAR[noun] : noun}`)
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

const SINGULAR: Record<keyof Dependents, string> = {
  activities: 'activity',
  events: 'event',
  offers: 'offer',
}

const allowDuplicate = 'Saves the job even if another one is the same.'

export const JobIn = objectSchema((z) => ({
  ...shapeIn(z, JOB),
  status: z.enum(FIRST_STATUSES).optional().describe('Default: saved.'),
  allowDuplicate: z.boolean().optional().describe(allowDuplicate),
}))
export type JobIn = Parsed<typeof JobIn>

export const NewJobIn = objectSchema((z) => ({
  ...JobIn().shape,
  at: instantIn(z).optional().describe('When it got this status (default: now); at most five minutes ahead.'),
}))

export const JobChange = objectSchema((z) => ({
  ...shapeChange(z, JOB),
  status: z.enum(STATUSES).optional(),
  allowDuplicate: z.boolean().optional().describe(allowDuplicate),
  appendNotes: appendNotesIn(z),
}))
export type JobChange = Parsed<typeof JobChange>

export const StatusIn = objectSchema((z) => ({
  status: z.enum(STATUSES),
  note: text(z, 2_000).nullable().optional(),
  at: instantIn(z).optional().describe('When it happened (default: now); at most five minutes ahead.'),
}))
export type StatusIn = Parsed<typeof StatusIn>
