// Whether 3/4/2026 is in March or April, by locale.

export type DateOrder = 'month-first' | 'day-first'

/** The order in a locale such as `de_DE.UTF-8`. As in `date +%x`, US locales and C put the month first. So does a bare `en`. */
export function orderIn(locale: string | undefined): DateOrder {
  const name = locale || Intl.DateTimeFormat().resolvedOptions().locale
  return /[_-]US\b|^(?:C|POSIX|en|und)\b(?![_-])/i.test(name) ? 'month-first' : 'day-first'
}
