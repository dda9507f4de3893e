// Pay that depends on the place: “$150k–$180k (Denver), $170k–$205k (New York)”. Only the range of the job's place counts.
import { folded } from '../kernel/folded.ts'
import type { MoneyToken } from './money-tokens.ts'
import { keyOf, meaningOf } from './pay-vocabulary.ts'
import type { Range } from './ranges.ts'

const isOfPay = (word: string): boolean =>
  /^(?:range|min(?:imum)?|max(?:imum)?)$/i.test(word) || meaningOf(keyOf(word))?.label !== undefined

/** The place of a range: “(Denver)” after it, or “Denver:” or “Denver pay range:” before it. */
export function placeOf(list: readonly MoneyToken[], plain: string, span: Range): string | null {
  const after = plain.slice(list[span.last]?.end)
  const before = plain.slice(0, list[span.first]?.start)
  const found =
    /^[^();,\d]{0,20}\((\p{Lu}[^()\d$€£]{1,40})\)/u.exec(after) ??
    /(?:^|[:;,|·\n(])\s*(?:in |and )?(\p{Lu}[^():;,\d$€£]{1,40}):\s*\p{Lu}{0,3}\p{Sc}?$/u.exec(before)
  const words = found?.[1]?.trim().split(/\s+/) ?? []
  return words.slice(0, words.findLastIndex((word) => !isOfPay(word)) + 1).join(' ') || null
}

/** The ranges for a place, and the others with the reason. If they do not depend on the place, all of them. */
export function ofPlace<Of extends { readonly place: string | null }>(
  all: readonly Of[],
  place: string,
): { own: readonly Of[]; others: readonly Of[] } {
  const places = new Set(all.map((each) => each.place && folded(each.place)))
  if (all.length < 2 || places.size < all.length || places.has(null)) return { own: all, others: [] }
  const here = folded(place)
  const own = all.filter((each) => here.includes(folded(each.place?.split(',')[0] ?? '')))
  return own.length === 1 ? { own, others: all.filter((each) => each !== own[0]) } : { own: [], others: all }
}
