// Reads the fields of a pasted resume. Other assistants use them as their source.
import { objectSchema } from '../../kernel/schema.ts'
import { assistant, modelText, answerOf, labels, listOf, nullableText } from '../assistant.ts'

const ParseResumeIn = objectSchema((z) => ({ text: modelText(z, 50).describe('The whole resume.') }))

const ParsedResume = answerOf((z) => ({
  name: nullableText(z, 'The person’s name.'),
  headline: nullableText(z, 'What they are, in one line, in the resume’s own words.'),
  skills: labels(z, 100, 'Every skill the resume names, as it names it.'),
  experience: listOf(z, 'Every position, latest first.', {
    company: nullableText(z, 'The employer.'),
    role: nullableText(z, 'The position.'),
    duration: nullableText(z, 'From when to when, as written.'),
  }),
  suggestedTargets: listOf(z, 'Three to five titles that this experience fits.', {
    role: nullableText(z, 'A title to search for.'),
    reason: nullableText(z, 'What in the resume speaks for it.'),
  }),
}))

export const parseResume = assistant({
  name: 'parse-resume',
  summary: 'Extract the sections of a resume, and suggest target roles.',
  input: ParseResumeIn,
  answer: ParsedResume,
  output: ParsedResume,
  instructions:
    'You read one resume into its parts. Leave out nothing that it lists and add nothing to it. Suggested targets follow from what it shows, not from what it claims to deserve.',
  maxTokens: 4_000,
  data: ({ text }) => ({ resume: text }),
})
