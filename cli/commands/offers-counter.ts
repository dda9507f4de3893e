// `crm offers counter`.
import { LETTERS, type Letter, type LetterKind } from '../../core/counsel/letter-record.ts'
import { counterOffer } from '../../core/counsel/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
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
    { flags: '--letter <kind>', about: 'Have your model word it: mail, or call.' },
    { flags: '--tone <text>', about: 'How you write, for the letter: "short and dry".' },
  ],
  examples: [
    'crm offers counter acme',
    'crm offers counter acme --goal 200k',
    'crm offers counter acme --letter mail --tone "short and dry"',
  ],
  async run({ args, options, client, out }) {
    const { id } = await findOffer(client, args[0] ?? '')
    const goal = textOf(options, 'goal')
    const [letter, tone] = [letterIn(textOf(options, 'letter')), textOf(options, 'tone')]
    const asked = {
      ...(goal !== undefined && { goal }),
      ...(letter && { letter }),
      ...(tone !== undefined && { tone }),
    }
    const counter = await client.call(counterOffer, { id, ...asked })
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
      ['letter', counter.letter ? letterText(counter.letter) : null],
    ])
  },
}

function letterIn(kind: string | undefined): LetterKind | undefined {
  const found = LETTERS.find((each) => each === kind)
  return kind === undefined || found
    ? found
    : fail('usage', { problem: `--letter takes ${LETTERS.join(' or ')}.` })
}

const letterText = ({ text, dropped }: Letter): string =>
  dropped.length
    ? `${text}\n\nLeft out, for numbers that are not in the advice: ${dropped.map(({ sentence }) => `“${sentence}”`).join(' ')}`
    : text
