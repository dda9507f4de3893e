// Files of jobs are read in the formats that trackers write, without losing data.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jobTable, tableFor } from '../../../core/jobs/import/columns.ts'
import { jobRows } from '../../../core/jobs/import/rows.ts'
import { STATUSES } from '../../../core/jobs/fields.ts'
import { readStatus } from '../../../core/jobs/import/status-aliases.ts'
import { toJob } from '../../../core/jobs/import/to-job.ts'
import * as csv from '../../../core/sheets/csv.ts'
import { findDateOrder, readDate } from '../../../core/reading/table-dates.ts'
import * as json from '../../../core/sheets/json.ts'
import type { Sheet } from '../../../core/sheets/sheet.ts'
import { splitTags } from '../../../core/sheets/text.ts'
import { cleanRows } from '../../../core/sheets/cleaned.ts'

const QUOTES = 'A value with the delimiter in it needs quotation marks.'
const plainly = { table: jobTable, timeZone: 'UTC', dateOrder: null }
const readCsv = (text: string) => csv.readCsv(text, jobTable)
const readJson = (text: string) => json.readJson(text, jobTable)

const objects = (sheet: Sheet) => sheet.rows.map(({ cells }) => Object.fromEntries(cells))
const lines = (sheet: Sheet) => sheet.rows.map(({ line }) => line)

describe('CSV', () => {
  test.each([',', ';', '\t', '|'])('is read with the delimiter %j', (mark) => {
    const sheet = readCsv(
      [
        ['Company', 'Role', 'Notes'],
        ['Acme', 'Chef', 'a. b'],
        ['Globex', 'Cook', ''],
      ]
        .map((row) => row.join(mark))
        .join('\n'),
    )
    expect(objects(sheet)).toEqual([
      { Company: 'Acme', Role: 'Chef', Notes: 'a. b' },
      { Company: 'Globex', Role: 'Cook' },
    ])
  })

  test('keeps line numbers across a byte order mark, CRLF, empty rows and quoted line breaks', () => {
    const sheet = readCsv(
      '\uFEFFCompany,Role,Notes\r\n\r\nAcme,Chef,"one\r\ntwo"\r\n,,\r\nGlobex,Cook,"say ""hi"", ok"\r\n',
    )
    expect(lines(sheet)).toEqual([3, 6])
    expect(objects(sheet)).toEqual([
      { Company: 'Acme', Role: 'Chef', Notes: 'one\r\ntwo' },
      { Company: 'Globex', Role: 'Cook', Notes: 'say "hi", ok' },
    ])
  })

  test('skips lines before the headers and reports them', () => {
    const sheet = readCsv(
      'Notes:\n"When exporting your data, some jobs may be missing"\n\nCompany Name,Job Title\nAcme,Chef\n',
    )
    expect(objects(sheet)).toEqual([{ 'Company Name': 'Acme', 'Job Title': 'Chef' }])
    expect(lines(sheet)).toEqual([5])
    expect(sheet.notes).toEqual([
      'Line 1, before the headers, was passed over: Notes:',
      'Line 2, before the headers, was passed over: When exporting your data, some jobs may be missing',
    ])
  })

  test('a row with too many values is a problem, one with too few is not', () => {
    const sheet = readCsv('Company,Role,Notes\nAcme,Chef,a,b\nGlobex,Cook\nInitech,Host,x\n')
    expect(sheet.rows.map(({ problem }) => problem)).toEqual([
      `The row has 4 values for 3 columns. ${QUOTES}`,
      null,
      null,
    ])
  })

  test('one longer row is shifted by a comma; all of them may end in an empty value', () => {
    const rows = ['Acme,Chef,a', 'Globex,Cook,€5,200', 'Initech,Host,€5,', 'Umbrella,Cook,c']
    const problems = (given: string[]) =>
      readCsv(['Company,Role,Salary', ...given].join('\n')).rows.map(({ problem }) => problem)
    const problem = `The row has 4 values for 3 columns. ${QUOTES}`
    expect(problems(rows)).toEqual([null, problem, problem, null])
    expect(problems(['Acme,Chef,a,', 'Globex,Cook,b,', 'Initech,Host,c'])).toEqual([null, null, null])
  })

  test.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n', 'There is no header row: no row names the columns, at least Company and Role.'],
    [
      'Company,Role\n"Acme,Chef\n',
      'A quote is opened and never closed, so that the rows cannot be told apart.',
    ],
  ])('%j is refused in one sentence', (text, problem) => {
    expect(readCsv(text)).toEqual({ rows: [], columns: [], notes: [], problem })
  })

  test('any text is read or refused, without an exception', () => {
    const piece = fc.constantFrom('Company', 'Role', ',', ';', '\n', '\r', '"', 'x', ' ', '\t', "'=")
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((each) => each.join('')),
    )
    const readAll = ({ rows }: Sheet) => void rows.map((row) => toJob(row, plainly))
    fc.assert(fc.property(text, (each) => readAll(readCsv(each))))
    fc.assert(fc.property(fc.oneof(text, fc.json()), (each) => readAll(readJson(each))))
  })
})

