/**
 * Exact matching of a title against roles and aliases: the whole
 * wording, then its base, then its longest known part.
 */
import { readTitle, plainWords, type Level } from './title.ts'

export type Named = { slug: string; title: string }
export type AliasText = { slug: string; text: string; weight: number }
export type Resolved = { slug: string; level: Level; weight: number; how: 'wording' | 'base' | 'part' }

/** How surely a wording must mean a role: "senior associate" is filed most for accountants, and yet more for others. */
const SURE = 0.6

/** The role that a title names; null where it only means that one more often than any other. */
export const surelyNamed = (found: Resolved | null): string | null =>
  found && found.weight >= SURE ? found.slug : null

/** Builds a resolver. It is exact by design; the search index handles typos and word order. */
export function titleResolver(
  roles: readonly Named[],
  aliases: readonly AliasText[],
): (text: string) => Resolved | null {
  const known = new Map<string, { slug: string; weight: number }>()
  const put = (text: string, slug: string, weight: number) => {
    const held = known.get(text)
    if (!held || held.weight < weight) known.set(text, { slug, weight })
  }
  for (const role of roles) {
    put(plainWords(role.title).join(' '), role.slug, 2)
    put(readTitle(role.title).base, role.slug, 1.5)
  }
  for (const alias of aliases) put(alias.text, alias.slug, alias.weight)
  return (text) => {
    const reading = readTitle(text)
    const whole = known.get(reading.words.join(' '))
    if (whole) return { ...whole, level: reading.level, how: 'wording' }
    const base = known.get(reading.base)
    if (base) return { ...base, level: reading.level, how: 'base' }
    const part = longestPart(reading.base.split(' '), known)
    return part ? { ...part, level: reading.level, how: 'part' } : null
  }
}

/** The longest known run of at least two words; of equal runs the highest weight, then the last. */
function longestPart(words: readonly string[], known: ReadonlyMap<string, { slug: string; weight: number }>) {
  for (let size = words.length - 1; size >= 2; size--) {
    let best: { slug: string; weight: number } | undefined
    for (let at = 0; at + size <= words.length; at++) {
      const found = known.get(words.slice(at, at + size).join(' '))
      if (found && (!best || found.weight >= best.weight)) best = found
    }
    if (best) return best
  }
  return null
}
