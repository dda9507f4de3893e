// Writes a playbook for negotiating an offer, from the product's pay figures.
import { assistant, optionalText, textList, prose } from '../../assistants/assistant.ts'
import { amountsIn, payFiguresOf, sourcedPay } from '../../assistants/pay-figures.ts'
import { words, lazySchema, objectSchema } from '../../kernel/schema.ts'

const PlaybookIn = objectSchema((z) => ({
  jobId: words(z, 200),
  company: words(z, 200),
  offerAmount: z.union([words(z, 100), z.number().nonnegative()]),
  role: optionalText(z, 200),
  location: optionalText(z, 500),
  offerDetails: optionalText(z, 20_000),
}))

export const Playbook = lazySchema((z) =>
  z.object({
    counterOffer: z
      .object({
        amount: prose(z, 'What to ask for, as one amount or a range.'),
        rationale: prose(z, 'How that follows from the offer and the figures.'),
        ifRefused: prose(z, 'What to ask for instead: a bonus, a start date, a review.'),
      })
      .describe('The counter-offer.'),
    negotiationScript: prose(z, 'What to say, word for word, from thanks to ask to silence.'),
    batnaAnalysis: z
      .object({
        alternatives: textList(z, 'What the person can do if they say no, by the data.'),
        walkAwayPoint: prose(z, 'The pay below which to decline.'),
        strength: prose(z, 'How strong that makes them, and why.'),
      })
      .describe('The best alternative to an agreement.'),
    timelineTactics: textList(z, 'What to do when, from today to the signature.'),
    leveragePoints: textList(z, 'What speaks for more.'),
    riskAssessment: prose(z, 'What could go wrong, and how likely that is.'),
  }),
)

const NO_FIGURES = 'crm has no figures for this role and place, so no market pay is quoted here.'

export const salaryPlaybook = assistant({
  name: 'salary-playbook',
  summary: 'Write a playbook for negotiating an offer.',
  input: PlaybookIn,
  answer: Playbook,
  output: Playbook,
  instructions:
    'You write a playbook for somebody who negotiates the offer in the data. For what the market pays use only "payFigures"; if there are none, say so and name no market figure from memory. Advise nothing dishonest: no invented competing offers. You give no tax or legal advice.',
  maxTokens: 4_000,
  data: async (input, ctx) => ({ ...input, payFigures: await payFiguresOf(ctx, input.role, input.location) }),
  finish(answer, { offerAmount, offerDetails }, data) {
    const offered = typeof offerAmount === 'number' ? [offerAmount] : amountsIn(offerAmount)
    const sourced = sourcedPay(data, [...offered, ...amountsIn(offerDetails ?? '')])
    const cited = sourced.cited.length ? sourced.cited : [NO_FIGURES]
    const checked = (text: string): string => sourced.text(text) || NO_FIGURES
    return {
      ...answer,
      counterOffer: { ...answer.counterOffer, rationale: checked(answer.counterOffer.rationale) },
      negotiationScript: checked(answer.negotiationScript),
      leveragePoints: [...cited, ...sourced.lines(answer.leveragePoints)],
      timelineTactics: sourced.lines(answer.timelineTactics),
      riskAssessment: checked(answer.riskAssessment),
    }
  },
})
