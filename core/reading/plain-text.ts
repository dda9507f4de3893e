// Prepares text for reading pay: one kind of dash, space and apostrophe, and no mojibake.
import { cutCjk } from './pay-vocabulary.ts'

/** The Windows-1252 characters of bytes 0x80–0x9f, in order; a dot marks an unused byte. */
const WINDOWS_1252_HIGH = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'
const byteOf = (char: string): number => {
  const at = WINDOWS_1252_HIGH.indexOf(char)
  return at >= 0 && char !== '.' ? 0x80 + at : char.charCodeAt(0)
}

const DAMAGED = /[Â-ô][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g
/** Repairs UTF-8 that was read as Windows-1252. Bytes that are no UTF-8 stay. */
const decodeMojibake = (damaged: string): string => {
  const text = Buffer.from(Array.from(damaged, byteOf)).toString('utf8')
  return text.includes('\ufffd') ? damaged : text
}

/** Dashes that were damaged by two wrong encodings, or by a change to capitals. */
const DAMAGED_DASH = /[âÂ]€["'‘’“”–—˜\u0080-\u009f]|‚Äì|‚Äî|ï¿½|\ufffd/g
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ ndash: '-', mdash: '-', minus: '-', euro: '€', pound: '£', yen: '¥', nbsp: ' ', thinsp: ' ' },
  ...{ amp: '&', rsquo: "'", apos: "'" },
}

export const repairText = (text: string): string =>
  text
    .replace(DAMAGED, decodeMojibake)
    .replace(DAMAGED_DASH, '-')
    .replace(/‚Ç¬/g, '€')
    .replace(/¬£/g, '£')
    .replace(/&(?:([a-z]{3,6})|#(\d{2,5}));/g, (whole, name?: string, code?: string) =>
      name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** Replaces variants of characters: full-width forms, apostrophes, dashes, spaces. Removes the `,-` after round amounts. */
export const plainText = (text: string): string =>
  cutCjk(
    repairText(text)
      .normalize('NFKC')
      .replace(/[’‘`´ʼ′]/g, "'")
      .replace(/[‐-―−~〜～‑⁃﹘﹣－]/g, '-')
      .replace(/(?<=\d)[,.:]\s?-{1,2}(?![\d-])/g, ' ')
      .replace(/[\r\n]+/g, ' ; '),
  ).replace(/\s+/g, ' ')
