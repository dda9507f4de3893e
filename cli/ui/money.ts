// Formats pay, in whole US dollars.

/** Formats dollars: `$187,400`. */
export const dollars = (amount: number): string =>
  `${amount < 0 ? '−' : ''}$${String(Math.abs(Math.round(amount))).replace(/\B(?=(\d{3})+$)/g, ',')}`

/** Formats thousands for chart labels: `$187k`; amounts under ten thousand in full. */
export const thousands = (amount: number): string =>
  Math.abs(amount) < 10_000 ? dollars(amount) : `${dollars(Math.round(amount / 1000))}k`

/** Formats a change: `+3.1 %`, `−0.4 %`; empty if unknown. */
export const percentChange = (percent: number | null): string =>
  percent === null ? '' : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`

/** Formats a count: `33,173`. */
export const counted = (amount: number): string => dollars(amount).slice(1)
