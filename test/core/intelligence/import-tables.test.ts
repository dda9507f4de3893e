// Files from publishers and spreadsheet programs give the same rows; broken or malicious files are refused.
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { tablesIn } from '../../../core/intelligence/imports/read.ts'
import { openMeter, PUBLISHED } from '../../../core/unpacking/bounds.ts'
import { asZip64, text, workbook } from './published-files.ts'

const ROWS = [
  ['OCC_CODE', 'OCC_TITLE', 'A_MEAN'],
  ['29-1141', 'Nurses & others', 103_480],
  ['', 'Cañon City', ''],
]
const READ = [
  ['OCC_CODE', 'OCC_TITLE', 'A_MEAN'],
  ['29-1141', 'Nurses & others', '103480'],
]

async function rowsIn(bytes: Uint8Array, budget?: number): Promise<string[][]> {
  const rows: string[][] = []
  const limit = budget && openMeter('file', bytes.length, { ...PUBLISHED, bytes: budget, ratio: Infinity })
  for (const table of await tablesIn('file', Buffer.from(bytes), limit || undefined))
    for await (const row of table.rows()) rows.push(row)
  return rows
}

/** A workbook of one sheet with these parts, as third-party programs write them. */
const book = (sheet: string, strings?: string) =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    'xl/workbook.xml': strToU8('<workbook/>'),
    ...(strings && { 'xl/sharedStrings.xml': strToU8(strings) }),
  })

describe('a table is read', () => {
  test.each([
    ['from a workbook', () => workbook(ROWS)],
    [
      'from a workbook in an archive',
      () => zipSync({ 'oesm26nat/national.xlsx': workbook(ROWS), '__MACOSX/._national.xlsx': strToU8('x') }),
    ],
    ['from a ZIP64 archive', () => asZip64(zipSync({ 'a/national.xlsx': asZip64(workbook(ROWS)) }))],
    ['from text', () => strToU8(text(ROWS))],
    ['from text with tabs in UTF-16', () => Buffer.from(`\ufeff${text(ROWS, '\t')}`, 'utf16le')],
    ['from text of an older export', () => Buffer.from(text(ROWS), 'latin1')],
    ['from compressed text in an archive', () => zipSync({ 'a.csv.gz': gzipSync(`\ufeff${text(ROWS)}`) })],
  ])('%s', async (_, file) => {
    const rows = await rowsIn(file())
    expect(rows.slice(0, 2)).toEqual(READ)
    expect(rows[2]![1]).toBe('Cañon City')
  })

  test.each([
    [
      'texts in place',
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><r><t>a&#233;</t></r><r><t xml:space="preserve"> b</t></r></is></c><c r="C1"><v>1.5</v></c></row></sheetData></worksheet>',
      undefined,
      ['aé b', '', '1.5'],
    ],
    [
      'prefixed names',
      '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      '<x:sst><x:si><x:t>a &lt;b&gt;</x:t></x:si></x:sst>',
      ['a <b>', '2'],
    ],
    [
      'formulas and phonetic hints',
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><f>B1&amp;"x"</f><v>made</v></c><c r="B1" t="s"><v>0</v></c><c r="AA1"/></row></sheetData></worksheet>',
      '<sst><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>',
      ['made', '東京', ...Array.from({ length: 24 }, () => ''), ''],
    ],
  ])('with %s', async (_, sheet, strings, row) => {
    expect(await rowsIn(book(sheet, strings))).toEqual([row])
  })
})

describe('a broken or malicious file is refused in one sentence', () => {
  const archive = zipSync({ 'national.xlsx': workbook(ROWS) })
  const damaged = Buffer.from(zipSync({ 'a.csv': strToU8(text(ROWS).repeat(500)) }))
  damaged.fill(0xff, 60, 90)
  const vast = strToU8('name,wage\n'.repeat(300_000))
  const understated = Buffer.from(zipSync({ 'a.csv': vast }))
  const directory = understated.indexOf('PK\x01\x02', 0, 'latin1')
  for (const sizeAt of [22, directory + 24]) understated.writeUInt32LE(9, sizeAt)
  test.each([
    ['an archive that states a smaller size than it has', understated, /over 1 MB when unpacked/],
    ['a truncated archive', archive.subarray(0, archive.length - 40), /cut off/],
    ['a corrupted archive', damaged, /cannot be unpacked/],
    [
      'an archive that unpacks to more than is allowed',
      zipSync({ 'a.csv': vast }),
      /over 1 MB when unpacked/,
    ],
    [
      'a workbook that unpacks to more than is allowed',
      book(`<worksheet>${'<row/>'.repeat(500_000)}</worksheet>`),
      /over 1 MB when unpacked/,
    ],
    [
      'an archive within an archive',
      zipSync({ 'a.zip': zipSync({ 'a.csv': vast }) }),
      /over 1 MB when unpacked/,
    ],
    ['a line without an end', strToU8(`a,b\n${'x'.repeat(1_500_000)}`), /max_record_size|Max Record Size/i],
    ['a cell without an end', book(`<row><c><v>${'1'.repeat(200_000)}</v></c></row>`), /no cell of a table/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old kind/],
  ])('%s', async (_, file, words) => {
    await expect(rowsIn(file, 1_000_000)).rejects.toThrow(words)
  })
})
