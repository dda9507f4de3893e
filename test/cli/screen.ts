// A minimal terminal emulator: turns the bytes a view writes into the screen they produce at a given size.
import { widthOf } from '../../cli/ui/width.ts'

export interface Shown {
  /** Lines without trailing spaces. */
  lines: string[]
  /** Whether the alternate screen and the cursor are shown. */
  isAlternate: boolean
  hasCursor: boolean
}

const TOKEN = /\u001b\[(\??)([\d;]*)([A-Za-z])|\u001b[()][A-Z0-9]|[\s\S]/gu

/** The screen after these bytes. */
export function shownBy(bytes: string, { columns, rows }: { columns: number; rows: number }): Shown {
  let grid = Array.from({ length: rows }, () => Array<string>(columns).fill(' '))
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
    if (width === 2) grid[row]![column + 1] = ''
    column += width
  }
  for (const [token, isPrivate, numbers = '', letter] of bytes.matchAll(TOKEN)) {
    const [first = 1, second = 1] = numbers.split(';').map(Number)
    if (isPrivate) {
      if (numbers === '1049') isAlternate = letter === 'h'
      if (numbers === '25') hasCursor = letter === 'h'
    } else if (letter === 'H') [row, column] = [first - 1 || 0, second - 1 || 0]
    else if (letter === 'J') grid = grid.map((line) => line.map(() => ' '))
    else if (letter === 'K') grid[row]!.fill(' ', column)
    else if (letter) continue
    else if (token === '\n') [row, column] = [Math.min(row + 1, rows - 1), 0]
    else if (token === '\r') column = 0
    else put(token)
  }
  return { lines: grid.map((line) => line.join('').trimEnd()), isAlternate, hasCursor }
}
