// Phrases so plain that nothing else has to be weighed: the letter tells its reader the verdict in the words that systems
// for applicants use.
import lists from '../../../sql/data/mail/plain.json' with { type: 'json' }
import { entriesOf } from '../../kernel/narrow.ts'
import type { Circumstances } from './circumstances.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement } from './verdict.ts'

const PLAIN = new Map(entriesOf(lists).map(([verdict, phrases]) => [verdict, new RegExp(phrases.join('|'))]))

/** A verdict that a sentence says on no condition is the rules' alone: the learned reading was also taught by traps. */
export function isPlain(
  { verdict, cancelled }: Judgement,
  sentences: readonly Sentence[],
  known: Circumstances,
): boolean {
  if (verdict === null && !cancelled) return false
  // Friends tell what others wrote to them.
  if (known.private && !known.strong && !known.thread) return false
  // A call that is off is told by its own words; of no tracked job it is nobody's.
  if (cancelled && known.link < 0.5 && !known.thread) return false
  const said = PLAIN.get(cancelled ? 'moved' : (verdict ?? 'moved'))
  const isOpen = (folded: string) => placeOf('condition', folded) >= 0 && !says('conditionNot', folded)
  return sentences.some(({ folded }) => said?.test(folded) && !isOpen(folded))
}
