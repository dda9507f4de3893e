// Which numbers in a workbook are dates: it keeps a date as a number of days, and only the style of the cell says so.
import type { Entry } from './archive.ts'
import { decoded } from './decoded.ts'
import { xmlParser } from './markup.ts'
import type { ReadStyled } from './workbook.ts'

/** Reads numbers in cells with the style of a date as ISO dates, or dates with a time, without a zone. */
export async function datesOf(entries: readonly Entry[]): Promise<ReadStyled> {
  const dated = await dateStyles(entries.find(({ name }) => name === 'xl/styles.xml'))
  const from1904 = await isFrom1904(entries.find(({ name }) => name === 'xl/workbook.xml'))
  return (value, style) => (dated.has(style) ? dateOf(Number(value), from1904) : null)
}

/** The formats that every program knows without a description (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** A format has a day, month, year or time, apart from what it quotes. */
const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?:[a-z]+\d*|\$[^\]]*|[<>=][^\]]*)\]|general/gi, ''))

/** The places of the cell styles that show dates. */
async function dateStyles(styles: Entry | undefined): Promise<Set<number>> {
  const dated = new Set<number>()
  const formats = new Map<number, boolean>()
  let inCells = false
  let at = -1
  await each(styles, {
    onopentag(name, { numFmtId, formatCode }) {
      const tag = plain(name)
      if (tag === 'cellXfs') inCells = true
      const id = Number(numFmtId)
      if (tag === 'numFmt') formats.set(id, isDateFormat(formatCode ?? ''))
      if (tag !== 'xf' || !inCells) return
      at += 1
      if (formats.get(id) ?? isBuiltInDate(id)) dated.add(at)
    },
    onclosetag(name) {
      if (plain(name) === 'cellXfs') inCells = false
    },
  })
  return dated
}

/** Workbooks of early Macintosh programs count from 1904. */
async function isFrom1904(workbook: Entry | undefined): Promise<boolean> {
  let found = false
  await each(workbook, {
    onopentag(name, { date1904 }) {
      if (plain(name) === 'workbookPr') found = date1904 === '1' || date1904 === 'true'
    },
  })
  return found
}

interface Tags {
  onopentag(name: string, attributes: Record<string, string>): void
  onclosetag?(name: string): void
}

async function each(entry: Entry | undefined, tags: Tags): Promise<void> {
  if (!entry) return
  const parser = xmlParser(tags)
  for await (const text of decoded(entry.pieces())) parser.write(text)
  parser.end()
}

const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

const DAY_MS = 86_400_000
/** The days from the beginning of either count to 1970. */
const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 }

/** Null for what is no day between 1900 and 2200, such as a time alone. */
function dateOf(days: number, from1904: boolean): string | null {
  const since1970 = days - (from1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)
  if (!(since1970 > -25_500 && since1970 < 84_000)) return null
  const iso = new Date(Math.round((since1970 * DAY_MS) / 1000) * 1000).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}
