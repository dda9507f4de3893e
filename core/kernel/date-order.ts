// Whether 3/4/2026 is in March or April, by locale.

export type DateOrder = 'month-first' | 'day-first'

/** The order in a locale such as `de_DE.UTF-8`. Month first only in the United States and in C, as `date +%x` does it. */
export function orderIn(locale: string | undefined): DateOrder {
  const name = locale || Intl.DateTimeFormat().resolvedOptions().locale
  return /[_-]US\b|^(?:C|POSIX|en|und)\b(?![_-])/i.test(name) ? 'month-first' : 'day-first'
}
