// Letters that were decoded wrongly once: UTF-8 that was read as western Windows, as in “MÃ¼ller”.
import { once } from '../kernel/once.ts'

/** A lead byte of UTF-8 as a letter, and one that follows it. */
const DAMAGED =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/

/** The byte of each character of western Windows. */
const bytes = once(() => {
  const decoder = new TextDecoder('windows-1252')
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
})

const isDamaged = (text: string): boolean => DAMAGED.test(text)

/** The text with its letters mended, where every one of them can be; `sure` is false when some stay damaged. */
export function mended(text: string): { text: string; sure: boolean } {
  if (!isDamaged(text)) return { text, sure: true }
  const encoded = Array.from(text, (sign) => bytes().get(sign))
  if (encoded.some((byte) => byte === undefined)) return { text, sure: false }
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(encoded, (byte) => byte ?? 0),
    )
    return { text: decoded, sure: true }
  } catch {
    return { text, sure: false }
  }
}
