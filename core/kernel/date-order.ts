// The order of the numbers in 3/4/2026, by locale.

export type DateOrder = 'month-first' | 'day-first'

/** The order of a locale (`de_DE.UTF-8`); American only in the United States and in C, like `date +%x`. */
export function orderIn(locale: string | undefined): DateOrder {
  const name = locale || Intl.DateTimeFormat().resolvedOptions().locale
  return /[_-]US\b|^(?:C|POSIX|en|und)\b(?![_-])/i.test(name) ? 'month-first' : 'day-first'
}
