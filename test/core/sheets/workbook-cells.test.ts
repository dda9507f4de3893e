// Cells of workbooks are read as the spreadsheet shows them: percents, times, ticks, merged cells, hidden sheets.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { jobTable } from '../../../core/jobs/import/columns.ts'
import { readWorkbook } from '../../../core/sheets/workbook.ts'

const FORMATS = ['0.0%', 'h:mm AM/PM', '"$"#,##0"/yr"']
const STYLES = `<styleSheet><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="9"/></cellXfs></styleSheet>`
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`
const sheet = (rows: string[], after = ''): string =>
  `<worksheet><sheetData>${rows.join('')}</sheetData>${after}</worksheet>`
const HEADERS = row(...['Company', 'Role', 'Salary', 'Match', 'Call', 'Remote'].map(text))

const opened = (sheets: string[], states: string[] = []) => {
  const tabs = sheets.map(
    (_, at) => `<sheet name="Year ${at + 1}" sheetId="${at + 1}" r:id="r${at}" ${states[at] ?? ''}/>`,
  )
  const files = sheets.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`)
  const parts = {
    'xl/workbook.xml': `<workbook><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${files.join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(sheets.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
  return readWorkbook('jobs.xlsx', Buffer.from(bytes), jobTable)
}

const cellsOf = async (book: ReturnType<typeof opened>) =>
  (await book).rows.map(({ cells }) => cells.map(([, value]) => value))

test('percents, times, ticks and long fractions', async () => {
  const cells = [
    '<c s="3"><v>1.2E5</v></c>',
    '<c s="1"><v>0.125</v></c>',
    '<c s="2"><v>0.4166666667</v></c>',
    '<c t="b"><v>1</v></c>',
  ]
  const plain = [
    '<c><v>120000.00000000001</v></c>',
    '<c s="4"><v>0.1</v></c>',
    '<c/>',
    '<c t="b"><v>0</v></c>',
  ]
  const rows = [row(text('Opal'), text('Cook'), ...cells), row(text('Onyx'), text('Cook'), ...plain)]
  expect(await cellsOf(opened([sheet([HEADERS, ...rows])]))).toEqual([
    ['Opal', 'Cook', '$ 120000/yr', '12.5%', '10:00', 'TRUE'],
    ['Onyx', 'Cook', '120000', '10%', 'FALSE'],
  ])
})

test('a company that is merged over several rows belongs to each', async () => {
  const second = '<c r="B3" t="inlineStr"><is><t>Baker</t></is></c>'
  const rows = [HEADERS, row(text('Opal'), text('Cook')), row(second), row(text('Onyx'), text('Clerk'))]
  const merged = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'
  expect(await cellsOf(opened([sheet(rows, merged)]))).toEqual([
    ['Opal', 'Cook'],
    ['Opal', 'Baker'],
    ['Onyx', 'Clerk'],
  ])
})

test('an empty cell in the style of a time is empty, and so is a row of such cells', async () => {
  const empty = '<c s="2"/>'
  const first = row(text('Opal'), text('Cook'), '<c/>', '<c/>', empty)
  const rows = [first, row(empty, empty, '<c s="2"><v></v></c>')]
  expect(await cellsOf(opened([sheet([HEADERS, ...rows])]))).toEqual([['Opal', 'Cook']])
})

test('a hidden sheet gives way to a visible one, and is named', async () => {
  const old = sheet([HEADERS, row(text('Opal'), text('Cook'))])
  const book = await opened([old, sheet([HEADERS, row(text('Onyx'), text('Clerk'))])], ['state="hidden"'])
  expect(book.rows.map(({ cells }) => cells[0]?.[1])).toEqual(['Onyx'])
  expect(book.notes).toEqual(['Sheet “Year 1”, with 2 rows, was not read.'])
})