describe('JSON', () => {
  const expected = [{ company: 'Acme', role: 'Chef', tags: ['a, b'] }]

  test.each([
    ['a list', '[{"company":"Acme","role":"Chef","tags":["a, b"],"notes":null}]'],
    [
      'the list of the API',
      '\uFEFF{"jobs":[{"company":"Acme","role":"Chef","tags":["a, b"]}],"nextCursor":null}',
    ],
    ['one object', '{"company":"Acme","role":"Chef","tags":["a, b"]}'],
    [
      'records of Airtable',
      '{"records":[{"id":"rec1","createdTime":"x","fields":{"company":"Acme","role":"Chef","tags":["a, b"]}}]}',
    ],
    ['one object per line', '{"company":"Acme","role":"Chef","tags":["a, b"]}\n'],
  ])('is read as %s', (_, text) => expect(objects(readJson(text))).toEqual(expected))

  test('an entry that is not an object is a row with a problem', () => {
    const sheet = readJson('[1,{"company":{"name":"Acme"},"jobTitle":"Chef"}]')
    expect(sheet.rows.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'The entry is not an object.'],
      [2, null],
    ])
    expect(objects(sheet)[1]).toEqual({ 'company name': 'Acme', jobTitle: 'Chef' })
  })

  test.each([{ city: 'Austin', state: 'TX' }, { address: 'Austin, TX' }])('%j is a place', (location) => {
    const { rows, columns } = readJson(JSON.stringify([{ company: 'Acme', role: 'Chef', location }]))
    const reading = { table: tableFor(columns), timeZone: 'UTC', dateOrder: null }
    expect(toJob(rows[0]!, reading)).toMatchObject({ ok: { location: 'Austin, TX' } })
  })

  test('a list beside the one that is read is named', () => {
    const sheet = readJson(
      '{"jobs":[{"company":"Acme","role":"Chef"}],"archived":[{"company":"Globex"}],"tags":["x"]}',
    )
    expect(sheet.notes).toEqual(['The list “archived”, with 1 record, was not read.'])
  })

  test.each(['nonsense', '{"a":1}', '3'])('%s contains no jobs', (text) => {
    expect(readJson(text).problem).toBe('The file holds no list of jobs in JSON.')
  })
})

test.each([
  ['TRUE,TRUE,FALSE,FALSE', 'interviewing'],
  ['TRUE,TRUE,FALSE,TRUE', 'rejected'],
  ['TRUE,TRUE,TRUE,FALSE', 'offer'],
  ['TRUE,FALSE,FALSE,FALSE', 'applied'],
  ['FALSE,FALSE,FALSE,FALSE', undefined],
])('of columns with ticks, %s is %s', (ticks, status) => {
  const sheet = readCsv(`Company,Role,Applied?,Interview,Offer?,Rejected\nAcme,Chef,${ticks}\n`)
  const ok = status === undefined ? { company: 'Acme' } : { status }
  expect(toJob(sheet.rows[0]!, plainly)).toMatchObject({ ok })
})

