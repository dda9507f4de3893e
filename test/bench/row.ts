// One benchmark result: the measured value, its baseline from the same rounds, and the target.

export interface Row {
  name: string
  measured: number
  /** The baseline; null if the target is an absolute number. */
  floor: { name: string; value: number } | null
  unit: string
  /** Median of the per-round ratios, which other load on the machine affects less than either number. */
  ratio: number | null
  /**
   * Target for the ratio, or for the measured value if there is no baseline; null for rows shown only for
   * context.
   */
  aim: { atMost: number } | { atLeast: number } | null
}

const decimals = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3)

const shown = (value: number): string => value.toFixed(decimals(value))

function verdict({ aim, ratio, measured }: Row): string {
  if (!aim) return ''
  // Compare the printed value: 1.80 is not over 1.80.
  const value = Number((ratio ?? measured).toFixed(2))
  return ('atMost' in aim ? value <= aim.atMost : value >= aim.atLeast) ? 'ok' : 'short'
}

const aimText = ({ aim, floor, unit }: Row): string => {
  if (!aim) return ''
  const bound = 'atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`
  return floor ? `${bound}×` : `${bound} ${unit}`
}

const HEAD = ['what', 'measured', 'floor', 'which is', 'ratio', 'aim', '']
const TO_THE_RIGHT = new Set([1, 2, 4])

/** The head and the rows, cell by cell. */
export const columnsOf = (rows: readonly Row[]): string[][] => [
  HEAD,
  ...rows.map((row) => [
    row.name,
    `${shown(row.measured)} ${row.unit}`,
    row.floor ? `${shown(row.floor.value)} ${row.unit}` : '',
    row.floor?.name ?? '',
    row.ratio === null ? '' : `${row.ratio.toFixed(2)}×`,
    aimText(row),
    verdict(row),
  ]),
]

/** The rows as a table of text. */
export function tableOf(rows: readonly Row[]): string {
  const lines = columnsOf(rows)
  const widths = HEAD.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => (TO_THE_RIGHT.has(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
