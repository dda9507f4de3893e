// What helps with interviews: reading an invitation, preparing, and looking back.
import { objectSchema, readInstant, words } from '../../kernel/schema.ts'
import { isoOf } from '../../kernel/clock.ts'
import {
  answerOf,
  assistant,
  listOf,
  modelText,
  nullableText,
  oneOf,
  optionalText,
  prose,
  textList,
} from '../assistant.ts'

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

const PrepIn = objectSchema((z) => ({
  company: words(z, 200),
  role: words(z, 200),
  description: optionalText(z, 100_000).describe('The posting’s text.'),
}))

const Prep = answerOf((z) => ({
  companyInsights: textList(
    z,
    'What the data shows about the company and the team, and what to look up before.',
  ),
  likelyQuestions: textList(z, 'Eight to twelve questions they may ask, the likeliest first.'),
  talkingPoints: textList(z, 'Points that the candidate should raise, for this role.'),
  starStories: listOf(
    z,
    'Three to five frames for stories. The person fills in their own facts: invent none.',
    {
      situation: nullableText(z, 'A kind of situation to describe.'),
      task: nullableText(z, 'What was to be done.'),
      action: nullableText(z, 'Which action to describe. The person fills in their own facts.'),
      result: nullableText(z, 'Which kind of result to name.'),
    },
  ),
  questionsToAsk: textList(z, 'Five to eight questions to ask them.'),
}))

export const interviewPrep = assistant({
  name: 'interview-prep',
  summary: 'Prepare for an interview: likely questions, stories, and what to ask.',
  input: PrepIn,
  answer: Prep,
  output: Prep,
  instructions:
    'You prepare somebody for a job interview. Be specific to the role and the posting. You do not know the person’s past, so stories are frames with blanks to fill, never invented facts. What you believe about the company beyond the data may be out of date: phrase it as something to check.',
  maxTokens: 4_000,
})

const DebriefIn = objectSchema((z) => ({
  notes: modelText(z, 20).describe('What you remember, in any order.'),
  company: optionalText(z, 200),
  role: optionalText(z, 200),
}))

const Debrief = answerOf((z) => ({
  wentWell: textList(z, 'What went well, by the notes.'),
  toImprove: textList(z, 'What to do better.'),
  nextRoundTips: textList(z, 'How to prepare for the next round, from what came up.'),
  keyMoments: textList(z, 'Moments worth remembering: questions, reactions, names, promises.'),
  thankYouDraft: prose(z, 'A short thank-you message that refers to what was really talked about.'),
  overallSentiment: oneOf(z, ['positive', 'neutral', 'concerned'], 'neutral', 'How it went, on the whole.'),
}))

export const interviewDebrief = assistant({
  name: 'interview-debrief',
  summary: 'Turn your notes on an interview into a debrief and a thank-you message.',
  input: DebriefIn,
  answer: Debrief,
  output: Debrief,
  instructions:
    'You turn somebody’s notes after a job interview into a debrief. Say only what the notes show. Be kind and honest.',
  maxTokens: 3_000,
})
