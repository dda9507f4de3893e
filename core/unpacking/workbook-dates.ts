// Finds the numbers in a workbook that are dates or money. Only the style of a cell shows that a number of days is a date.
import { DAY_MS } from '../kernel/clock.ts'
import type { Entry } from './archive.ts'
import { localName, readXml } from './markup.ts'
import { plainNumber, type SheetReading } from './workbook.ts'

/** Returns a function that writes a number as its style says: dates as ISO text without a zone, `14:30`, `5%`, `$ 20`. */
export async function datesOf(entries: readonly Entry[]): Promise<SheetReading['textOfNumber']> {
  const styles = await stylesOf(entries.find(({ name }) => name === 'xl/styles.xml'))
  const from1904 = await isFrom1904(entries.find(({ name }) => name === 'xl/workbook.xml'))
  return (value, style) => {
    if (!/^-?\d/.test(value)) return null
    const kind = styles[style]
    if (kind === 'date') return dateOf(Number(value), from1904)
    if (kind === 'percent') return `${plainNumber(String(Number(value) * 100))}%`
    return typeof kind === 'object' ? `${kind.sign} ${plainNumber(value)}${kind.per}` : null
  }
}

/** The built-in formats, which files do not define (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format has a day, month, year or time outside its quoted text. */
const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?:[a-z]+\d*|\$[^\]]*|[<>=][^\]]*)\]|general/gi, ''))

interface Money {
  readonly sign: string
  /** The words after an amount: `/hr`. */
  readonly per: string
}

/** The sign or code of a currency in a format, and its period: `"$"#,##0`, `[$€-407] #,##0.00`, `"$"0.00"/hr"`. */
function currencyOf(code: string): Money | null {
  const [, bracket] = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(code) ?? []
  const [first = ''] = code.split(';')
  const per = /(?:\/ ?|\b(?:per|pro|par|al) )\p{L}+\.?(?="(?:[^"]*)$)/u.exec(first)?.[0] ?? ''
  const sign =
    bracket ??
    first
      .replace(per, '')
      .replace(/\[[^\]]*\]/g, '')
      .replace(/[#0,.?*_@%/\\"()\s-]|General/gi, '')
  return /^(?:\p{Sc}|[A-Z]{1,3}\p{Sc}|\p{Sc}[A-Z]{2}|[A-Z]{3}|kr|zł|Kč|Fr)\.?$/u.test(sign)
    ? { sign, per }
    : null
}

type Kind = 'date' | 'percent' | 'plain' | Money

/** What a format shows. Its quoted text does not count. */
function kindOf(code: string): Kind {
  if (code.replace(/"[^"]*"|\\./g, '').includes('%')) return 'percent'
  return currencyOf(code) ?? (isDateFormat(code) ? 'date' : 'plain')
}

async function stylesOf(entry: Entry | undefined): Promise<Kind[]> {
  const styles: Kind[] = []
  const formats = new Map<number, Kind>([
    [9, 'percent'],
    [10, 'percent'],
  ])
  let inCells = false
  await readXml(entry, {
    onopentag(name, { numFmtId, formatCode = '' }) {
      const tag = localName(name)
      const id = Number(numFmtId)
      if (tag === 'cellXfs') inCells = true
      if (tag === 'numFmt' && formats.get(id) !== 'percent') formats.set(id, kindOf(formatCode))
      if (tag !== 'xf' || !inCells) return
      styles.push(formats.get(id) ?? (isBuiltInDate(id) ? 'date' : 'plain'))
    },
    onclosetag(name) {
      if (localName(name) === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Workbooks of early Macintosh programs count days from 1904. */
async function isFrom1904(workbook: Entry | undefined): Promise<boolean> {
  let found = false
  await readXml(workbook, {
    onopentag(name, { date1904 }) {
      if (localName(name) === 'workbookPr') found = date1904 === '1' || date1904 === 'true'
    },
  })
  return found
}

/** Days from the start of either count to 1970. */
const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 }

/** Null unless the day is between 1900 and 2200, or a time alone. */
function dateOf(days: number, from1904: boolean): string | null {
  if (days >= 0 && days < 1) {
    const time = new Date(Math.round(days * 86_400) * 1000).toISOString().slice(11, 19)
    return time.replace(/:00$/, '')
  }
  const since1970 = days - (from1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)
  if (!(since1970 > -25_500 && since1970 < 84_000)) return null
  const iso = new Date(Math.round((since1970 * DAY_MS) / 1000) * 1000).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}
