// The rows of a workbook's sheets (.xlsx): an archive of XML files, of which only text and numbers are read here.
import type { Entry } from './zip.ts'

/** Whether an archive is a workbook. */
export const isWorkbook = (entries: readonly Entry[]): boolean =>
  entries.some(({ name }) => name === 'xl/workbook.xml')

/** Its sheets in the order of their files, rows of each as texts; an empty cell is ''. */
export function sheetsOf(
  entries: readonly Entry[],
): { name: string; rows: () => AsyncGenerator<string[]> }[] {
  const strings = entries.find(({ name }) => name === 'xl/sharedStrings.xml')
  let shared: Promise<string[]> | undefined
  const sharedOnce = () => (shared ??= strings ? sharedStrings(strings) : Promise.resolve([]))
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1])
  return entries
    .filter(({ name }) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort((a, b) => number(a.name) - number(b.name))
    .map((sheet) => ({ name: sheet.name, rows: () => rowsOf(sheet, sharedOnce) }))
}

async function sharedStrings(entry: Entry): Promise<string[]> {
  const texts: string[] = []
  for await (const item of elements(entry, 'si')) texts.push(textIn(item))
  return texts
}

/** What is before this row is no table of ours. */
const MOST_COLUMNS = 1_000

async function* rowsOf(sheet: Entry, sharedOnce: () => Promise<string[]>): AsyncGenerator<string[]> {
  const shared = await sharedOnce()
  for await (const row of elements(sheet, 'row')) {
    const cells: string[] = []
    let next = 0
    for (const [, attributes = '', inner = ''] of row.matchAll(CELL)) {
      const column = columnOf(/\br="([A-Z]+)\d+"/.exec(attributes)?.[1]) ?? next
      if (column >= MOST_COLUMNS) break
      while (cells.length < column) cells.push('')
      cells[column] = valueOf(/\bt="(\w+)"/.exec(attributes)?.[1], inner, shared)
      next = column + 1
    }
    yield cells
  }
}

const CELL = /<(?:\w+:)?c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g

function valueOf(type: string | undefined, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(inner)
  const value = /<(?:\w+:)?v[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1] ?? ''
  return type === 's' ? (shared[Number(value)] ?? '') : unescaped(value)
}

/** The texts of an element, without phonetic hints. */
function textIn(xml: string): string {
  const visible = xml.replace(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
  return [...visible.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)]
    .map(([, text = '']) => unescaped(text))
    .join('')
}

/** `A` is 0, `AA` is 26. */
function columnOf(letters: string | undefined): number | undefined {
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
        (whole, hex?: string, decimal?: string, name?: string) =>
        hex ? String.fromCodePoint(parseInt(hex, 16)) : decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name!] ?? whole), // prettier-ignore
      )
    : text

/** The inner XML of each element of a name, in order; the document is never held as a whole. */
async function* elements(entry: Entry, name: string): AsyncGenerator<string> {
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}(?=[\\s/>])[^>]*?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`,
    'g',
  )
  const decoder = new TextDecoder()
  let held = ''
  for await (const piece of entry.stream()) {
    held += decoder.decode(piece as Buffer, { stream: true })
    let end = 0
    for (const match of held.matchAll(pattern)) {
      yield match[1] ?? ''
      end = match.index + match[0].length
    }
    held = held.slice(end)
  }
}
