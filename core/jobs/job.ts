// A job as the API returns it, and the inputs that create and change it.
import { entriesOf } from '../kernel/narrow.ts'
import { Id, Instant, instantIn, text, type Parsed, objectSchema } from '../kernel/schema.ts'
import { appendNotesIn } from '../kernel/notes.ts'
import { shapeChange, shapeIn, shapeOut } from '../kernel/record.ts'
import { JOB, FIRST_STATUSES, STATUSES } from './fields.ts'

const StatusChange = objectSchema((z) => ({
  status: z.enum(STATUSES),
  at: Instant().nullable().describe('null if an import did not say.'),
  note: z.string().nullable(),
}))

export const Job = objectSchema((z) => shapeOut(z, JOB))
export type Job = Parsed<typeof Job>

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
