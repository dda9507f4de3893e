// Writes a brief on a company before a conversation with it.
import { words, objectSchema } from '../../kernel/schema.ts'
import { assistant, optionalText, answerOf, textList, prose } from '../assistant.ts'
import { amountsIn, payFiguresOf, sourcedPay } from '../pay-figures.ts'

const BriefIn = objectSchema((z) => ({
  company: words(z, 200),
  role: optionalText(z, 200),
  location: optionalText(z, 500).describe('Where the job is: pay is quoted for that place.'),
  description: optionalText(z, 100_000).describe('The posting, or how the company describes itself.'),
  notes: optionalText(z, 20_000).describe('What you already know.'),
}))

const CompanyBrief = answerOf((z) => ({
  companyOverview: prose(z, 'What the company does, for whom, how large it is.'),
  recentNews: textList(
    z,
    'News that the data mentions; none from memory without a year and the words “as of”.',
  ),
  cultureSignals: textList(z, 'What the posting and the notes show of how they work.'),
  interviewFocus: textList(z, 'What interviews there are likely to turn on, for this role.'),
  questionsToAsk: textList(z, 'Questions that show one has understood them.'),
  talkingPoints: textList(z, 'What to bring up.'),
  redFlags: textList(z, 'What in the data deserves a careful look; empty if nothing does.'),
}))

export const companyBrief = assistant({
  name: 'company-brief',
  summary: 'Get a brief on a company before an interview.',
  input: BriefIn,
  answer: CompanyBrief,
  output: CompanyBrief,
  instructions:
    'You brief somebody on a company before an interview. Rest on the data first. What you add from memory is marked “as of” with a year, and left out when you are not sure of it. For pay use only "payFigures".',
  maxTokens: 4_000,
  data: async (input, ctx) => ({ ...input, payFigures: await payFiguresOf(ctx, input.role, input.location) }),
  finish(answer, { description, notes }, data) {
    const sourced = sourcedPay(data, amountsIn(`${description ?? ''} ${notes ?? ''}`))
    return {
      ...answer,
      talkingPoints: [...sourced.lines(answer.talkingPoints), ...sourced.cited],
      interviewFocus: sourced.lines(answer.interviewFocus),
      redFlags: sourced.lines(answer.redFlags),
    }
  },
})
