// A job: the API's record, and its input schemas.
import { entriesOf } from '../kernel/narrow.ts'
import { clearable, deadlineIn, Id, Instant, instantIn, tags, text, words } from '../kernel/fields.ts'
import { appendNotesIn } from '../kernel/notes.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { webAddressIn } from '../kernel/web-address.ts'
import { FIRST_STATUSES, STATUSES } from './status.ts'

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
const PAY_PERIODS = ['year', 'month', 'week', 'day', 'hour'] as const

/** Pay parsed from the salary text; amounts in units of the currency. */
const Compensation = lazySchema((z) =>
  z.strictObject({
    min: z.number().nullable(),
    max: z.number().nullable(),
    currency: z.string().nullable().describe('ISO 4217; null if the text names none.'),
    period: z.enum(PAY_PERIODS).nullable(),
  }),
)

const StatusChange = lazySchema((z) =>
  z.strictObject({
    status: z.enum(STATUSES),
    at: Instant().nullable().describe('null where an import did not say.'),
    note: z.string().nullable(),
  }),
)

export const Job = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    company: z.string(),
    role: z.string(),
    location: z.string().nullable(),
    salary: z.string().nullable(),
    url: z.string().nullable(),
    description: z.string().nullable(),
    notes: z.string().nullable(),
    tags: z.array(z.string()),
    priority: z.enum(PRIORITIES).nullable(),
    status: z.enum(STATUSES),
    statusChangedAt: Instant().nullable().describe('null where an import did not say.'),
    appliedAt: Instant().nullable().describe('When the first application was sent.'),
    deadline: Instant().nullable().describe('Until when its next step is to be done.'),
    nextStep: z.string().nullable().describe('What to do next for it.'),
    compensation: Compensation().nullable(),
    contactIds: z.array(Id()),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)
export type Job = Parsed<typeof Job>

export const JobWithHistory = lazySchema((z) =>
  z.strictObject({ ...Job().shape, history: z.array(StatusChange()).describe('Oldest first.') }),
)
export type JobWithHistory = Parsed<typeof JobWithHistory>

/** A job that was added, with those it looks like. */
export const AddedJob = lazySchema((z) =>
  z.strictObject({
    ...Job().shape,
    possibleDuplicates: z
      .array(z.strictObject({ id: Id(), company: z.string(), role: z.string() }))
      .optional()
      .describe('Jobs with the same company and role, if there are any.'),
  }),
)
export type AddedJob = Parsed<typeof AddedJob>

/** How many records belong to a job, and are deleted with it. */
export const Dependents = lazySchema((z) =>
  z.strictObject({ activities: z.int(), events: z.int(), offers: z.int() }),
)
export type Dependents = Parsed<typeof Dependents>

/** `3 activities and 1 event`; empty without any. */
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

const allowDuplicate = 'Add it even if the posting is already tracked.'

export const JobIn = lazySchema((z) =>
  z.strictObject({
    company: words(z, 200),
    role: words(z, 200),
    location: clearable(z, 200),
    salary: clearable(z, 100).describe('As written: “$180k–220k”, “55/hr”.'),
    url: webAddressIn(z),
    description: clearable(z, 10_000),
    notes: clearable(z, 5_000),
    tags: tags(z).nullable().optional(),
    priority: z.enum(PRIORITIES).nullable().optional(),
    deadline: deadlineIn(z).nullable().optional(),
    nextStep: clearable(z, 200),
    status: z.enum(FIRST_STATUSES).optional().describe('Default: saved.'),
    allowDuplicate: z.boolean().optional().describe(allowDuplicate),
  }),
)
export type JobIn = Parsed<typeof JobIn>

/** A new job, with the time of its first status. */
export const NewJobIn = lazySchema((z) =>
  z.strictObject({
    ...JobIn().shape,
    at: instantIn(z)
      .optional()
      .describe('When it got this status (default: now); at most five minutes ahead.'),
  }),
)

export const JobChange = lazySchema((z) =>
  z.strictObject({
    ...JobIn().shape,
    company: words(z, 200).optional(),
    role: words(z, 200).optional(),
    status: z.enum(STATUSES).optional(),
    appendNotes: appendNotesIn(z),
  }),
)
export type JobChange = Parsed<typeof JobChange>

export const StatusIn = lazySchema((z) =>
  z.strictObject({
    status: z.enum(STATUSES),
    note: text(z, 2_000).nullable().optional(),
    at: instantIn(z).optional().describe('When it happened (default: now); at most five minutes ahead.'),
  }),
)
export type StatusIn = Parsed<typeof StatusIn>
