// Extracts date, place and interviewer from an interview invitation.
import { objectSchema, readInstant } from '../../kernel/schema.ts'
import { isoOf } from '../../kernel/clock.ts'
import { assistant, modelText, answerOf, nullableText } from '../assistant.ts'

const EmailIn = objectSchema((z) => ({
  text: modelText(z, 20).describe('The message, with its headers if you have them.'),
}))

const ISO_DAY = /^\d{4}-\d\d-\d\d$/
const asDay = (value: unknown): unknown => {
  if (typeof value !== 'string') return null
  const day = value.trim().slice(0, 10)
  return ISO_DAY.test(day) && !Number.isNaN(readInstant(day)) ? day : null
}

/** The minutes in `90`, `45-minute`, `1 hour`, `1.5 h`, `1h30` or `60 minutes (1 hour)`; 0 for a text without a duration. */
function minutesIn(text: string): number {
  const hours = Number(/(?<!\d)(\d{1,3}(?:[.,]\d{1,3})?)[\s-]{0,3}h/i.exec(text)?.[1]?.replace(',', '.') ?? 0)
  const minutes = Number(/(?<!\d)(\d{1,4})[\s-]{0,3}(?:m|$)/i.exec(text)?.[1] ?? 0)
  return hours * 60 === minutes ? minutes : hours * 60 + minutes
}

const asMinutes = (value: unknown): unknown => {
  const minutes = typeof value === 'string' ? minutesIn(value.trim()) : value
  return typeof minutes === 'number' && minutes > 0 && minutes < 10_000 ? Math.round(minutes) : null
}

const InterviewEmail = answerOf((z) => ({
  company: nullableText(z, 'Who invites.'),
  role: nullableText(z, 'The position.'),
  date: z
    .preprocess(asDay, z.string().nullable())
    .meta({ format: 'date' })
    .describe('The day of the interview as YYYY-MM-DD. Relative days count from the message’s own date.'),
  time: nullableText(z, 'The time with its zone, as written: “14:30 CET”.'),
  duration: z.preprocess(asMinutes, z.int().nullable()).describe('Minutes.'),
  location: nullableText(z, 'The place, or the link of the call, as written. Open no link.'),
  interviewer: nullableText(z, 'Who will be there.'),
  notes: nullableText(z, 'What to bring, prepare or confirm.'),
}))

export const parseInterviewEmail = assistant({
  name: 'parse-interview-email',
  summary: 'Extract the details of an interview invitation.',
  input: EmailIn,
  answer: InterviewEmail,
  output: InterviewEmail,
  instructions:
    'You read one e-mail that arranges a job interview. If several times are offered, leave date and time null and name them all in the notes.',
  maxTokens: 1_000,
  data: ({ text }, { clock }) => ({ email: text, today: isoOf(clock.now()).slice(0, 10) }),
})
