// The fields of an activity. kernel/record.ts derives the schemas from them.
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

export const TYPES_OF_CONTACT: readonly ActivityType[] = [
  'email',
  'call',
  'message',
  'meeting',
  'interview',
  'follow-up',
]

export const ACTIVITY = record('activity', 'activities', 'a', {
  id: id('activity id'),
  jobId: reference({ isBrief: true }),
  contactId: reference({ isBrief: true, help: 'With whom.' }),
  type: choiceWithDefault(ACTIVITY_TYPES, 'note', {
    isBrief: true,
    headings: 'activity type, kind, category, activity',
    words: {
      email: 'e mail, mail',
      call: 'phone call, phone',
      message: 'linkedin, linkedin message',
      meeting: 'coffee chat',
      application: 'applied, apply',
      rejection: 'rejected',
      'follow-up': 'followup',
    },
  }),
  title: lineOf(200, {
    ...{ isBrief: true, help: 'What happened, in one line.' },
    headings: 'subject, what, summary',
  }),
  body: textOf(10_000, {
    ...{ isBrief: true, help: 'Details; - reads stdin.' },
    headings: 'notes, note, details, description, text, content, comments',
  }),
  occurredAt: special<string, string>(Instant, (z) => instantIn(z).optional(), {
    isBrief: true,
    ...{ sort: 'instant', label: 'when', ask: 'Default: now.' },
    headings: 'date, when, day, at, occurred on, activity date, datum, fecha',
  }),
  createdAt: stamp({ sort: 'instant' }),
  updatedAt: stamp({ sort: 'instant' }),
})

export const Activity = objectSchema((z) => shapeOut(z, ACTIVITY))
export type Activity = Parsed<typeof Activity>
