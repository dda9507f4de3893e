// Prepares text for reading pay: one kind of dash, space and apostrophe, and no mojibake.
import { repairMojibake, withWindowsLetters } from './damaged.ts'
import { cutCjk } from './pay-vocabulary.ts'

const DAMAGED = /[Â-ô][\u0080-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,3}/g
const decodeMojibake = (damaged: string): string => {
  const { text, sure } = repairMojibake(withWindowsLetters(damaged))
  return sure ? text : damaged
}

/** Dashes that were damaged by two wrong encodings, or by a change to capitals. */
const DAMAGED_DASH = /[âÂ]€["'‘’“”–—˜\u0080-\u009f]|‚Äì|‚Äî|ï¿½|\ufffd/g
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ ndash: '-', mdash: '-', minus: '-', euro: '€', pound: '£', yen: '¥', nbsp: ' ', thinsp: ' ' },
  ...{ amp: '&', rsquo: "'", apos: "'" },
}

const repairText = (text: string): string =>
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
