// Suggests what to ask for besides the base: first what costs the employer least.
import type { Offer } from '../offers/fields.ts'
import type { Goal, Wish } from './goal.ts'
import type { PayAnswer } from './pay.ts'
import { roundedDown, type SourcedAmount, type Stance } from './stance.ts'

export interface Concession {
  field: Wish
  ask: string
  why: string
  amount: SourcedAmount | null
}

interface Idea {
  field: Wish
  /** Whether it suits the offer; most do. */
  fits?: (offer: Offer, usual: PayAnswer['usual']) => boolean
  ask: string
  why: string
}

/** From cheap to expensive for the employer. The order is our judgement: one-time money, then time, then pay each year. */
const IDEAS: readonly Idea[] = [
  {
    field: 'signing',
    ask: 'A signing bonus',
    why: 'It is paid once, from another budget than salaries, and sets no precedent.',
  },
  {
    field: 'startDate',
    ask: 'The start date that suits you',
    why: 'It costs them little, and a rest or a bonus you wait for may be worth more to you.',
  },
  {
    field: 'remote',
    fits: ({ remote }, usual) => remote !== true && usual.remote,
    ask: 'More days from home',
    why: 'It costs them nothing where the team works so already.',
  },
  {
    field: 'ptoDays',
    ask: 'More days off',
    why: 'Days off are rarely in the budget that the recruiter defends.',
  },
  {
    field: 'relocation',
    fits: ({ remote, relocation }) => remote !== true && relocation === null,
    ask: 'The cost of moving',
    why: 'It is paid once and often has a policy of its own; this offer does not mention it.',
  },
  {
    field: 'level',
    ask: 'The level or title above, or a written review date for it',
    why: 'It moves the range that the next raise is measured in.',
  },
  {
    field: 'equity',
    fits: ({ equity }, usual) => usual.equity || equity !== null,
    ask: 'More equity',
    why: 'It is often easier to move than the base, but it is worth only what you believe it is.',
  },
  {
    field: 'bonus',
    fits: ({ bonus }) => bonus?.kind !== 'guaranteed',
    ask: 'A bonus that is guaranteed for the first year',
    why: 'A target is no promise; a guarantee for one year costs them only a bad year.',
  },
]

const signingOf = ({ signing }: Offer, gap: number): SourcedAmount =>
  signing
    ? { amount: Math.round((signing + gap) * 100) / 100, from: 'signing + ask' }
    : { amount: gap, from: 'ask' }

export function concessionsFor(
  offer: Offer,
  { ask, negotiate }: Stance,
  { wishes, amounts }: Goal,
  base: number,
  usual: PayAnswer['usual'],
): Concession[] {
  const wished = (field: Wish): number => (wishes.includes(field) ? 0 : 1)
  const gap = roundedDown(ask.amount - base)
  return IDEAS.filter(({ field, fits }) => !fits || fits(offer, usual) || wishes.includes(field))
    .toSorted((one, other) => wished(one.field) - wished(other.field))
    .map(({ field, ask: wanted, why }) => {
      const named = amounts[field]
      const usual = field === 'signing' && negotiate && gap > 0 ? signingOf(offer, gap) : null
      return {
        field,
        ask: field === 'signing' && offer.signing ? 'A higher signing bonus' : wanted,
        why,
        amount: named === undefined ? usual : { amount: named, from: 'goal' },
      }
    })
}
