// Advises on an offer. It uses the months that the user's money lasts, and crm's pay figures for an offer in US dollars.
import { words, lazySchema } from '../../kernel/schema.ts'
import { assistant, payIn, answerOf, textList, oneOf, prose } from '../assistant.ts'
import { readPay } from '../../reading/pay.ts'
import { amountsIn, payFiguresOf, sourcedPay } from '../pay-figures.ts'

const AdvisorIn = lazySchema((z) => {
  const amount = z.number().nullable().optional()
  return z.strictObject({
    offer: z.strictObject({ company: words(z, 200), role: words(z, 200), salary: payIn(z, 200) }),
    runway: z
      .strictObject({
        capitalAmount: amount,
        monthlyExpenses: amount,
        monthlyIncome: amount,
        runwayMonths: amount,
        netBurn: amount,
      })
      .describe('Money you have, spend and earn, and for how many months it lasts.'),
  })
})

const YES = /^(?:true|yes|1)$/i

const Advice = answerOf((z) => ({
  canNegotiate: z
    .preprocess((value) => (typeof value === 'string' ? YES.test(value.trim()) : value), z.boolean())
    .describe('Whether the offer, the figures and the runway leave room to negotiate.'),
  urgency: oneOf(
    z,
    ['low', 'medium', 'high'],
    'medium',
    'How soon the person needs this income, by the runway.',
  ),
  advice: prose(z, 'What to do, in a short paragraph.'),
  counterOffer: prose(z, 'What to ask for, and how that follows from the figures; or that asking is unwise.'),
  talkingPoints: textList(z, 'Arguments for the counter-offer.'),
  riskAssessment: prose(z, 'What could go wrong, and how much that would hurt with this runway.'),
}))

const UNSOURCED = 'The model’s market figures were left out: our data does not support them.'

export const salaryAdvisor = assistant({
  name: 'salary-advisor',
  summary: 'Assess an offer against market pay and your financial runway.',
  input: AdvisorIn,
  answer: Advice,
  output: Advice,
  instructions:
    'You advise somebody on a job offer. For what the market pays use only the figures under "payFigures"; if there are none, say that no figures are at hand and name none from memory. You give no tax or legal advice.',
  maxTokens: 2_000,
  data: async ({ offer, runway }, ctx) => {
    const { currency } = readPay(offer.salary).value ?? {}
    const role = currency && currency !== 'USD' ? null : offer.role
    return { offer, runway, payFigures: await payFiguresOf(ctx, role) }
  },
  finish(answer, { offer, runway }, data) {
    const own = Object.values(runway).filter((value) => typeof value === 'number')
    const sourced = sourcedPay(data, [...own, ...amountsIn(offer.salary)])
    const checked = (text: string): string => sourced.text(text) || UNSOURCED
    return {
      ...answer,
      advice: checked(answer.advice),
      counterOffer: checked(answer.counterOffer),
      riskAssessment: checked(answer.riskAssessment),
      talkingPoints: [...sourced.cited, ...sourced.lines(answer.talkingPoints)],
    }
  },
})
