// A verdict that no phrase says: when the evidence of a letter is enough for it.
import type { Verdict } from '../verdicts.ts'
import type { Circumstances, Said } from './circumstances.ts'
import type { Weighed } from './evidence.ts'

/** Points that evidence needs: in a letter about a tracked job, and in another. */
const ENOUGH = { tracked: 4, untracked: 6 }

/** Regret that outweighs an invitation: as many points, against at most so many for anything else. */
const REFUSAL = { points: 6, others: 2 }

/** The verdict that evidence alone shows; thanks for an application yield only to more of it. */
export function shownBy(
  [best, second]: readonly Weighed[],
  known: Circumstances,
  isMine: boolean,
  isReceipt: boolean,
): { verdict: Verdict; said: Said } | null {
  if (!best?.at || !second || best.outcome === 'none' || (isReceipt && best.outcome === 'applied'))
    return null
  if (!isMine && (best.outcome === 'interview' || best.outcome === 'offer')) return null
  const isCertain = isMine && (best.outcome !== 'interview' || known.person || known.thread)
  const enough = (isCertain ? ENOUGH.tracked : ENOUGH.untracked) + (isReceipt ? 1 : 0)
  const isTorn = best.points === second.points && (best.outcome !== 'rejected' || second.outcome === 'none')
  return best.points < enough || isTorn ? null : { verdict: best.outcome, said: { at: best.at, soft: true } }
}

/** A refusal so clear that a friendly closing (`would love to stay in touch`) is no invitation; null otherwise. */
export function refusalIn([best, second]: readonly Weighed[]): Said | null {
  if (best?.outcome !== 'rejected' || !best.at || !second) return null
  return best.points >= REFUSAL.points && second.points <= REFUSAL.others ? { at: best.at, soft: true } : null
}
