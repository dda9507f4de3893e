import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
/** A timeout for lookups that need the whole catalogue. */

beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterAll(() => database.close())

describe('roles from a file', () => {
  const LINES = '# ours\nregistered-nurse, el-paso-tx\r\n\nstaff swe, Portland, OR\naccountant\n'

  test('are looked up in one call, in their order', async () => {
    const file = join(tmpdir(), `crm-roles-${process.pid}.txt`)
    writeFileSync(file, LINES)
    const { code, body } = await crmJson(['salary', 'show', '--file', file, '--json'], here)
    expect(code).toBe(0)
    expect(body.results.map(({ asked, data }: Result) => [asked.city, data?.role.slug])).toEqual([
      ['el-paso-tx', 'registered-nurse'],
      ['Portland, OR', 'software-engineer'],
      [undefined, 'accountant'],
    ])
    const alone = await crmJson(['salary', 'show', 'registered-nurse', 'el-paso-tx', '--json'], here)
    expect(body.results[0].data).toEqual(alone.body.data)
  })

  test('are read from stdin too, and printed as table rows', async () => {
    const { code, stdout } = await crm(['salary', 'show', '--file', '-'], { ...here, stdin: LINES })
    expect(code).toBe(0)
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['registered-nurse', 'el-paso-tx', ''],
      ['software-engineer', 'portland-or', 'staff'],
      ['accountant', 'nationwide', ''],
    ])
    for (const row of rows) expect(Number(row[3])).toBeGreaterThan(30_000)
  })

  test.each([
    [5, 'accountant\nregistered-nurse', 'all answered, one out of bounds'],
    [3, 'accountant\nairline-pilot, Atlanta\nregistered-nurse', 'one without data'],
    [3, 'qzxv\nregistered-nurse', 'one unknown'],
    [2, 'pm\nqzxv\nregistered-nurse', 'one that could be several'],
    [2, `${'long'.repeat(60)}\nregistered-nurse`, 'one that is no title'],
  ])('exit %i: %j, %s', async (code, stdin) => {
    const outcome = await crm(['salary', 'show', '--file', '-', '--max', '75k'], { ...here, stdin })
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toContain('Registered Nurse nationwide: the typical pay of')
    expect(outcome.stdout.trimEnd().split('\n')).toHaveLength(stdin.split('\n').length)
  })

  test('may be commented, and have the line ends of any system', async () => {
    const stdin = 'registered-nurse, el-paso-tx  # since May\raccountant\r# none\r\nc# developer\n'
    const { code, body } = await crmJson(['salary', 'show', '-f', '-', '--json'], { ...here, stdin })
    expect(code).toBe(0)
    expect(body.results.map(({ asked }: Result) => asked)).toEqual([
      { role: 'registered-nurse', city: 'el-paso-tx' },
      { role: 'accountant' },
      { role: 'c# developer' },
    ])
  })

  test('in JSON with chosen fields have those of each figure, and their errors', async () => {
    const stdin = 'accountant, el-paso-tx\nqzxv\n'
    const args = ['salary', 'show', '-f', '-', '--json', 'estimate,city']
    const { code, body } = await crmJson(args, { ...here, stdin })
    expect(code).toBe(3)
    expect(body.results.map(({ data, error }: Result) => [data && Object.keys(data), error?.code])).toEqual([
      [['estimate', 'city'], undefined],
      [undefined, 'role_not_found'],
    ])
  })

  test('a long list of unknown roles says only what is unknown', async () => {
    const file = join(tmpdir(), `crm-unknown-roles-${process.pid}.txt`)
    writeFileSync(file, Array.from({ length: 12 }, (_, index) => `qzxv${'q'.repeat(index)}`).join('\n'))
    const { code, stderr } = await crm(['salary', 'show', '--file', file], here)
    expect(code).toBe(3)
    expect(stderr.match(/There is no role/g)).toHaveLength(12)
    expect(stderr).not.toContain('Warning')
  })

  test('a list that is not text is a usage error, no figure out of bounds', async () => {
    const file = join(tmpdir(), `crm-roles-as-bytes-${process.pid}.txt`)
    writeFileSync(file, Buffer.from([0x73, 0x77, 0x65, 0xff, 0x0a]))
    const { code, stderr } = await crm(['salary', 'show', '--file', file, '--min', '80k'], here)
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not UTF-8 text')])
  })

  test('an empty or missing list is a usage error', async () => {
    expect((await crm(['salary', 'show', '--file', '-'], { ...here, stdin: '# nothing\n' })).code).toBe(2)
    expect((await crm(['salary', 'show', '--file', '/no/such/file'], here)).code).toBe(2)
    expect((await crm(['salary', 'show', 'swe', '--file', '-'], { ...here, stdin: 'swe' })).code).toBe(2)
  })
})

