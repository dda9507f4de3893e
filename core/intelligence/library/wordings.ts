// Titles that name exactly one role, so that an exact one needs a lookup and not the search index.
import { titleWords } from '../search/phrases.ts'
import { levelOf } from '../search/seniority.ts'

export interface Wording {
  slug: string
  text: string
  /** As in sql/data/aliases.csv; a role's own title weighs more than any alias. */
  weight: number
}

/** An alias of this weight is on our own list. */
const SURE = 1

/**
 * The certain role of each wording (catalogue words joined by spaces). A wording that several roles share is left to
 * the search index; it is null here when it holds a word of seniority, since the same words without it may be certain.
 */
export function certainWordings(wordings: readonly Wording[]): Map<string, string | null> {
  const holders = new Map<string, { slug: string; weight: number } | null>()
  for (const { slug, text, weight } of wordings) {
    const words = titleWords(text).join(' ')
    const held = holders.get(words)
    if (words === '' || held === null) continue
    if (held === undefined) holders.set(words, { slug, weight })
    else if (held.slug !== slug) holders.set(words, null)
    else held.weight = Math.max(held.weight, weight)
  }
  const certain = new Map<string, string | null>()
  for (const [words, holder] of holders) {
    if (holder && holder.weight >= SURE) certain.set(words, holder.slug)
    else if (levelOf(words.split(' ')).base !== words) certain.set(words, null)
  }
  return certain
}
