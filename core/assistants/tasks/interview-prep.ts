// Prepares for an interview: likely questions, talking points, questions to ask.
import { words, objectSchema } from '../../kernel/schema.ts'
import { assistant, optionalText, answerOf, textList, listOf, nullableText } from '../assistant.ts'

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
