// The sentences of a counter. Every number in them is one of the answer's figures; where it is from is said beside it.
import type { Concession } from './concessions.ts'
import type { Percentiles } from '../intelligence/estimates/estimate.ts'
import { groundOf } from '../intelligence/negotiation/script.ts'
import type { Place, Stance } from './stance.ts'

interface Spoken {
  company: string
  role: string
  where: string | null
  currency: string
  base: number
  stance: Stance
  market: Percentiles | null
  concessions: readonly Concession[]
  wished: boolean
}

/** `192,000 USD`, with cents only where there are some. */
const said = (amount: number, currency: string): string =>
  `${amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 2 })} ${currency}`

/** What to say, in order: thanks, the ground, the ask, a question, the way out, and when to stop. */
export function wordsFor(spoken: Spoken): string[] {
  const { company, stance } = spoken
  const opening = `Thank you for the offer; I would like to work at ${company}.`
  return [
    opening,
    ...(stance.negotiate ? asking(spoken) : resting(spoken)),
    ...questions(spoken),
    closing(stance),
  ]
}

function asking({ role, where, currency, market, stance, base, concessions }: Spoken): string[] {
  const over = market && groundOf(market, base)
  const ground = over
    ? `For ${role}${where ? ` in ${where}` : ''}, ${over.said} ${said(over.amount, currency)} a year; the offer has a base of ${said(base, currency)}.`
    : `The offer has a base of ${said(base, currency)} a year.`
  const [first] = concessions
  return [
    ground,
    `If the base can be ${said(stance.ask.amount, currency)}, I can give you my answer.`,
    first?.amount
      ? `If the base is fixed, ${first.ask.toLowerCase()} of ${said(first.amount.amount, currency)} would settle it.`
      : `If the base is fixed, what else can move? ${first ? `I think of this first: ${first.ask.toLowerCase()}.` : ''}`.trim(),
  ]
}

const RESTING: Readonly<Record<Place, string>> = {
  high: 'The base is already among the highest that are published for this role, so I do not ask for more of it.',
  above: 'The base is a good one for this role, so I do not ask for more of it.',
  below: 'I have no figure that would carry a higher base.',
  low: 'I have no figure that would carry a higher base.',
  unknown: 'Before we speak about the base: which range has this role, and where in it is this offer?',
}

const resting = ({ stance, concessions, wished }: Spoken): string[] => [
  RESTING[stance.place],
  ...(wished && concessions[0] ? [`What matters to me is this: ${concessions[0].ask.toLowerCase()}.`] : []),
]

const questions = ({ stance }: Spoken): string[] => [
  stance.place === 'unknown'
    ? 'Who decides about it, and by when?'
    : 'Which range has this level, and what would move me up in it?',
]

const closing = ({ negotiate }: Stance): string =>
  negotiate
    ? 'Say it once, then wait. When they have moved once and say that this is final, stop asking and decide.'
    : 'Ask this once; when it is answered, decide.'
