// Small charts of text: a pay range with its quartiles and tails, figures and labels below; and a series on one line.
import { widthOf } from './width.ts'

/** A point on the range. If room is short, labels with a higher `weight` are kept. */
export interface Mark {
  name: string
  value: number
  label: string
  weight: number
}

/** Another amount on the same scale, drawn as its sign. */
type Pin = Mark & { sign: string }

/** The chart, at most `width` columns wide: the range with a box from p25 to p75, then figures, then names. */
export function rangeChart(marks: readonly Mark[], pins: readonly Pin[], width: number): string[] {
  const [first, last] = [marks[0], marks.at(-1)]
  const all = [...marks, ...pins].sort((a, b) => a.value - b.value)
  const [least, most] = [all[0], all.at(-1)]
  if (!first || !last || !least || !most) return []
  const [left, right] = [half(least), half(most)]
  const room = Math.max(1, width - 1 - left - right)
  const span = most.value - least.value
  const column = ({ value }: Mark) =>
    left + (span > 0 ? Math.round(((value - least.value) / span) * room) : 0)
  const at = (name: string) => column(marks.find((mark) => mark.name === name) ?? first)
  const bar = Array.from({ length: width }, (_, x) => {
    const pin = pins.find((one) => column(one) === x)
    if (pin) return pin.sign
    if (x < column(first) || x > column(last)) return ' '
    if (x === at('survey')) return '┃'
    if (x >= at('p25') && x <= at('p75')) return '█'
    return x === column(first) ? '├' : x === column(last) ? '┤' : '─'
  })
  return [
    bar.join('').trimEnd(),
    placed(all, column, (mark) => mark.label, width),
    placed(all, column, (mark) => mark.name, width),
  ]
}

const half = ({ label, name }: Mark): number => Math.ceil(Math.max(widthOf(label), widthOf(name)) / 2)

/** Centres each text under its mark. If two would touch, the one with the higher weight is kept. */
function placed(
  marks: readonly Mark[],
  column: (mark: Mark) => number,
  textOf: (mark: Mark) => string,
  width: number,
): string {
  const cells = Array.from({ length: width }, () => ' ')
  for (const mark of [...marks].sort((a, b) => b.weight - a.weight)) {
    // Both rows keep the same marks, so that each name has its figure.
    const needed = Math.max(widthOf(mark.label), widthOf(mark.name))
    const start = Math.max(0, Math.min(column(mark) - Math.floor(needed / 2), width - needed))
    const taken = cells.slice(Math.max(0, start - 1), start + needed + 1)
    if (taken.some((cell) => cell !== ' ')) continue
    const text = textOf(mark)
    const shift = Math.floor((needed - widthOf(text)) / 2)
    // Reserve the full space even for a shorter text.
    cells.fill('\0', start, start + needed)
    ;[...text].forEach((char, index) => (cells[start + shift + index] = char))
  }
  return cells.join('').replaceAll('\0', ' ').trimEnd()
}

type Range = Readonly<Record<'low' | 'median' | 'high', number>>

/** Draws a range as a bar, on one scale with all of these. */
export function rangeBars(all: readonly Range[], width: number): (range: Range) => string {
  const [min, max] = [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))]
  const column = (value: number) => (max > min ? Math.round(((value - min) / (max - min)) * (width - 1)) : 0)
  return ({ low, median, high }) =>
    Array.from({ length: width }, (_, x) => {
      if (x === column(median)) return '┃'
      if (x === column(low)) return '├'
      if (x === column(high)) return '┤'
      return x > column(low) && x < column(high) ? '─' : ' '
    }).join('')
}

const BLOCKS = '▁▂▃▄▅▆▇█'

/** A series in at most `width` columns, always including the last; a flat series is at mid-height. */
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
