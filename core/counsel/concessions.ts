// Suggests what to ask for besides the base: first what the user wished for, then what costs the employer least.
import judgements from '../../sql/data/pay/judgements.json' with { type: 'json' }
import { entriesOf } from '../kernel/narrow.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Offer } from '../offers/fields.ts'
import { WISHES, type Goal, type Wish } from './goal.ts'
import type { PayAnswer } from './pay.ts'
import { Figure, roundedDown, type Stance } from './stance.ts'

export const Concession = objectSchema((z) => ({
  field: z.enum(WISHES),
  ask: z.string(),
  why: z.string(),
  amount: Figure().nullable(),
}))
export type Concession = Parsed<typeof Concession>

/** From cheap to expensive for the employer. The order is our judgement: one-time money, then time, then pay each year. */
const IDEAS: Readonly<Record<Wish, Pick<Concession, 'ask' | 'why'>>> = judgements.concessions

/** Whether an idea suits the offer; most do. */
const FITS: Partial<Record<Wish, (offer: Offer, usual: PayAnswer['usual']) => boolean>> = {
  remote: ({ remote }, usual) => remote !== true && usual.remote,
  relocation: ({ remote, relocation }) => remote !== true && relocation === null,
  equity: ({ equity }, usual) => usual.equity || equity !== null,
  bonus: ({ bonus }) => bonus?.kind !== 'guaranteed',
}

const signingOf = ({ signing }: Offer, gap: number): Figure =>
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
  return entriesOf<Wish, (typeof IDEAS)[Wish]>(IDEAS)
    .filter(([field]) => (FITS[field]?.(offer, usual) ?? true) || wishes.includes(field))
    .toSorted(([one], [other]) => wished(one) - wished(other))
    .map(([field, { ask: wanted, why }]) => {
      const named = amounts[field]
      const suggested = field === 'signing' && negotiate && gap > 0 ? signingOf(offer, gap) : null
      return {
        field,
        ask: field === 'signing' && offer.signing ? 'A higher signing bonus' : wanted,
        why,
        amount: named === undefined ? suggested : { amount: named, from: 'goal' },
      }
    })
}