test('a total of pay in a currency is no job', () => {
  const totals =
    'Total,3,"€ 107,000"\nTotal,1,USD 90.000\nTotal jobs: 3,,\n合计,3,\nTotal Interviews,5,\nTotal phone screens,2,\n'
  const sheet = readCsv(`Company,Role,Pay\nAcme,Chef,"€ 52,000"\nTotal Quality Logistics,,65000\n${totals}`)
  expect(objects(cleanRows(sheet)).map(({ Company }) => Company)).toEqual(['Acme', 'Total Quality Logistics'])
})

describe('column names', () => {
  test.each([
    ['Card Name', 'name'],
    ['RAL', 'salary'],
    ['Ansökt', 'appliedAt'],
  ])('%s of another tracker is %s', (column, field) => expect(jobTable.fieldOf(column)).toBe(field))

  test.each([
    ['Company Name', 'company'],
    ['EMPLOYER', 'company'],
    ['Organization', 'company'],
    ['Job Title', 'role'],
    ['jobTitle', 'role'],
    ['Position', 'role'],
    ['Job Url', 'url'],
    ['Job Posting', 'url'],
    ['Link:', 'url'],
    ['Stage', 'status'],
    ['Comp', 'salary'],
    ['Date Applied', 'appliedAt'],
    ['Application Date', 'appliedAt'],
    ['applied_at', 'appliedAt'],
    ['Labels', 'tags'],
    ['Excitement', 'excitement'],
    ['Resume Name', null],
    ['Question And Answers', null],
    ['Contact Email', 'contactEmail'],
  ])('%s is %s', (header, field) => expect(jobTable.fieldOf(header)).toBe(field))
})

describe('statuses', () => {
  test.each([
    ['Wishlist', 'saved'],
    ['Applying', 'saved'],
    ['Did not apply', 'saved'],
    ['Application withdrawn', 'withdrawn'],
    ['Screening call', 'screening'],
    ['Sökt', 'applied'],
    ['bookmarked', 'saved'],
    ['To Apply', 'saved'],
    ['Phone screen', 'screening'],
    ['On-site', 'interviewing'],
    ['Technical Interview', 'interviewing'],
    ['2nd round', 'interviewing'],
    ['✅ Offer', 'offer'],
    ['Hired', 'accepted'],
    ['Accepted offer', 'accepted'],
    ['signed', 'accepted'],
    ['Ghosted', 'applied'],
    ['OA Received', 'screening'],
    ['Online assessment', 'screening'],
    ['Phone screen scheduled', 'screening'],
    ['3. Interviewing', 'interviewing'],
    ['Interview completed', 'interviewing'],
    ['Declined by company', 'rejected'],
    ['No response', 'applied'],
    ['Declined', 'withdrawn'],
    ['I withdrew', 'withdrawn'],
    ...['eingeladen', 'Einladung', 'Convocation à un entretien', 'Uitgenodigd'].map((word) => [
      word,
      'interviewing',
    ]),
    ...['abgesagt', 'Absage erhalten', 'refus', 'Candidature refusée', 'No seleccionada'].map((word) => [
      word,
      'rejected',
    ]),
    ...[
      'in Prüfung',
      'en attente',
      'En cours d’examen',
      'In behandeling',
      'in valutazione',
      'keine Antwort',
    ].map((word) => [word, 'applied']),
  ])('%s is %s', (word, status) => expect(readStatus(word)?.status).toBe(status))

  test('each of our statuses is itself, and an unknown word is none', () => {
    for (const status of STATUSES) expect(readStatus(status)).toEqual({ status, exact: true })
    expect(readStatus('constructor')).toBeNull()
    // A question is no answer: the import asks.
    expect(readStatus('Accepted?')).toBeNull()
    expect(readStatus('on the moon')).toBeNull()
  })

  test.each([
    ['Interview scheduled 12/3', 'interviewing'],
    ['Telefoninterview am 3.12.', 'screening'],
    ['Technical Interview #2', 'interviewing'],
    ['Applied, no response', 'applied'],
    ['Rejected - no interview', 'rejected'],
  ] as const)(
    'a status with a day, a number or a denied word after it is read, and kept: %s',
    (text, status) => expect(readStatus(text)).toEqual({ status, exact: false }),
  )

  test.each(['Applied - no', 'Interview cancelled', 'Applied, no interview'])('%s is asked about', (text) =>
    expect(readStatus(text)).toBeNull(),
  )

  test('words that are not known are named once each, but for those that were explained', () => {
    const { rows } = readCsv(
      'Company,Role,Status\nA,B,On ice\nC,D,Saved\nE,F,on the moon\nG,H,On ice\nI,J,\nK,L,N/A\n',
    )
    const reading = { table: jobTable, timeZone: 'UTC', dateOrder: null }
    expect(jobRows.unknownWords?.(rows, reading)).toEqual(['On ice', 'on the moon'])
    const words = { 'on ice': 'withdrawn' }
    expect(jobRows.unknownWords?.(rows, { ...reading, statusWords: words })).toEqual(['on the moon'])
  })
})

