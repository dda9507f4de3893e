// A series as a one-line sparkline.
const BLOCKS = '▁▂▃▄▅▆▇█'

/** In at most `width` columns, always including the last; a flat series is at mid-height. */
export function sparkline(values: readonly number[], width: number): string {
  const shown = sampled(values, Math.max(1, width))
  const [min, max] = [Math.min(...shown), Math.max(...shown)]
  const heightOf = (value: number) =>
    max > min ? Math.round(((value - min) / (max - min)) * (BLOCKS.length - 1)) : 3
  return shown.map((value) => BLOCKS[heightOf(value)]).join('')
}

function sampled(values: readonly number[], max: number): number[] {
  if (values.length <= max) return [...values]
  if (max === 1) return values.slice(-1)
  const step = (values.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, at) => values[Math.round(at * step)] ?? 0)
}
