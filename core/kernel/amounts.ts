// Writes amounts and counts in groups of thousands. `toLocaleString` would load ICU tables, which takes a tenth of crm's start.

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** `1,234.5`: at most two decimals. */
export function counted(amount: number): string {
  const [whole = '', part] = String(Math.round(Math.abs(amount) * 100) / 100).split('.')
  return `${amount * 100 <= -0.5 ? '−' : ''}${grouped(whole)}${part === undefined ? '' : `.${part}`}`
}

/** `1 row`, `2,000 rows`. */
export const several = (count: number, noun: string): string =>
  `${counted(count)} ${noun}${count === 1 ? '' : 's'}`

/** `1,234` for a whole amount, else two decimals: `1,234.50`. */
export const inCents = (amount: number): string =>
  Number.isInteger(amount) ? counted(amount) : counted(amount).replace(/\.\d$/, '$&0')

/** `$1,234`, in whole dollars. */
export const dollars = (amount: number): string =>
  `${amount < -0.5 ? '−' : ''}$${grouped(String(Math.abs(Math.round(amount))))}`
