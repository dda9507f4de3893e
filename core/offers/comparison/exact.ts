// Exact decimal arithmetic with fractions of integers. Results are rounded to the cent once, half away from zero.

export interface Ratio {
  readonly top: bigint
  readonly bottom: bigint
}

/** The exact value of a decimal as written: 1.08 is 108/100, not the nearest binary number. */
export function exact(value: number): Ratio {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) throw new RangeError(`${value} is not a plain decimal.`)
  const top = BigInt(whole + decimals)
  return { top: sign ? -top : top, bottom: 10n ** BigInt(decimals.length) }
}

export const ZERO: Ratio = { top: 0n, bottom: 1n }
export const ONE: Ratio = { top: 1n, bottom: 1n }

export const times = (...factors: readonly Ratio[]): Ratio =>
  factors.reduce((all, one) => ({ top: all.top * one.top, bottom: all.bottom * one.bottom }), ONE)

export const plus = (one: Ratio, other: Ratio): Ratio => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})

export const minus = (one: Ratio, other: Ratio): Ratio => plus(one, { top: -other.top, bottom: other.bottom })

export function dividedBy(one: Ratio, other: Ratio): Ratio {
  if (other.top === 0n) throw new RangeError('A division by zero.')
  const [top, bottom] = [one.top * other.bottom, one.bottom * other.top]
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom }
}

export const power = (base: Ratio, exponent: number): Ratio =>
  times(...Array.from({ length: exponent }, () => base))

/** The nearest whole number of hundredths. Halves are rounded away from zero. */
export function hundredths({ top, bottom }: Ratio): bigint {
  const doubled = 200n * (top < 0n ? -top : top) + bottom
  const rounded = doubled / (2n * bottom)
  return top < 0n ? -rounded : rounded
}

export const fromHundredths = (cents: bigint): Ratio => ({ top: cents, bottom: 100n })

export const decimalOf = (cents: bigint): number => Number(cents) / 100

export const roundToCents = (value: Ratio): number => decimalOf(hundredths(value))
