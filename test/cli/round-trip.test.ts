// Every field of every noun comes back from a file of ours, in each format, and from a backup.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACTIVITY } from '../../core/activities/fields.ts'
import { EVENT } from '../../core/calendar/fields.ts'
import { CONTACT } from '../../core/contacts/fields.ts'
import { restoreBackup, writeBackup } from '../../core/database/backup.ts'
import { JOB } from '../../core/jobs/fields.ts'
import type { Fields, Noun } from '../../core/kernel/record.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { full, type Links } from '../field-values.ts'
import { crmJson, type RunOptions } from './run.ts'

interface Told {
  noun: Noun<Fields>
  group: string
  list: string
  create: string
  formats: string[]
  all?: object
}

const NOUNS: Told[] = [
  { noun: JOB, group: 'jobs', list: 'jobs.export', create: 'jobs.create', formats: ['csv', 'json', 'xlsx'] },
  {
    ...{ noun: CONTACT, group: 'contacts', list: 'contacts.list', create: 'contacts.create' },
    formats: ['csv', 'json', 'xlsx', 'vcf'],
  },
  {
    ...{ noun: ACTIVITY, group: 'activities', list: 'activities.list', create: 'activities.create' },
    formats: ['csv', 'json', 'xlsx'],
  },
  {
    ...{ noun: EVENT, group: 'calendar', list: 'calendar.list', create: 'calendar.create' },
    ...{ formats: ['ics', 'csv', 'json', 'xlsx'], all: { from: '1900-01-01' } },
  },
]
const OFFER = {
  ...{ base: { amount: 185_000, currency: 'USD', period: 'year' }, bonus: { percent: 15, kind: 'target' } },
  ...{ equity: { kind: 'rsu', value: 160_000, years: 4, cliffMonths: 12 }, signing: 10_000 },
  ...{ signingClawbackMonths: 12, relocation: 5_000, retirementMatchPercent: 4, hoursPerWeek: 40 },
  ...{ ptoDays: 25, benefits: [{ name: 'lunch', value: 1_200 }, { name: 'gym' }], location: 'Berlin' },
  ...{ remote: true, startDate: '2027-01-02', deadline: '2099-01-02T10:00:00.000Z', level: 'L5' },
  ...{ notes: 'Ünd, so; "on"\nand on', status: 'countered' },
}

const databases: TestDatabase[] = []
const fresh = async (): Promise<RunOptions & TestDatabase> => {
  const database = await freshDatabase()
  databases.push(database)
  return { ...database, env: { NO_COLOR: '1' } }
}
afterAll(() => Promise.all(databases.map((each) => each.close())))

type Row = Record<string, unknown>
const ask = async (op: string, input: object, where: RunOptions): Promise<Record<string, unknown>> =>
  (await crmJson(['call', op, '--input', '-'], { ...where, stdin: JSON.stringify(input) })).body
const rowsOf = async ({ list, all = {}, noun }: Told, where: RunOptions): Promise<Row[]> => {
  const page = await ask(list, all, where)
  const rows = Object.values(page).find(Array.isArray) as Row[]
  return rows.map((row) => ({
    ...row,
    [noun === JOB ? 'contactIds' : 'updatedAt']: undefined,
    updatedAt: undefined,
  }))
}
const offersOf = async (where: RunOptions): Promise<Row[]> =>
  ((await ask('offers.list', {}, where))['offers'] as Row[]).map(({ updatedAt: _, id: __, ...row }) => row)

const folder = mkdtempSync(join(tmpdir(), 'crm-round-'))
let here: Awaited<ReturnType<typeof fresh>>
beforeAll(async () => {
  here = await fresh()
  const job = String((await ask('jobs.create', { company: 'Linked', role: 'Job' }, here))['id'])
  const contact = String((await ask('contacts.create', { name: 'Linked' }, here))['id'])
  const links: Links = { job, contact }
  for (const { noun, create } of NOUNS)
    for (const at of [0, 4])
      await ask(create, { ...full(noun, at, links), ...(noun === JOB && { allowDuplicate: true }) }, here)
  await ask('offers.create', { jobId: job, ...OFFER }, here)
  await ask(
    'offers.round',
    {
      id: ((await ask('offers.list', {}, here))['offers'] as Row[])[0]!['id'],
      by: 'me',
      at: '2026-01-02',
      terms: { note: 'more' },
    },
    here,
  )
  for (const { group, formats } of NOUNS)
    for (const format of formats)
      await crmJson([group, 'export', join(folder, `${group}.${format}`), '--json'], here)
  await crmJson(['offers', 'export', join(folder, 'offers.json'), '--json'], here)
  await writeBackup(here.address, join(folder, 'all.crm'))
})

test.each([0, 1, 2, 3])('files of each noun, format %i of each', async (at) => {
  const there = await fresh()
  for (const told of NOUNS) {
    const format = told.formats[at % told.formats.length]!
    const report = (
      await crmJson([told.group, 'import', join(folder, `${told.group}.${format}`), '--yes', '--json'], there)
    ).body
    expect(report, `${told.group} from ${format}`).toMatchObject({ failed: 0, skipped: 0 })
    expect(await rowsOf(told, there), `${told.group} from ${format}`).toEqual(await rowsOf(told, here))
  }
  await crmJson(['offers', 'import', join(folder, 'offers.json'), '--json'], there)
  expect(await offersOf(there)).toEqual(await offersOf(here))
})

test('files of each noun, after columns of other files were mapped', async () => {
  const env = { NO_COLOR: '1', CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-mapped-')) }
  const other = { ...(await fresh()), env }
  const foreign = join(folder, 'foreign.csv')
  const files: Record<string, string> = {
    jobs: 'Firm=company\nnotes=ignore\ntags=ignore\nstatus=ignore',
    contacts: 'Person=name\nnotes=ignore\ntags=ignore\ntype=ignore',
    activities: 'Deed=title\nbody=ignore\ntype=ignore\noccurredAt=occurredAt',
    calendar: 'Event=title\nnotes=ignore\nlocation=ignore\nstartsAt=startsAt',
  }
  for (const [group, said] of Object.entries(files)) {
    const maps = said.split('\n')
    const cells = maps.map((map) => (map.endsWith('At') ? '2026-01-02T10:00:00Z' : 'x')).join()
    writeFileSync(foreign, `${maps.map((map) => map.split('=')[0]).join()}\n${cells}\n`)
    const options = maps.flatMap((map) => ['--map', map])
    const { body } = await crmJson([group, 'import', foreign, ...options, '--yes', '--json'], other)
    expect(body, group).toMatchObject({ created: 1 })
  }
  for (const at of [0, 1, 2, 3]) {
    const there = { ...(await fresh()), env }
    for (const told of NOUNS) {
      const format = told.formats[at % told.formats.length]!
      const file = join(folder, `${told.group}.${format}`)
      const { body } = await crmJson([told.group, 'import', file, '--yes', '--json'], there)
      expect(body, `${told.group} from ${format}`).toMatchObject({ failed: 0, skipped: 0 })
      expect(await rowsOf(told, there), `${told.group} from ${format}`).toEqual(await rowsOf(told, here))
    }
  }
})

test('a backup', async () => {
  const there = await fresh()
  await restoreBackup(there.address, join(folder, 'all.crm'))
  for (const told of NOUNS) expect(await rowsOf(told, there), told.group).toEqual(await rowsOf(told, here))
  expect(await offersOf(there)).toEqual(await offersOf(here))
})
