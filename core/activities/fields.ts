// The fields of an activity. kernel/record.ts derives the schemas from them.
import spellings from '../../sql/data/reading/spellings.json' with { type: 'json' }
import * as field from '../kernel/field-kinds.ts'
import { Instant, instantIn, type Parsed, objectSchema } from '../kernel/schema.ts'
import { record, shapeOut } from '../kernel/record.ts'

export const ACTIVITY_TYPES = [
  'note',
  'email',
  'call',
  'message',
  'meeting',
  'application',
  'interview',
  'follow-up',
  'offer',
  'rejection',
  'status-change',
  'other',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export const CONTACTING_TYPES: readonly ActivityType[] = [
  'email',
  'call',
  'message',
  'meeting',
  'interview',
  'follow-up',
]

export const ACTIVITY = record('activity', 'activities', 'a', {
  id: field.id(),
  jobId: field.reference({ isBrief: true }),
  contactId: field.reference({ isBrief: true, help: 'With whom.' }),
  type: field.choiceWithDefault(ACTIVITY_TYPES, 'note', { isBrief: true, words: spellings.activity }),
  title: field.lineOf(200, { isBrief: true, help: 'What happened, in one line.' }),
  body: field.textOf(10_000, { isBrief: true, help: 'Details; - reads stdin.' }),
  occurredAt: field.special<string, string>(Instant, (z) => instantIn(z).optional(), {
    isBrief: true,
    ...{ sort: 'instant', label: 'when', ask: 'Default: now.' },
  }),
  createdAt: field.stamp({ sort: 'instant' }),
  updatedAt: field.stamp({ sort: 'instant' }),
})

export const Activity = objectSchema((z) => shapeOut(z, ACTIVITY))
export type Activity = Parsed<typeof Activity>
