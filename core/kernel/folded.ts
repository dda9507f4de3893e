// Text without accents and case, for comparing what people type; the functions crm_words and crm_folded do the same in the database.

/** Most text, which folding its case is enough for. */
const ASCII = /^[\x20-\x7e]*$/

/** A folded text with umlauts as one letter, also where they were written as two: "mueller" and "muller" are "muller". */
export const spelledAlike = (text: string): string => text.replace(/([aou])e/g, '$1')

/** "Höganäs" and "HOGANAS" are both "hoganas". */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return (
    lower
      .normalize('NFKD')
      // Accents only: the marks of kana and of other scripts make other letters, here as in the database.
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .replace(/ø/g, 'o')
      .replace(/ł/g, 'l')
      .replace(/æ/g, 'ae')
  )
}
