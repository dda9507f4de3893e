// Titles that name exactly one role, so that they can be resolved by lookup instead of the search index.
import { titleWords } from '../search/phrases.ts'
import { levelOf } from '../search/seniority.ts'

export interface Wording {
  slug: string
  text: string
  /** As in the aliases table; a role's own title weighs more than any alias. */
  weight: number
}

/** The weight of aliases from our own list. */
const OWN_ALIAS_WEIGHT = 1

/**
 * The unambiguous role of each wording (catalogue words joined by spaces).
 * Wordings shared by several roles are left to the search index. Those with a word
 * of seniority map to null, since the same words without it may be unambiguous.
 */
export function unambiguousWordings(wordings: readonly Wording[]): Map<string, string | null> {
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
    if (holder && holder.weight >= OWN_ALIAS_WEIGHT) certain.set(words, holder.slug)
    else if (levelOf(words.split(' ')).base !== words) certain.set(words, null)
  }
  return certain
}
