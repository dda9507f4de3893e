// The fields of an activity. kernel/record.ts derives the schemas from them.
import spellings from '../../sql/data/reading/spellings.json' with { type: 'json' }
import { choiceWithDefault, id, lineOf, reference, special, stamp, textOf } from '../kernel/field-kinds.ts'
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
  id: id(),
  jobId: reference({ isBrief: true }),
  contactId: reference({ isBrief: true, help: 'With whom.' }),
  type: choiceWithDefault(ACTIVITY_TYPES, 'note', { isBrief: true, words: spellings.activity }),
  title: lineOf(200, { isBrief: true, help: 'What happened, in one line.' }),
  body: textOf(10_000, { isBrief: true, help: 'Details; - reads stdin.' }),
  occurredAt: special<string, string>(Instant, (z) => instantIn(z).optional(), {
    isBrief: true,
    ...{ sort: 'instant', label: 'when', ask: 'Default: now.' },
  }),
  createdAt: stamp({ sort: 'instant' }),
  updatedAt: stamp({ sort: 'instant' }),
})

export const Activity = objectSchema((z) => shapeOut(z, ACTIVITY))
export type Activity = Parsed<typeof Activity>
