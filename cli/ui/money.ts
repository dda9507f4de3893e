// Formats pay, in whole US dollars.
import { dollars } from '../../core/kernel/amounts.ts'

export const thousands = (amount: number): string =>
  Math.abs(amount) < 10_000 ? dollars(amount) : `${dollars(Math.round(amount / 1000))}k`

export const percentChange = (percent: number | null): string =>
  percent === null ? '' : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
