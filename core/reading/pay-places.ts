// Pay that differs by place: “$150k–$180k (Denver), $170k–$205k (New York)”. Ranges of other places are no one's pay.
import { folded } from '../kernel/folded.ts'
import type { MoneyToken } from './money-tokens.ts'
import type { Range } from './ranges.ts'

/** What a range is said to be for: “(Denver)” after it, or “Denver:” before it. */
export function placeOf(list: readonly MoneyToken[], plain: string, span: Range): string | null {
  const after = plain.slice(list[span.last]?.end)
  const before = plain.slice(0, list[span.first]?.start)
  const found =
    /^[^();,\d]{0,20}\((\p{Lu}[^()\d$€£]{1,40})\)/u.exec(after) ??
    /(?:^|[;,|·\n(])\s*(?:in |and )?(\p{Lu}[^():;,\d$€£]{1,40}):\s*\p{Lu}{0,3}\p{Sc}?$/u.exec(before)
  return found?.[1]?.trim() ?? null
}

interface PlacedPay {
  readonly place: string | null
  readonly words: string
}

/** The ranges that are for this place, and the others with the reason. All of them where they do not differ by place. */
export function ofPlace<Of extends PlacedPay>(
  all: readonly Of[],
  place: string,
): { own: readonly Of[]; others: readonly Of[] } {
  const places = new Set(all.map((each) => each.place && folded(each.place)))
  if (all.length < 2 || places.size < all.length || places.has(null)) return { own: all, others: [] }
  const here = folded(place)
  const own = all.filter((each) => here.includes(folded(each.place?.split(',')[0] ?? '')))
  return own.length === 1 ? { own, others: all.filter((each) => each !== own[0]) } : { own: [], others: all }
}
