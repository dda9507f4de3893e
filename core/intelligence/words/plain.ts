// Prepares text for comparison, so that spellings of a title or place give the same words.
import { foldedFully } from '../../kernel/folded.ts'

/** Lower-case ASCII words joined by single spaces, without accents and punctuation: "R.N., Sr." → "rn sr". */
export const plainText = (text: string): string =>
  foldedFully(text)
    .replace(/&/g, ' and ')
    .replace(/['’`]/g, '')
    .replace(/\b([a-z])[./](?=[a-z]\b)/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Lower-case words. Bracketed text and punctuation are dropped, but not `+`, `#` and `&`, as in "C++", "C#" and "R&D". */
export function plainWords(text: string): string[] {
  return foldedFully(text)
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/['’.](?=\s|$)|['’]/g, '')
    .replace(/[^a-z0-9+#&]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && word !== '&')
}

/** The singular of a word by rules. It need not be correct English, only always the same. */
export function singular(word: string, kept: ReadonlySet<string>): string {
  if (word.length < 4 || !word.endsWith('s') || kept.has(word) || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  return /(sh|ch|x|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** The entries "text:number" of a cell. */
export const countsIn = (cell: string): [text: string, count: number][] =>
  cell.split(' ').map((entry) => {
    const colon = entry.lastIndexOf(':')
    return [entry.slice(0, colon), Number(entry.slice(colon + 1))]
  })

/** Compares by code units, so that the order is the same on every machine. */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A slug: lower-case words joined by hyphens, safe in URLs and in a `data_point_id`. */
export function slugOf(text: string): string {
  const spelled = foldedFully(text)
    .replace(/c\+\+/g, 'cpp')
    .replace(/c#/g, 'csharp')
    .replace(/\.net/g, ' dotnet ')
    .replace(/&/g, ' and ')
  return spelled
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
