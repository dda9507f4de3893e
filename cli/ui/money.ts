// Formats pay, in whole US dollars, and counts.
import { counted, dollars } from '../../core/kernel/amounts.ts'

export const thousands = (amount: number): string =>
  Math.abs(amount) < 10_000 ? dollars(amount) : `${dollars(Math.round(amount / 1000))}k`

export const percentChange = (percent: number | null): string =>
  percent === null ? '' : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`

/** `1 row`, `2,000 rows`. */
export const several = (count: number, noun: string): string =>
  `${counted(count)} ${noun}${count === 1 ? '' : 's'}`