interface Result {
  asked: { role: string; city?: string }
  data?: { role: { slug: string } }
  error?: { code: string }
}

describe('a comparison', () => {
  test('covers one role in several cities, or several roles in one place', async () => {
    const cities = await crm(['salary', 'compare', 'swe', 'sf', 'nyc', 'austin-tx'], here)
    expect(cities.stdout.split('\n').map((line) => line.split('\t')[1])).toEqual([
      'san-francisco-ca',
      'new-york-ny',
      'austin-tx',
      undefined,
    ])
    const roles = await crmJson(
      ['salary', 'compare', 'swe', 'registered-nurse', '--city', 'chicago', '--json'],
      here,
    )
    expect(roles.body.results.map(({ data }: Result) => data?.role.slug)).toEqual([
      'software-engineer',
      'registered-nurse',
    ])
  })

  test('shows the rest when one is missing, and sets the exit code', async () => {
    const { code, stdout, stderr } = await crm(['salary', 'compare', 'swe', 'sf', 'Atlantis'], here)
    expect(code).toBe(3)
    expect(stdout.split('\n')[0]).toMatch(/^software-engineer\tsan-francisco-ca\t\t\d+/)
    expect(stderr).toContain('There is no city “Atlantis”.')
  })
})

describe('the catalogue', () => {
  test('roles and cities are listed, in JSON as arrays as in the API', async () => {
    const { body } = await crmJson(['salary', 'cities', '--json', 'slug,state'], here)
    expect(body).toContainEqual({ slug: 'el-paso-tx', state: 'TX' })
    const { stdout } = await crm(['salary', 'roles'], here)
    expect(stdout.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3445)
    expect((await crm(['salary', 'roles', 'no', 'such', 'words'], here)).code).toBe(3)
  })

  test('search tolerates typing errors', async () => {
    const { body } = await crmJson(['salary', 'search', 'sofware', 'enginer', '--json'], here)
    expect(body.data[0]).toMatchObject({ slug: 'software-engineer' })
  })
})

describe('next to a figure', () => {
  test.each([
    [['history', 'registered-nurse', 'el-paso-tx'], /^2013-Q2\t\d+\t\tbenchmark\t/m],
    [['projections', 'pharmacist', 'chicago'], /^2030\t\d+\t\d+\t\d+\tprojected$/m],
    [['calculate', 'rn', 'el paso', '--exp', 'senior'], /^experience\tsenior$/m],
    [['levels'], /^google\tGoogle\t\d+\t\d+$/m],
    [['levels', 'google'], /\tL5\tSenior Software Engineer\t/],
    [['levels', 'google', 'meta', '--level', 'L5'], /\tL5\t.*\tE5\t/],
    [['skills', 'data-scientist'], /^technology\tPython\t/m],
    [['methodology'], /^[^\t]+\t(published|derived|modelled)\t/m],
    [['lineage', 'comp:registered-nurse:el-paso-tx:base:2025-Q2'], /^interval\tmodelled\t/m],
  ])('crm salary %j', async (args, line) => {
    const { code, stdout, stderr } = await crm(['salary', ...args], here)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(line)
    expect((await crm(['salary', ...args], { ...here, terminal: { columns: 80 } })).code).toBe(0)
    const json = await crm(['salary', ...args, '--json'], here)
    expect(JSON.parse(json.stdout)).toBeTruthy()
  })

  test('an unknown company or figure exits with 3', async () => {
    expect((await crm(['salary', 'levels', 'nowhere-inc'], here)).code).toBe(3)
    const { code, body } = await crmJson(['salary', 'lineage', 'comp:x:y:z', '--json'], here)
    expect({ code, said: body.error.code }).toEqual({ code: 3, said: 'not_found' })
  })
})
