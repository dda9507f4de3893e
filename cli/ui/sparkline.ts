// A series as a one-line sparkline.
const BLOCKS = '▁▂▃▄▅▆▇█'

/**
 * Draws the values in at most `width` columns, always
 * including the last; a flat series is drawn at mid-height.
 */
export function sparkline(values: readonly number[], width: number): string {
  const shown = sampled(values, Math.max(1, width))
  const [least, most] = [Math.min(...shown), Math.max(...shown)]
  const heightOf = (value: number) =>
    most > least ? Math.round(((value - least) / (most - least)) * (BLOCKS.length - 1)) : 3
  return shown.map((value) => BLOCKS[heightOf(value)]).join('')
}

/** Evenly sampled values, including the first and the last. */
function sampled(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values]
  if (most === 1) return values.slice(-1)
  const step = (values.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => values[Math.round(at * step)] ?? 0)
}
