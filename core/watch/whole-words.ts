// Finds whole words in a text, regardless of case and accents.

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean)

export function hasWords(text: string, wanted: string): boolean {
  const needle = plainWords(wanted)
  return needle.length > 0 && ` ${plainWords(text).join(' ')} `.includes(` ${needle.join(' ')} `)
}
