// Formats pay, in whole US dollars.

/** `$187,400` */
export const dollars = (amount: number): string =>
  `${amount < 0 ? '−' : ''}$${String(Math.abs(Math.round(amount))).replace(/\B(?=(\d{3})+$)/g, ',')}`

/** `$187k`, for the small labels of a chart; under ten thousand whole. */
export const thousands = (amount: number): string =>
  Math.abs(amount) < 10_000 ? dollars(amount) : `${dollars(Math.round(amount / 1000))}k`

/** `+3.1 %`, `−0.4 %`; nothing for what is not known. */
export const percentChange = (percent: number | null): string =>
  percent === null ? '' : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`

/** `33,173` */
export const counted = (amount: number): string => dollars(amount).slice(1)
