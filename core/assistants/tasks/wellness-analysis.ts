// Finds patterns in the mood log.
import { text, objectSchema } from '../../kernel/schema.ts'
import { assistant, dayIn, journalIn, optionalText, answerOf, listOf, prose } from '../assistant.ts'

const MAX_MOODS = 1_000

const WellnessIn = objectSchema((z) => ({
  moodHistory: z
    .array(
      z.strictObject({
        date: dayIn(z),
        mood: text(z, 100),
        labels: z.array(text(z, 100)).max(50).nullable().optional(),
        note: optionalText(z, 5_000),
      }),
    )
    .min(3, 'has fewer than 3 items')
    .max(MAX_MOODS, `has more than ${MAX_MOODS} items`),
  journalEntries: journalIn(z, MAX_MOODS).nullable().optional(),
  pipelineContext: text(z, 200)
    .nullable()
    .optional()
    .describe('The state of the search, such as “12 applied”.'),
}))

const Wellness = answerOf((z) => ({
  patterns: listOf(z, 'Two to four patterns that the entries really show.', {
    title: prose(z, 'A few words.'),
    body: prose(z, 'What shows it, with dates.'),
  }),
  resilience: prose(z, 'What has helped, according to the entries.'),
  suggestion: prose(z, 'One small thing to do this week.'),
  encouragement: prose(z, 'A warm and honest sentence or two.'),
}))

export const wellnessAnalysis = assistant({
  name: 'wellness-analysis',
  summary: 'Find patterns in how your search has felt, and suggest one thing to do.',
  input: WellnessIn,
  answer: Wellness,
  output: Wellness,
  instructions:
    'You look at how a person’s job search has felt. You are no therapist and diagnose nothing. Speak plainly and warmly to the person. If the entries speak of harm or despair, gently suggest talking to somebody they trust, or to a local help line. Say that this is worth more than any analysis.',
  maxTokens: 2_000,
})
