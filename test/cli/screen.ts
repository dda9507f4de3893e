// A minimal terminal emulator: turns the bytes a view writes into the screen they produce at a given size.
import { widthOf } from '../../cli/ui/width.ts'

export interface Shown {
  /** Lines without trailing spaces. */
  lines: string[]
  /** How the character of each cell is drawn: the numbers of its escape codes, "1;34". */
  styles: string[][]
  /** Whether the alternate screen and the cursor are shown. */
  isAlternate: boolean
  hasCursor: boolean
}

const TOKEN = /\u001b\[(\??)([\d;]*)([A-Za-z])|\u001b[()][A-Z0-9]|[\s\S]/gu

/** What a code that ends something ends. */
const ENDED: Readonly<Record<string, RegExp>> = {
  '22': /^[12]$/,
  '24': /^4$/,
  '27': /^7$/,
  '39': /^(?:3|9)\d$/,
}

/** A style with the numbers of one more escape code; 0, or none, ends all. */
function styledBy(style: string, numbers: string): string {
  if (numbers === '' || numbers === '0') return ''
  const ended = ENDED[numbers]
  const codes = style.split(';').filter((code) => code && !ended?.test(code))
  return [...codes, ...(ended ? [] : [numbers])].join(';')
}

/** The screen after these bytes. */
export function shownBy(bytes: string, { columns, rows }: { columns: number; rows: number }): Shown {
  const blank = (fill: string) => Array.from({ length: rows }, () => Array<string>(columns).fill(fill))
  let [grid, styles, style] = [blank(' '), blank(''), '']
  let [row, column] = [0, 0]
  let [isAlternate, hasCursor] = [false, true]
  const put = (char: string) => {
    const width = widthOf(char)
    // Combining characters take no column of their own.
    if (width === 0) {
      const at = column - 1
      if (at >= 0) grid[row]![at] += char
      return
    }
    if (column + width > columns) [row, column] = [Math.min(row + 1, rows - 1), 0]
    grid[row]![column] = char
    styles[row]!.fill(style, column, column + width)
    if (width === 2) grid[row]![column + 1] = ''
    column += width
  }
  for (const [token, isPrivate, numbers = '', letter] of bytes.matchAll(TOKEN)) {
    const [first = 1, second = 1] = numbers.split(';').map(Number)
    if (isPrivate) {
      if (numbers === '1049') isAlternate = letter === 'h'
      if (numbers === '25') hasCursor = letter === 'h'
    } else if (letter === 'H') [row, column] = [first - 1 || 0, second - 1 || 0]
    else if (letter === 'J') [grid, styles] = [blank(' '), blank('')]
    else if (letter === 'K') {
      grid[row]!.fill(' ', column)
      styles[row]!.fill('', column)
    } else if (letter === 'm') style = styledBy(style, numbers)
    else if (letter) continue
    else if (token === '\n') [row, column] = [Math.min(row + 1, rows - 1), 0]
    else if (token === '\r') column = 0
    else put(token)
  }
  return { lines: grid.map((line) => line.join('').trimEnd()), styles, isAlternate, hasCursor }
}
