// Cleans the rows of a file: repairs mojibake, and removes totals, repeated headers, and rows with only a number.
import { repairMojibake } from '../reading/damaged.ts'
import type { Row, Sheet } from './sheet.ts'

const TOTAL =
  /^(?:grand |sub)?(?:total|sum|summe|gesamt|count|average|durchschnitt|anzahl|totaal|somme|suma|合计|總計|合計)/iu
/** What follows the word in a total. “Total Quality Logistics” is an employer. */
const OF_TOTAL =
  /^(?:[\s\d.,%:：]*$|:|\s+(?:of|number|amount|applications?|applied|companies|contacts?|days|interviews?|jobs?|offers?|pay|people|rejections?|replies|responses?|roles?|rows?|salary|time|bewerbungen|interviews|absagen)\b)/iu
const isTotal = (text: string): boolean => {
  const rest = text.replace(TOTAL, '')
  return rest !== text && (OF_TOTAL.test(rest) || /^\s[^\p{Lu}]*$/u.test(rest))
}

const NUMBER = /^(?:[A-Z]{3} ?)?[\d.,%\s\p{Sc}'’]+(?: ?[A-Z]{3})?$/u

/** Whether a row repeats the headers. Lists that were printed on several pages have such rows. */
const isHeadersAgain = (cells: Row['cells']): boolean =>
  cells.length > 1 &&
  cells.every(
    ([column, value]) =>
      typeof value === 'string' && value.trim().toLowerCase() === column.trim().toLowerCase(),
  )

function isNoRecord({ cells, problem }: Row): boolean {
  if (problem !== null) return false
  if (isHeadersAgain(cells)) return true
  const texts = cells.flatMap(([, value]) => value)
  const rest = texts.filter((text) => !NUMBER.test(text))
  return (
    texts.length > 0 && (rest.length === 0 ? texts.length === 1 : rest.length === 1 && isTotal(rest[0] ?? ''))
  )
}

export function cleanRows(sheet: Sheet): Sheet {
  const counts = { mended: 0, damaged: 0 }
  const repaired = (text: string): string => {
    const read = repairMojibake(text)
    if (read.text !== text) counts.mended += 1
    if (!read.sure || read.text.includes('\uFFFD')) counts.damaged += 1
    return read.text
  }
  const repairedColumns = new Map(sheet.columns.map((column) => [column, repaired(column)]))
  const rows = sheet.rows
    .filter((row) => !isNoRecord(row))
    .map((row): Row => ({
      ...row,
      cells: row.cells.map(([column, value]) => [
        repairedColumns.get(column) ?? column,
        typeof value === 'string' ? repaired(value) : value.map(repaired),
      ]),
    }))
  const leftOut = sheet.rows.length - rows.length
  return {
    ...sheet,
    rows,
    columns: sheet.columns.map((column) => repairedColumns.get(column) ?? column),
    notes: [
      ...sheet.notes,
      leftOut &&
        `${leftOut === 1 ? 'One row' : `${leftOut} rows`} with nothing but a number, a total or the headers: left out.`,
      counts.mended && `Letters that were decoded wrongly were mended in ${cellsOf(counts.mended)}.`,
      counts.damaged &&
        `Letters in ${cellsOf(counts.damaged)} look damaged, and stay so: save the file as UTF-8 and import it again.`,
    ].filter((note) => typeof note === 'string'),
  }
}

const cellsOf = (count: number): string => (count === 1 ? 'one cell' : `${count} cells`)
