// Headings and cells that hold two things: pay and its unit, a role and its company, a second status.
import { expect, test } from 'vitest'
import { jobTable, tableFor } from '../../../core/jobs/import/columns.ts'
import { readStatus } from '../../../core/jobs/import/status-aliases.ts'
import { toJob } from '../../../core/jobs/import/to-job.ts'
import { readCsv as readSheet } from '../../../core/sheets/csv.ts'
import { readJson } from '../../../core/sheets/json.ts'

const read = (header: string, row: string) => {
  const { columns, rows } = readSheet(`${header}\n${row}\n`, jobTable)
  return rows[0] ? toJob(rows[0], { table: tableFor(columns), timeZone: 'UTC', dateOrder: null }) : null
}

test.each([
  ['Salary (EUR)', '65.000', 'EUR 65,000 a year'],
  ['Annual salary', '$90,000', '$90,000'],
  ['Hourly rate', '$31.50', '$31.50 hourly'],
  ['Salary (£)', '45k', '45k £'],
  ['Salary', '85k', '85k'],
])('pay under %s', (header, text, salary) => {
  expect(read(`Company,Role,${header}`, `Acme,Chef,"${text}"`)).toMatchObject({ ok: { salary } })
})

test.each([
  ['Salary Min (EUR),Salary Max (EUR)', '60000,70000', 'EUR 60,000 – 70,000 a year'],
  ['Min salary per month,Max salary per month', '"$6,000","$7,000"', 'USD 6,000 – 7,000 a month'],
])('pay under %s', (header, cells, salary) => {
  expect(read(`Company,Role,${header}`, `Acme,Chef,${cells}`)).toMatchObject({ ok: { salary } })
})

test.each([
  ['80k,AUD,', '80k AUD'],
  ['"$95,000",CAD,', '$95,000 CAD'],
  ['$22,USD,hourly', '$22 USD hourly'],
  ['competitive,USD,yearly', 'competitive'],
])('what a cell of pay leaves open stands in other columns: %s', (cells, salary) => {
  expect(read('Company,Role,Salary,Currency,Salary Period', `Acme,Chef,${cells}`)).toMatchObject({
    ok: { salary },
  })
})

test.each([
  ['Engineer at Acme', 'Acme', 'Engineer'],
  ['QA Engineer @ Acme Ltd', 'Acme Ltd', 'QA Engineer'],
  ['Acme - Data Analyst', 'Acme', 'Data Analyst'],
  ['Senior Designer | Acme', 'Acme', 'Senior Designer'],
  ['Acme', 'Acme', 'Unknown role'],
  ['Acme - Berlin', 'Acme - Berlin', 'Unknown role'],
])('a card named %s', (name, company, role) => {
  expect(read('Card Name,List Name', `${name},Applied`)).toMatchObject({ ok: { company, role } })
})

test('a second status or date of the same name is said', () => {
  const cells = 'Acme,Chef,2026-03-01,Applied,2026-03-10,Rejected'
  expect(read('Company,Role,Date Applied,Status,Applied on,Stage', cells)).toMatchObject({
    ok: { status: 'applied', notes: 'Applied on: 2026-03-10\nStage: Rejected' },
    left: [{ field: 'Applied on' }, { field: 'Stage', text: 'Rejected' }],
  })
})

test.each([
  ['4/5', { priority: 'high' }],
  ['3 / 5 stars', { priority: 'medium' }],
  ['5/10', { notes: 'Excitement: 5/10' }],
  ['3/50', { notes: 'Excitement: 3/50' }],
])('a rating of %s', (rating, ok) => {
  const job = read('Company,Role,Rating', `Acme,Chef,${rating}`)
  expect(job).toMatchObject({ ok })
  expect('priority' in ok).toBe(job !== null && 'ok' in job && 'priority' in job.ok)
})

test('a change of status that is still to come has no date, and says so', () => {
  const text = 'Company,Role,Status,Status date\nAcme,Chef,Rejected,2027-01-02\n'
  const { columns, rows } = readSheet(text, jobTable)
  const now = Date.parse('2026-03-01T00:00:00Z')
  const reading = { table: tableFor(columns), timeZone: 'UTC', dateOrder: null, now }
  expect(toJob(rows[0]!, reading)).toMatchObject({
    ok: { status: 'rejected', notes: 'Status changed: 2027-01-02' },
    statusChangedAt: null,
    left: [{ field: 'Status changed', why: expect.stringContaining('in the future') }],
  })
})

test('a history in words is a note, and makes no export of crm of the file', () => {
  const row = read('Company,Role,Location,Priority,History', 'Acme,Chef,N/A,<b>high</b>,called twice')
  expect(row).toMatchObject({ ok: { priority: 'high', notes: 'History: called twice' } })
  expect(row).not.toHaveProperty('ok.location')
})

test('a yes to remote work is a tag in any language, and a yes or no in a column of applications is one', () => {
  const tagsOf = (header: string, cells: string) => read(`Company,Role,${header}`, `Acme,Chef,${cells}`)
  const yeses = { 'Remote?': 'Yes', Homeoffice: 'ja', Télétravail: 'oui', is_remote: 'True' }
  for (const [header, yes] of Object.entries(yeses))
    expect(tagsOf(header, yes)).toMatchObject({ ok: { tags: ['remote'], notes: `${header}: ${yes}` } })
  expect(tagsOf('Remote?,Tags', 'Yes,Remote')).toMatchObject({ ok: { tags: ['Remote'] } })
  expect(tagsOf('Remote?', 'No')).not.toHaveProperty('ok.tags')
  expect(tagsOf('Beworben am', 'ja')).toMatchObject({ ok: { status: 'applied' } })
  expect(tagsOf('Beworben am', 'nein')).toMatchObject({ saysStatus: true })
})

test.each([
  ['Interviewing - Final Round', 'interviewing'],
  ['Applied, then ghosted', 'applied'],
  ['Offre acceptée', 'accepted'],
  ['Not selected by employer', 'rejected'],
  ['No reply yet', 'applied'],
  ['Withdrawn by company', 'rejected'],
  ['No interview', undefined],
  ['Interview - waiting', undefined],
])('the status “%s”', (word, status) => expect(readStatus(word)?.status).toBe(status))

test('labels and places of JSON are read, and other objects stay whole', () => {
  const card = {
    ...{ employer: 'Acme', jobTitle: 'Chef', jobLocation: { city: 'Austin', state: 'TX' } },
    tags: [{ id: 1, name: 'python', color: 'red' }, { name: 'qa' }],
    people: [{ name: 'Jo', email: 'jo@acme.example' }],
  }
  const { columns, rows } = readJson(JSON.stringify([card]), jobTable)
  const read = toJob(rows[0]!, { table: tableFor(columns), timeZone: 'UTC', dateOrder: null })
  const notes = 'people: [{"name":"Jo","email":"jo@acme.example"}]'
  expect(read).toMatchObject({ ok: { location: 'Austin, TX', tags: ['python', 'qa'], notes } })
})

test.each([
  ['Salary,Currency,Period', '55,USD,hour', 'USD 55 an hour'],
  ['Salario mínimo,Salario máximo', '28000,32000', '28,000 – 32,000'],
])('pay under %s', (headers, cells, salary) => {
  expect(read(`Company,Role,${headers}`, `Acme,Chef,${cells}`)).toMatchObject({ ok: { salary } })
})
