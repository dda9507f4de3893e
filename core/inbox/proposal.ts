// A proposal: the changes that a message suggests, and the sentences that support them.
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import { VERDICTS } from './verdicts.ts'

export const STATES = ['pending', 'accepted', 'rejected', 'superseded'] as const
/** A `noted` message is stored with its job and proposes nothing. */
export type State = (typeof STATES)[number] | 'noted'

export const Evidence = objectSchema((z) => ({ quote: z.string(), why: z.string() }))
export type Evidence = Parsed<typeof Evidence>

export const EventTime = objectSchema((z) => ({
  startsAt: Instant(),
  endsAt: Instant().nullable(),
  timeZone: z.string().nullable().describe('IANA name; null if the message does not say.'),
}))

export const PersonName = objectSchema((z) => ({ name: z.string(), email: z.string().nullable() }))

export const Proposal = objectSchema((z) => ({
  id: Id(),
  state: z.enum(STATES),
  status: z
    .enum(VERDICTS)
    .nullable()
    .describe('What the message says; null if it only cancels an event, sets a deadline or asks something.'),
  changes: z.array(z.string()).describe('What accepting does, in words.'),
  jobId: Id().nullable().describe('null: no tracked job; accepting adds one.'),
  company: z.string().nullable(),
  role: z.string().nullable(),
  sentAt: Instant(),
  from: PersonName(),
  subject: z.string(),
  event: EventTime().nullable(),
  cancelsEvent: z.boolean(),
  location: z.string().nullable(),
  deadline: z.string().nullable().meta({ format: 'date' }),
  deadlineAt: Instant().nullable().describe('The instant, if the message names a time.'),
  contact: PersonName().nullable(),
  pay: z.string().nullable(),
  confidence: z.number(),
  evidence: z.array(Evidence()),
  updatedAt: Instant(),
}))
export type Proposal = Parsed<typeof Proposal>
