// Reads a file of DOL OFLC prevailing wages by area.
import { must } from '../../kernel/must.ts'
import { readManifest } from '../file/csv.ts'
import { createLedger } from './ledger.ts'
import { folderOf, unknownYear, yearIn, type FileReader } from './read-file.ts'
import { socResolver } from './soc.ts'
import { areasOf, figuresOf, readWage } from './wages.ts'

export const readWagesFile: FileReader = async (rows, name, { tables, catalog, vintage, today }) => {
  const from =
    vintage ?? yearIn(name, /(20\d\d)[-_]\d\d(?!\d)/) ?? unknownYear('2026 for July 2026 to June 2027')
  // Published in July, from the survey of May of the previous year.
  const year = from - 1
  if (from > Number(today.slice(0, 4)))
    throw new Error(`it would hold from July ${from}, which is still to come`)
  if (year <= readManifest(folderOf(tables)).cells_year || year < catalog.cellsYear)
    throw new Error(`its wages are of May ${year}, and May ${catalog.cellsYear} is loaded already`)
  const [areas, resolve, book] = [areasOf(catalog), socResolver(catalog), createLedger()]
  // How many areas have the same figures is known only at the end, so each line gets its number then.
  const sharing = new Map<string, number>()
  const figures: string[] = []
  for await (const row of rows) {
    const shared = figuresOf(row)
    sharing.set(shared, (sharing.get(shared) ?? 0) + 1)
    const cells = readWage(row, areas, resolve)
    if (book.take(`${cells[0]}|${cells[1]}`, cells)) figures.push(shared)
  }
  const lines = book.lines.map((line, at) => `${line.trimEnd()}${sharing.get(must(figures[at]))}\n`)
  return {
    kind: 'oflc_wages',
    vintage: `July ${from} to June ${from + 1}`,
    year,
    taken: lines.length,
    skipped: book.skippedRows(),
    text: lines.join(''),
    effects: [
      `${lines.length} cells of occupations in cities become those of May ${year}; the others are moved there by the growth of their occupation.`,
    ],
  }
}
