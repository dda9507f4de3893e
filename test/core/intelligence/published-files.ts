// Small files in the column layouts of their publishers, with a few rows each.
import { strToU8, zipSync } from 'fflate'

type Cell = string | number

/** The shipped figures of registered nurses. */
export const NURSES_2025_MEDIAN = 97_550
export const NURSES_2025_MEAN = 101_420

export const NURSES = {
  A_MEAN: 103_480,
  A_PCT10: 69_000,
  A_PCT25: 80_900,
  A_MEDIAN: 101_000,
  A_PCT75: 113_700,
  A_PCT90: 140_200,
}

const OEWS_COLUMNS =
  'AREA AREA_TITLE AREA_TYPE PRIM_STATE NAICS NAICS_TITLE I_GROUP OWN_CODE OCC_CODE OCC_TITLE O_GROUP TOT_EMP EMP_PRSE JOBS_1000 LOC_QUOTIENT PCT_TOTAL PCT_RPT H_MEAN A_MEAN MEAN_PRSE H_PCT10 H_PCT25 H_MEDIAN H_PCT75 H_PCT90 A_PCT10 A_PCT25 A_MEDIAN A_PCT75 A_PCT90 ANNUAL HOURLY'.split(
    ' ',
  )

const US = {
  AREA: 99,
  AREA_TITLE: 'U.S.',
  AREA_TYPE: 1,
  PRIM_STATE: 'US',
  NAICS: '000000',
  I_GROUP: 'cross-industry',
  OWN_CODE: 1235,
}

const row = (columns: readonly string[], cells: Record<string, Cell>): Cell[] =>
  columns.map((column) => cells[column] ?? '')

export const OEWS_ROWS: Cell[][] = [
  OEWS_COLUMNS,
  row(OEWS_COLUMNS, {
    ...US,
    OCC_CODE: '00-0000',
    OCC_TITLE: 'All Occupations',
    O_GROUP: 'total',
    TOT_EMP: 156_100_000,
    A_MEAN: 70_800,
    MEAN_PRSE: 0.1,
    A_PCT10: 31_500,
    A_PCT25: 38_200,
    A_MEDIAN: 52_700,
    A_PCT75: 83_100,
    A_PCT90: 132_000,
  }),
  row(OEWS_COLUMNS, {
    ...US,
    OCC_CODE: '29-0000',
    OCC_TITLE: 'Healthcare Practitioners',
    O_GROUP: 'major',
    TOT_EMP: 9_500_000,
    A_MEAN: 107_000,
  }),
  row(OEWS_COLUMNS, {
    ...US,
    ...NURSES,
    OCC_CODE: '29-1141',
    OCC_TITLE: 'Registered Nurses',
    O_GROUP: 'detailed',
    TOT_EMP: 3_400_000,
    EMP_PRSE: 0.3,
    MEAN_PRSE: 0.3,
  }),
  row(OEWS_COLUMNS, {
    ...US,
    OCC_CODE: '29-1215',
    OCC_TITLE: 'Family Medicine Physicians',
    O_GROUP: 'detailed',
    TOT_EMP: 110_000,
    A_MEAN: 262_000,
    MEAN_PRSE: 1.3,
    A_PCT10: 82_000,
    A_PCT25: 168_000,
    A_MEDIAN: '#',
    A_PCT75: '#',
    A_PCT90: '#',
    H_MEDIAN: '#',
  }),
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The letters of a spreadsheet column: 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/**
 * A workbook as spreadsheet programs write it: shared strings, empty cells omitted, a sheet of notes at the
 * end.
 */
export function workbook(rows: readonly (readonly Cell[])[]): Uint8Array {
  const texts: string[] = []
  const cell = (value: Cell, at: string) => {
    if (value === '') return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    return `<c r="${at}" s="1" t="s"><v>${texts.push(value) - 1}</v></c>`
  }
  const sheet = (lines: readonly (readonly Cell[])[]) =>
    `<?xml version="1.0"?><worksheet><sheetData>${lines.map((line, y) => `<row r="${y + 1}">${line.map((value, x) => cell(value, `${letters(x)}${y + 1}`)).join('')}</row>`).join('')}</sheetData></worksheet>`
  const sheets = [
    sheet(rows),
    sheet([
      ['Field', 'Field Description'],
      ['AREA', 'U.S. (99) & areas'],
    ]),
  ]
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(sheets[0]!),
    'xl/worksheets/sheet2.xml': strToU8(sheets[1]!),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  })
}

/** An archive in ZIP64 format, as it is written when a part could exceed four gigabytes. */
export function asZip64(archive: Uint8Array): Buffer {
  const bytes = Buffer.from(archive)
  const end = bytes.length - 22
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  const directory: Buffer[] = []
  for (let at = start, index = 0; index < count; index += 1) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const header = Buffer.from(bytes.subarray(at, nameEnd))
    const wide = Buffer.alloc(28)
    wide.writeUInt16LE(1, 0)
    wide.writeUInt16LE(24, 2)
    for (const [field, place] of [
      [24, 4],
      [20, 12],
      [42, 20],
    ] as const) {
      wide.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + field)), place)
      header.writeUInt32LE(0xffffffff, field)
    }
    header.writeUInt16LE(wide.length, 30)
    directory.push(header, wide)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const listed = Buffer.concat(directory)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const place of [24, 32]) record.writeBigUInt64LE(BigInt(count), place)
  record.writeBigUInt64LE(BigInt(listed.length), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + listed.length), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(bytes.subarray(end))
  for (const place of [8, 10]) last.writeUInt16LE(0xffff, place)
  for (const place of [12, 16]) last.writeUInt32LE(0xffffffff, place)
  return Buffer.concat([bytes.subarray(0, start), listed, record, locator, last])
}

