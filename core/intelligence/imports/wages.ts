// DOL OFLC prevailing wages by area: ALC_Export.csv in OFLC_Wages_2026-27.zip. Level III is the OEWS mean of
// an area and occupation, level I the mean of its lowest-paid third.
import { must } from '../../kernel/must.ts'
import { readManifest } from '../file/csv.ts'
import { lognormalOf } from '../estimates/percentiles.ts'
import { HOURS_A_YEAR } from './hours.ts'
import { figureOf, type Row } from './layout.ts'
import { areasOf, createLedger, folderOf, unknownYear, yearIn, type FileReader } from './read-file.ts'
import { socResolver, type SocResolver } from './soc.ts'

/** OFLC mixes hourly and yearly wages in one column: values below this are hourly. */
const MIN_YEARLY_WAGE = 1_000

/** A row in the stored columns, with `sharing` still empty, or the reason it is skipped. */
function readWage(row: Row, areas: ReadonlyMap<string, string>, resolve: SocResolver): string[] | string {
  const area = row('AREA')
  if (!areas.has(area)) return 'an area without a city of the catalogue'
  const soc = resolve(row('SOCCODE', 'SOC_CODE'))
  if (!soc) return 'an occupation the catalogue does not have'
  const [l1, l3, l4] = ['LEVEL1', 'LEVEL3', 'LEVEL4'].map((name) => yearly(figureOf(row(name))))
  if (!l1 || !l3 || !l4) return 'no wage released'
  if (l1 === l4 || !lognormalOf(l3, l1)) return 'levels from which no percentiles follow'
  return [soc, area, String(Math.round(l3)), String(Math.round(l1)), '']
}

const yearly = (wage: number | null): number | null =>
  wage === null ? null : wage < MIN_YEARLY_WAGE ? wage * HOURS_A_YEAR : wage

/** A key that is equal for areas with pooled figures: the occupation and all four levels. */
const figuresOf = (row: Row): string =>
  ['SOCCODE', 'LEVEL1', 'LEVEL2', 'LEVEL3', 'LEVEL4']
    .map((name) => row(name, name.replace('SOCCODE', 'SOC_CODE')))
    .join('|')

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