describe('dates', () => {
  test.each([
    ['2026-03-01', null, '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T10:00:00.000Z', null, '2026-03-01T10:00:00.000Z'],
    ['2026-03-01 10:00+02:00', null, '2026-03-01T08:00:00.000Z'],
    ['1/21/24, 5:43 PM', 'month-first', '2024-01-21T17:43:00.000Z'],
    ['21/01/2024', 'day-first', '2024-01-21T12:00:00.000Z'],
    ['Jan 21, 2024', null, '2024-01-21T12:00:00.000Z'],
    ['21 January 2024', null, '2024-01-21T12:00:00.000Z'],
    ['3/4/2024', null, null],
    ['30/30/2024', 'day-first', null],
    ['last week', null, null],
  ] as const)('%s read %s is %s', (text, order, instant) =>
    expect(readDate(text, { dateOrder: order, timeZone: 'UTC' })?.at ?? null).toBe(instant),
  )

  test('an ambiguous day and month order is inferred from the column, or the date is not used', () => {
    expect(findDateOrder(['3/4/2024', '1/21/24, 5:43 PM'])).toBe('month-first')
    expect(findDateOrder(['3/4/2024', '21/1/2024'])).toBe('day-first')
    expect(findDateOrder(['3.4.2024', '3/4/2024'])).toBeNull()
    expect(findDateOrder(['3/4/2024'])).toBeNull()
    expect(findDateOrder(['21/1/2024', '1/21/2024'])).toBeNull()
  })
})