/** BLS figures for registered nurses in the El Paso area. */
export const EL_PASO = {
  TOT_EMP: 8_210,
  EMP_PRSE: 4.1,
  A_MEAN: 84_320,
  MEAN_PRSE: 1.4,
  A_PCT10: 60_110,
  A_PCT25: 72_900,
  A_MEDIAN: 82_640,
  A_PCT75: 95_480,
  A_PCT90: 106_220,
}

const area = (code: Cell, cells: Record<string, Cell>): Cell[] =>
  row(OEWS_COLUMNS, {
    AREA: code,
    AREA_TYPE: 4,
    PRIM_STATE: 'TX',
    NAICS: '000000',
    I_GROUP: 'cross-industry',
    OWN_CODE: 1235,
    OCC_CODE: '29-1141',
    O_GROUP: 'detailed',
    ...cells,
  })

/**
 * Nurses in El Paso, surgeons above the top code in Austin, suppressed figures, an area without a city, and
 * other kinds of rows.
 */
export const METRO_ROWS: Cell[][] = [
  OEWS_COLUMNS,
  area(21340, { OCC_CODE: '00-0000', O_GROUP: 'total', TOT_EMP: 320_000, A_MEAN: 50_000 }),
  area(21340, EL_PASO),
  area('0012420', {
    OCC_CODE: '29-1215',
    TOT_EMP: 700,
    EMP_PRSE: 11,
    A_MEAN: 245_000,
    MEAN_PRSE: 6.2,
    A_PCT10: 71_000,
    A_PCT25: 190_000,
    A_MEDIAN: 231_000,
    A_PCT75: '#',
    A_PCT90: '#',
  }),
  area(21340, {
    OCC_CODE: '29-1171',
    TOT_EMP: '**',
    EMP_PRSE: '**',
    A_MEAN: '*',
    MEAN_PRSE: '*',
    A_MEDIAN: '*',
  }),
  area(21340, { ...EL_PASO, OCC_CODE: '29-1131', A_MEDIAN: '#', A_PCT75: '#', A_PCT90: '#' }),
  area(10500, EL_PASO),
  area(4800001, { ...EL_PASO, AREA_TYPE: 6 }),
]

/** The archive of metropolitan areas (MSA), with its file of nonmetropolitan areas (BOS). */
export const metroArchive = (year: number, rows = METRO_ROWS): Uint8Array =>
  zipSync({
    [`oesm${year % 100}ma/BOS_M${year}_dl.xlsx`]: workbook([OEWS_COLUMNS, METRO_ROWS.at(-1)!]),
    [`oesm${year % 100}ma/MSA_M${year}_dl.xlsx`]: workbook(rows),
    [`oesm${year % 100}ma/file_descriptions.xlsx`]: workbook([['Field', 'Field Description']]),
  })

/** The archive as BLS publishes it: a workbook in a folder. */
export const oewsArchive = (): Uint8Array =>
  zipSync({
    'oesm26nat/national_dl.xlsx': workbook(OEWS_ROWS),
    'oesm26nat/read_me.txt': strToU8('Notes, and no table.'),
  })

export const text = (rows: readonly (readonly Cell[])[], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (String(cell).includes(delimiter) ? `"${cell}"` : cell)).join(delimiter),
    )
    .join('\r\n')

/** Hourly levels I to IV of registered nurses in El Paso. */
export const WAGE_LEVELS = [30, 36.5, 43, 49.5]

export const WAGES = `Area,SocCode,GeoLvl,Level1,Level2,Level3,Level4,Average,Label
21340,29-1141,1,${WAGE_LEVELS.join(',')},43,
21340,55-1011,1,20,25,30,35,30,
99999,29-1141,1,20,25,30,35,30,
21340,29-1171,1,,,,,,No wage
`

const FILING_COLUMNS =
  'CASE_NUMBER CASE_STATUS RECEIVED_DATE DECISION_DATE ORIGINAL_CERT_DATE VISA_CLASS JOB_TITLE SOC_CODE SOC_TITLE FULL_TIME_POSITION BEGIN_DATE END_DATE TOTAL_WORKER_POSITIONS EMPLOYER_NAME NAICS_CODE WORKSITE_CITY WORKSITE_COUNTY WORKSITE_STATE WORKSITE_POSTAL_CODE WAGE_RATE_OF_PAY_FROM WAGE_RATE_OF_PAY_TO WAGE_UNIT_OF_PAY PREVAILING_WAGE PW_UNIT_OF_PAY PW_WAGE_LEVEL'.split(
    ' ',
  )

/** A date in November 2025 as a spreadsheet serial number. */
const NOVEMBER = 45_972

export const filing = (at: number, cells: Record<string, Cell> = {}): Cell[] =>
  row(FILING_COLUMNS, {
    CASE_NUMBER: `I-200-25300-${100_000 + at}`,
    CASE_STATUS: 'Certified',
    DECISION_DATE: NOVEMBER + 5 * at,
    VISA_CLASS: 'H-1B',
    JOB_TITLE: 'Registered Nurse',
    SOC_CODE: '29-1141.00',
    FULL_TIME_POSITION: 'Y',
    EMPLOYER_NAME: 'Atlas Healthcare, LLC',
    WORKSITE_CITY: 'El Paso',
    WORKSITE_STATE: 'TX',
    WAGE_RATE_OF_PAY_FROM: 40 + at,
    WAGE_UNIT_OF_PAY: 'Hour',
    ...cells,
  })

export const FILINGS: Cell[][] = [
  FILING_COLUMNS,
  ...Array.from({ length: 6 }, (_, at) => filing(at)),
  filing(0),
  filing(7, { CASE_STATUS: 'Withdrawn' }),
  filing(8, { FULL_TIME_POSITION: 'N' }),
]
