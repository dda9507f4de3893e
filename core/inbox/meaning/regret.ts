// A refusal in words that no phrase knows: regret over a choice.
import type { Circumstances, Said } from './circumstances.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** Regret over a choice, in words that no phrase knows: from an employer who owes an answer, and about no delay. */
export function findRegret(sentences: readonly Sentence[], known: Circumstances): Said | null {
  if (!(known.awaited || known.thread) || known.bulk) return null
  const at = sentences.find(({ folded }, place) => {
    const near = [sentences[place - 1], sentences[place], sentences[place + 1]].map(
      (each) => each?.folded ?? '',
    )
    return (
      says('regret', folded) &&
      near.some((each) => says('decision', each)) &&
      !near.some((each) => says('delay', each) || says('cancelled', each)) &&
      placeOf('condition', folded) < 0
    )
  })
  return at ? { at, soft: true } : null
}
