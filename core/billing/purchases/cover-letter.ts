// Writes a cover letter from a profile and a posting. The letter claims only what is in the profile.
import { assistant, modelText, optionalText, prose } from '../../assistants/assistant.ts'
import { createFactChecker, removeUnsupported } from '../../assistants/fact-check.ts'
import { anyFields, words, lazySchema, objectSchema } from '../../kernel/schema.ts'

const LetterIn = objectSchema((z) => ({
  profile: anyFields(z).describe('The applicant: name, skills and experience, in any form.'),
  jobDescription: modelText(z, 1),
  jobTitle: words(z, 200),
  jobCompany: words(z, 200),
  tone: optionalText(z, 100).describe('Such as warm or formal.'),
}))

export const CoverLetter = lazySchema((z) =>
  z.object({
    greeting: prose(z, 'The salutation.'),
    opening: prose(z, 'Why this role, in two sentences.'),
    body: prose(z, 'What the writer has done that answers the posting, by the profile alone.'),
    closing: prose(z, 'What comes next, in one or two sentences.'),
    signoff: prose(z, 'The farewell with the name of the profile.'),
  }),
)

export const coverLetter = assistant({
  name: 'cover-letter',
  summary: 'Write a cover letter.',
  input: LetterIn,
  answer: CoverLetter,
  output: CoverLetter,
  instructions:
    'You write one cover letter of at most 350 words, from the person under "profile" to the company under "jobCompany". You claim no employer, title, figure, degree or skill that the profile does not name, even if the posting asks for it. Plain words, no flattery. Write it in the tone that the data names, if any.',
  maxTokens: 2_000,
  finish(letter, { profile, jobDescription, jobTitle, jobCompany }) {
    const source = createFactChecker(profile, {
      allowed: `${jobTitle}\n${jobCompany}`,
      tempting: jobDescription,
    })
    // A part with only unsupported claims is replaced by a sentence without claims. The greeting makes no claims.
    const name = typeof profile['name'] === 'string' ? profile['name'] : ''
    const kept = (text: string, otherwise: string): string =>
      removeUnsupported(text, source).text || otherwise
    return {
      ...letter,
      opening: kept(letter.opening, `I am writing to apply for the role of ${jobTitle} at ${jobCompany}.`),
      closing: kept(letter.closing, 'I would be glad to talk about it.'),
      signoff: source.unsupported(letter.signoff).length ? `Kind regards,\n${name}`.trim() : letter.signoff,
      body: kept(letter.body, 'My résumé shows what I have done; I would be glad to tell you more about it.'),
    }
  },
})
