// The input and the report of a scan.
import { Id, type Parsed, objectSchema } from '../kernel/schema.ts'
import { Evidence, PersonName, EventTime } from './proposal.ts'
import { MAX_MESSAGE_BYTES } from './reading/mail.ts'
import { VERDICTS } from './verdicts.ts'

const MAX_BATCH = 500

export const ScanIn = objectSchema((z) => ({
  messages: z
    .array(
      z.strictObject({
        path: z
          .string()
          .max(4_096)
          .nullable()
          .optional()
          .describe('Where it was read, repeated in the answer.'),
        place: z
          .string()
          .max(4_096)
          .optional()
          .describe('Identifies the place, so that it is not read again.'),
        source: z.string().max(MAX_MESSAGE_BYTES).describe('The message, one character per byte (Latin-1).'),
      }),
    )
    .min(1)
    .max(MAX_BATCH),
  ai: z
    .boolean()
    .optional()
    .describe('Asks your model about messages that the rules are unsure of; they are sent to it.'),
  again: z.boolean().optional().describe('Reads also what was read before, and proposes nothing.'),
}))
export type ScanIn = Parsed<typeof ScanIn>

const ReadMessage = objectSchema((z) => ({
  path: z.string().nullable(),
  messageId: z.string().nullable(),
  subject: z.string().optional().describe('Only with `again`.'),
  status: z.enum(VERDICTS).nullable(),
  jobId: Id().nullable(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  event: EventTime().nullable(),
  contact: PersonName().nullable(),
  deadline: z.string().nullable(),
  confidence: z.number(),
  evidence: z.array(Evidence()),
  proposals: z.array(Id()),
}))

const Refusal = objectSchema((z) => ({ path: z.string().nullable(), reason: z.string() }))
export type Refusal = Parsed<typeof Refusal>

export const MAX_REFUSED = 20

export const ScanReport = objectSchema((z) => ({
  messages: z.array(ReadMessage()),
  read: z.int(),
  skipped: z.int().describe('Messages that were read before.'),
  failed: z.int().describe('Messages that could not be read.'),
  refused: z.array(Refusal()).optional().describe('The first twenty that failed, each with the reason.'),
  asked: z.int().optional().describe('With `ai`: messages that a model was asked about.'),
}))
export type ScanReport = Parsed<typeof ScanReport>
