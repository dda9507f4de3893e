// The table of nouns and their verbs in `docs/guide.md`, whose verbs are those of the commands.
import { readFileSync } from 'node:fs'
import { GROUPS } from '../../cli/groups.ts'

/** Where the table stands. */
export const GUIDE = new URL('../../docs/guide.md', import.meta.url)

/** A row of one noun whose cell begins with its verbs; one that shortens them is written by hand. */
const ROW = /^\| `([a-z]+)` +\| `([a-z -]+)`(.*?) *\|$/

async function verbs(): Promise<Map<string, string>> {
  const groups = await Promise.all(GROUPS.map(({ load }) => load()))
  return new Map(
    groups.map(({ name, commands }) => [
      name,
      commands
        .filter(({ hidden }) => !hidden)
        .map((command) => command.name)
        .join(' '),
    ]),
  )
}

/** The cells of a row of a table. */
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** A table as prettier sets it. */
function table(rows: string[][]): string {
  const isRule = (cell: string) => /^-+$/.test(cell)
  const widths = rows[0]!.map((_, at) =>
    Math.max(...rows.map((row) => (isRule(row[at]!) ? 3 : row[at]!.length))),
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, at) => (isRule(cell) ? '-'.repeat(widths[at]!) : cell.padEnd(widths[at]!)))
      return `| ${cells.join(' | ')} |\n`
    })
    .join('')
}

/** The page as it stands, with the verbs as the commands have them. */
export async function guidePage(): Promise<string> {
  const known = await verbs()
  const row = (line: string) =>
    line.replace(
      ROW,
      (_, noun: string, old: string, rest: string) =>
        `| \`${noun}\` | \`${known.get(noun) ?? old}\`${rest} |`,
    )
  const page = readFileSync(GUIDE, 'utf8')
  return page.replace(/^\| noun .*\n(?:\|.*\n)+/m, (found) =>
    table(found.trimEnd().split('\n').map(row).map(cellsOf)),
  )
}
