// Parses durations as people type them: "90m", "1h30m", "1h30", "1.5h", "45 min".

const UNITS: readonly (readonly [spelling: RegExp, minutes: number])[] = [
  [/^(?:m|min|mins|minutes?)$/, 1],
  [/^(?:h|hr|hrs|hours?)$/, 60],
  [/^(?:d|days?)$/, 24 * 60],
]

/** Whole minutes, or null if it is not a positive duration. A number without a unit is ambiguous: null. */
export function readMinutes(text: string): number | null {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/(\dh\d\d)$/, '$1m')
  if (!/^(?:\d+(?:[.,]\d+)?\s*[a-z]+\s*)+$/.test(said)) return null
  const parts = [...said.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/g)]
  const minutes = parts.map(([, amount = '', unit = '']) => {
    const found = UNITS.find(([spelling]) => spelling.test(unit))
    return found ? Number(amount.replace(',', '.')) * found[1] : NaN
  })
  const total = minutes.reduce((sum, each) => sum + each, 0)
  return Number.isInteger(total) && total > 0 ? total : null
}
