// Text without accents and case, to compare what people type. In SQL, crm_words and crm_folded do the same.

/** Printable ASCII, the most common text, only needs lower case. */
const ASCII = /^[\t-\x7e]*$/

/** Also folds đ, œ and ı, which the database keeps. Only for texts that are not compared in SQL. */
export const foldedFully = (text: string): string =>
  folded(text.normalize('NFKD')).replace(/[đœı]/g, (letter) => ({ đ: 'd', œ: 'oe' })[letter] ?? 'i')

/** Replaces ae, oe and ue in a folded text by one letter: "mueller" and "muller" are both "muller". */
export const spelledAlike = (text: string): string => text.replace(/([aou])e/g, '$1')

/** "Höganäs" and "HOGANAS" are both "hoganas". */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return (
    lower
      .normalize('NFKD')
      // Removes only accents, as the database does. In kana and other scripts, a combining mark makes another letter.
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .replace(/ø/g, 'o')
      .replace(/ł/g, 'l')
      .replace(/æ/g, 'ae')
  )
}
