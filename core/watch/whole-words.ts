// Finds whole words in a text, regardless of case and accents.
import { foldedFully } from '../kernel/folded.ts'

const plainWords = (text: string): string[] =>
  foldedFully(text)
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean)

export function hasWords(text: string, wanted: string): boolean {
  const needle = plainWords(wanted)
  return needle.length > 0 && ` ${plainWords(text).join(' ')} `.includes(` ${needle.join(' ')} `)
}
