// Explains what the statistics of a search show.
import { objectSchema } from '../../kernel/schema.ts'
import { assistant, optionalText, answerOf, listOf, prose } from '../assistant.ts'

const InsightsIn = objectSchema((z) => ({
  stats: z.record(z.string(), z.unknown()).describe('Search statistics, such as the pipeline’s `summary`.'),
  context: optionalText(z, 5_000),
}))

const Insights = answerOf((z) => ({
  insights: listOf(z, 'Three to five insights, the most useful first.', {
    title: prose(z, 'A few words.'),
    body: prose(z, 'What the figures show and what to do about it, naming the figures.'),
  }),
}))

export const pipelineInsights = assistant({
  name: 'pipeline-insights',
  summary: 'Interpret your search statistics, and suggest what to do.',
  input: InsightsIn,
  answer: Insights,
  output: Insights,
  instructions:
    'You read the figures of a job search and say what they show. Name the figures you rest on. Where there are too few to tell, say so instead of concluding.',
  maxTokens: 2_000,
})
