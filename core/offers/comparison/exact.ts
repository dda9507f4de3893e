// Exact decimal arithmetic with fractions of integers. Results are rounded to the cent once, half away from zero.

export interface Exact {
  readonly over: bigint
  readonly under: bigint
}

/** The exact value of a decimal as written: 1.08 is 108/100, not the nearest binary number. */
export function exact(value: number): Exact {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) throw new RangeError(`${value} is not a plain decimal.`)
  const over = BigInt(whole + decimals)
  return { over: sign ? -over : over, under: 10n ** BigInt(decimals.length) }
}

export const ZERO: Exact = { over: 0n, under: 1n }
export const ONE: Exact = { over: 1n, under: 1n }

export const times = (...factors: readonly Exact[]): Exact =>
  factors.reduce((all, one) => ({ over: all.over * one.over, under: all.under * one.under }), ONE)

export const plus = (one: Exact, other: Exact): Exact => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
})

export const minus = (one: Exact, other: Exact): Exact => plus(one, { over: -other.over, under: other.under })

/** Throws RangeError for a division by zero. */
export function dividedBy(one: Exact, other: Exact): Exact {
  if (other.over === 0n) throw new RangeError('A division by zero.')
  const { over, under } = { over: one.over * other.under, under: one.under * other.over }
  return under < 0n ? { over: -over, under: -under } : { over, under }
}

export const power = (base: Exact, exponent: number): Exact =>
  times(...Array.from({ length: exponent }, () => base))

/** The nearest whole number of hundredths. Halves are rounded away from zero. */
export function hundredths({ over, under }: Exact): bigint {
  const doubled = 200n * (over < 0n ? -over : over) + under
  const rounded = doubled / (2n * under)
  return over < 0n ? -rounded : rounded
}

export const fromHundredths = (cents: bigint): Exact => ({ over: cents, under: 100n })

export const decimalOf = (cents: bigint): number => Number(cents) / 100

export const toCents = (value: Exact): number => decimalOf(hundredths(value))
