// Applies a round to an offer. A round of the employer changes the terms; a round of the user records a counter-offer.
import type { Offer, OfferStatus, Round, Terms } from './fields.ts'

export const MAX_ROUNDS = 200

export const byTime = (one: Round, other: Round): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0

export function withRound(offer: Offer, round: Round): Offer {
  const rounds = [...offer.rounds, round].sort(byTime)
  const { note: _, ...changed } = round.terms
  const isLatest = rounds.at(-1) === round
  return {
    ...offer,
    ...(round.by === 'them' && termsNotNamedLater(changed, rounds.slice(rounds.indexOf(round) + 1))),
    rounds,
    status: isLatest && Object.keys(changed).length ? statusAfter(offer.status, round.by) : offer.status,
  }
}

function termsNotNamedLater(changed: Round['terms'], later: readonly Round[]): Partial<Terms> {
  const changedLater = later.filter(({ by }) => by === 'them').flatMap(({ terms }) => Object.keys(terms))
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !changedLater.includes(name)))
}

/** An open offer is `countered` while the employer has to answer. A decided offer keeps its status. */
function statusAfter(status: OfferStatus, by: Round['by']): OfferStatus {
  if (status !== 'received' && status !== 'countered') return status
  return by === 'me' ? 'countered' : 'received'
}