describe('a row as a job', () => {
  const read = (header: string, row: string) => {
    const { columns, rows } = readCsv(`${header}\n${row}\n`)
    return rows[0] ? toJob(rows[0], { table: tableFor(columns), timeZone: 'UTC', dateOrder: null }) : null
  }

  test('LinkedIn’s columns: values without a field are kept in the notes', () => {
    const job = read(
      'Application Date,Contact Email,Company Name,Job Title,Job Url,Resume Name,Question And Answers',
      '2024-01-21,me@example.com,Acme,Chef,https://www.linkedin.com/jobs/view/3812345678,cv.pdf,"Visa? No | Salary? 5"',
    )
    expect(job).toEqual({
      ok: {
        company: 'Acme',
        role: 'Chef',
        url: 'https://www.linkedin.com/jobs/view/3812345678',
        status: 'applied',
        appliedAt: '2024-01-21T12:00:00.000Z',
        notes:
          'Contact Email: me@example.com\nResume Name: cv.pdf\nQuestion And Answers: Visa? No | Salary? 5',
      },
      id: null,
      unnamed: [],
      saysStatus: false,
      statusChangedAt: null,
      left: [],
      notes: [],
      people: [],
    })
  })

  test('values that do not fit into their field are kept in the notes', () => {
    const job = read(
      'Company,Role,Status,Excitement,Priority,Link,Date Applied,Title,Id',
      'Acme,Chef,Ghosted,5,whenever,see mail,3/4/2024,Head Chef,42',
    )
    expect(job).toMatchObject({
      ok: {
        status: 'applied',
        priority: 'high',
        notes:
          'Title: Head Chef\nId: 42\nStatus: Ghosted\nDate applied: 3/4/2024\nLink: see mail\nPriority: whenever',
      },
    })
    expect(job).not.toHaveProperty('ok.url')
    expect(job).not.toHaveProperty('ok.appliedAt')
  })

  test.each([
    ['Company,Role,Notes', ',,x', 'The row names neither a company nor a role.'],
    [
      'Company,Role,Url',
      `Acme,Chef,https://a.b/${'1'.repeat(2048)}`,
      'The value of url has 2060 characters; at most 2048 fit.',
    ],
    ['Company,Role,Tags', 'Acme,Chef,"1,2,3,4,5,6,7,8,9,10,11"', 'The row has 11 tags; at most 10 fit.'],
    [
      'Company,Role,Essay',
      `Acme,Chef,${'e'.repeat(50_000)}`,
      'The value of notes has 50007 characters together with the columns kept in them; at most 50000 fit.',
    ],
    ['Company,Role', 'N/A,Chef', 'The company is N/A: the row names none.'],
  ])('%s fails with its reason', (header, row, problem) => expect(read(header, row)).toEqual({ problem }))

  test.each([
    ['Company', { company: 'Acme', role: 'Unknown role' }, 'role'],
    ['Role', { company: 'Unknown company', role: 'Acme' }, 'company'],
  ] as const)('a row that only names a %s is kept, and says what it does not name', (column, ok, field) => {
    const why = expect.stringContaining(`map it to ${field}`)
    expect(read(column, 'Acme')).toMatchObject({ ok, left: [{ field, why }] })
  })

  test.each([
    ['Salary Max,Currency,Interval', '90000,GBP,yearly', 'up to GBP 90,000 a year'],
    ['Salary,Currency,Interval', '31.5,USD,hourly', 'USD 31.5 an hour'],
    ['Salary Min,Salary Max,Currency,Interval', '2600,3000,USD,biweekly', 'USD 67,600 – 78,000 a year'],
    ['Salary Min,Location', '"$90,000","Toronto, Canada"', 'from CAD 90,000 a year'],
    ['Salary,Currency', '"CHF 8\'500 per month",EUR', "CHF 8'500 per month"],
  ])('pay in the columns %s: %s', (columns, cells, salary) =>
    expect(read(`Company,Role,${columns}`, `Acme,Chef,${cells}`)).toMatchObject({ ok: { salary } }),
  )

  test('pay beyond belief is no pay: it stays in the notes, and is said', () => {
    const row = read(
      'Company,Role,Salary Min,Salary Max,Currency,Interval',
      'Acme,Chef,60000,70000,USD,hourly',
    )
    const text = 'USD 60000 – 70000 hourly'
    expect(row).toMatchObject({ ok: { notes: `Pay: ${text}` }, left: [{ field: 'salary', text }] })
    expect(row).not.toHaveProperty('ok.salary')
  })

  test('tags are separated by comma, semicolon, pipe or newline, unless escaped with a backslash', () => {
    expect(splitTags('a, b; c|d\ne')).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(splitTags('a\\, b; c\\\\; \\;')).toEqual(['a, b', 'c\\', ';'])
  })
})
