// Text of unknown or wrong encoding: UTF-8 decoded as Windows-1252 (“MÃ¼ller”), Windows-1252 as Latin-1, and bytes that are no UTF-8.
import { quietly } from '../kernel/errors.ts'
import { once } from '../kernel/once.ts'

/** A UTF-8 lead byte shown as a letter, and all its continuation bytes: in “Café” the quotation mark alone is none. */
const REST =
  '[\\u0080-\\u00bf\\u0152\\u0153\\u0160\\u0161\\u0178\\u017d\\u017e\\u0192\\u02c6\\u02dc\\u2013-\\u203a\\u20ac\\u2122]'
const MOJIBAKE = new RegExp(
  `[\\u00c2-\\u00df]${REST}|[\\u00e0-\\u00ef]${REST}{2}|[\\u00f0-\\u00f4]${REST}{3}|â€`,
)

const characters = once(() => {
  // Node 20: without `stream`, it wrongly decodes Windows-1252 as Latin-1.
  const decoder = new TextDecoder('windows-1252')
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte), { stream: true }))
})
const byteOfCharacter = once(() => new Map(characters().map((character, byte) => [character, byte])))

/** Replaces the controls between U+0080 and U+009F by the quotes, dashes and signs of Windows-1252 that they stand for. */
export const withWindowsLetters = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => characters()[sign.charCodeAt(0)] ?? sign)

/** Repairs the text. `sure` is false when some damaged letters could not be repaired. */
export function repairMojibake(text: string): { text: string; sure: boolean } {
  if (!MOJIBAKE.test(text)) return { text, sure: true }
  const encoded = Array.from(text, (sign) => byteOfCharacter().get(sign))
  if (encoded.some((byte) => byte === undefined)) return { text, sure: false }
  const bytes = Uint8Array.from(encoded, (byte) => byte ?? 0)
  const decoded = quietly(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  return { text: decoded ?? text, sure: decoded !== undefined }
}

/** What decoding as Windows-1252 makes of Cyrillic, Greek, Polish or Japanese bytes, and of those of an old Mac. */
const OTHER_LETTERS =
  /[\u0000-\u0008\u0080-\u009f]|[\u00c0-\u017f]{3}|[a-z][À-ÖØ-ÞŠŽŒŸ]|[£¥¯]\p{Ll}|\p{L}{2}[³¹¿]|\p{L}[‚„ƒ†‡ˆ‰‹§]|[A-Z]Ÿ|[¹«°±²³][À-ÿ]|œ(?!\p{L})|Û\d|\p{L}[¢-¦¨©¬±-³µ¶¸¹»-¿¡«†‡ˆ‰‚„ƒ˜]\p{L}/u

/** A file that Excel saved as plain CSV, in Windows-1252; undefined if it looks like another encoding. */
export function westernText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1252').decode(bytes, { stream: true })
  return OTHER_LETTERS.test(text) ? undefined : text
}
