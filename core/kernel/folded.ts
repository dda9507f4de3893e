// Text without accents and case, for comparing what people type; the function crm_words does the same in the database.

/** "Höganäs" and "HOGANAS" are both "hoganas". */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
