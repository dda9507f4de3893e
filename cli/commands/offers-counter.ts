// `crm offers counter`.
import { counterOffer } from '../../core/counsel/operations.ts'
import { textOf, type Command } from '../command.ts'
import { marketText } from '../ui/offer-market.ts'
import { moneyText } from '../ui/offer.ts'
import { OFFER } from './offers-read.ts'
import { findOffer } from './references.ts'

export const counterCommand: Command = {
  name: 'counter',
  about: 'What to ask for, down to where, in which order and words: rules, without a model.',
  operation: 'offers.counter',
  args: [OFFER],
  options: [
    { flags: '--goal <text>', about: 'What you want: a yearly base (200k), or words: "more equity".' },
  ],
  examples: ['crm offers counter acme', 'crm offers counter acme --goal 200k'],
  async run({ args, options, client, out }) {
    const { id } = await findOffer(client, args[0] ?? '')
    const goal = textOf(options, 'goal')
    const counter = await client.call(counterOffer, { id, ...(goal !== undefined && { goal }) })
    const { ask, floor, market, position, concessions, words, wrong } = counter
    const money = ({ amount, why }: { amount: number; why: string }) =>
      `${moneyText(amount, ask.currency)}. ${why}`
    out.record(counter, [
      ['advice', counter.reason],
      ['market', market && marketText(market)],
      ['offered', moneyText(position.base.amount, ask.currency)],
      ['ask', position.negotiate ? money(ask) : 'No more base.'],
      ['floor', money(floor)],
      [
        'then',
        concessions
          .map(
            ({ ask: wanted, amount, why }, at) =>
              `${at + 1}. ${wanted}${amount ? ` (${moneyText(amount.amount, ask.currency)})` : ''}. ${why}`,
          )
          .join('\n'),
      ],
      ['say', words.join('\n')],
      ['mind', wrong.join('\n') || null],
    ])
  },
}
