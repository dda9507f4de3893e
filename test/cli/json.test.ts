import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GROUPS } from '../../cli/groups.ts'
import { pathOf } from '../../cli/program.ts'
import { KINDS } from '../../core/kernel/errors.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterAll(() => database.close())

const groups = await Promise.all(GROUPS.map(({ load }) => load()))
/** `serve` and `webhooks listen` run until they are stopped; the completer prints words, not records. */
const paths = groups
  .flatMap((group) => group.commands.map((command) => pathOf(group, command)))
  .filter(
    (path) => path !== 'serve' && !path.startsWith('_') && !/^(mcp|board|chat|webhooks listen)\b/.test(path),
  )

const WIRE_CODES = Object.values(KINDS).map(({ wire }): string => wire)

describe('--json', () => {
  test.each(paths)('crm %s prints JSON, and so do its errors', async (path) => {
    const bare = await crm([...path.split(' '), '--json'], here)
    const answer = JSON.parse(bare.stdout) as { error?: { code: string; message: string } }
    expect([path, bare.code === 0]).toEqual([path, answer.error === undefined])
    if (answer.error) {
      expect(WIRE_CODES).toContain(answer.error.code)
      expect(answer.error.message).not.toBe('')
    }
    const refused = await crmJson([...path.split(' '), '--json', '--no-such-flag'], here)
    if (path !== 'call') expect(refused).toMatchObject({ code: 2, body: { error: { code: 'USAGE' } } })
  })

  test.each([
    ['jobs', 'list', '--json'],
    ['--json', 'jobs', 'list'],
    ['jobs', '--json', 'list'],
  ])('may be placed anywhere: crm %s %s %s', async (...args) => {
    expect((await crmJson(args, here)).body).toHaveProperty('jobs')
  })

  test('alone prints everything, a list prints those fields, an unknown field is refused with the known ones', async () => {
    const added = await crmJson(['jobs', 'add', 'Fields', 'Engineer', '--json'], here)
    expect(added.body).toMatchObject({ company: 'Fields', status: 'saved', compensation: null })
    const some = await crmJson(['jobs', 'list', '--json', 'company,role', '-c', 'Fields'], here)
    expect(some.body.jobs).toEqual([{ company: 'Fields', role: 'Engineer' }])
    expect(some.body).toMatchObject({ nextCursor: null, total: 1 })
    for (const list of ['company,nonsense', 'nonsense']) {
      const refused = await crmJson(['jobs', 'list', '--json', list], here)
      expect(refused.code).toBe(2)
      expect(refused.body.error.message).toMatch(/no field nonsense\. Fields: id, company, role/)
    }
    expect(
      (await crmJson(['jobs', 'show', 'Fields', '--json', 'nonsense'], here)).body.error.message,
    ).toMatch(/no field nonsense/)
    const spaced = await crmJson(['jobs', 'list', '--json', 'company,', 'role'], here)
    expect(spaced).toMatchObject({ code: 2, body: { error: { code: 'USAGE' } } })
  })

  test('an export of the account has the fields of its answer: those of the data, or those of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crm-json-'))
    const file = join(folder, 'all.json')
    const refused = await crmJson(['me', 'export', file, '--json', 'exportedAt'], here)
    expect(refused.body.error.message).toBe('--json: there is no field exportedAt. Fields: file, rows')
    expect([refused.code, existsSync(file)]).toEqual([2, false])
    expect((await crmJson(['me', 'export', file, '--json', 'file'], here)).body).toEqual({ file })
    const rows = await crmJson(['me', 'export', '--json', 'rows'], here)
    expect([rows.code, rows.body.error.message]).toEqual([
      2,
      expect.stringMatching(/^--json: there is no field rows\. Fields: exportedAt, /),
    ])
  })

  test('an unknown field is refused before a write is made', async () => {
    expect((await crm(['jobs', 'add', 'Unmade', 'Engineer', '--json=nonsense'], here)).code).toBe(2)
    expect((await crmJson(['jobs', 'list', '-c', 'Unmade', '--json'], here)).body.total).toBe(0)
  })

  test('a word after --json that is not a field is an argument', async () => {
    await crm(['jobs', 'add', 'Argument', 'Engineer'], here)
    expect((await crmJson(['jobs', 'show', '--json', 'argument'], here)).body.company).toBe('Argument')
  })

  test.each([
    ['salary', 'show', 'swe', 'sf', '--json', 'estimat'],
    ['salary', 'show', 'swe', '--exp', 'senior', '--json', 'estimat', '--min', '100k'],
    ['salary', 'roles', 'nurse', '--json', 'estimat'],
    ['jobs', 'show', 'Fields', '--json', 'estimat'],
  ])(
    'an unknown field after the arguments is refused, not read as one more: crm %s %s …',
    async (...args) => {
      const refused = await crmJson(args, here)
      expect(refused.body.error?.message).toMatch(/^--json: there is no field estimat\. Fields: /)
      expect(refused.code).toBe(2)
    },
  )

  test('values of flags, and words after --, arrive as they were typed', async () => {
    const typed = ['jobs', 'add', '--json', '--notes', '--note', '--next-step', '--yes', '--', '--json', 'sf']
    const { body } = await crmJson(typed, here)
    expect(body).toMatchObject({ company: '--json', role: 'sf', notes: '--note', nextStep: '--yes' })
  })

  test('a word after --json is an argument while one is missing', async () => {
    await crm(['jobs', 'add', 'Missing', '--json', 'Engineer'], here)
    expect((await crmJson(['jobs', 'show', 'Missing', '--json'], here)).body.role).toBe('Engineer')
    const unknown = await crmJson(['salary', 'show', '--exp', 'senior', '--json', 'nope'], here)
    expect([unknown.code, unknown.body.error.code]).toEqual([3, 'role_not_found'])
  })

  test('ends with a newline and keeps the API’s timestamps', async () => {
    const { stdout } = await crm(['jobs', 'list', '--json'], here)
    expect(stdout).toMatch(/\}\n$/)
    expect(JSON.parse(stdout).jobs[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('--help --json describes the commands in machine-readable form', async () => {
    const { body } = await crmJson(['--help', '--json'])
    const names = body.commands.map(({ command }: { command: string }) => command)
    expect(names).toEqual(expect.arrayContaining(['jobs list', 'tokens create', 'doctor']))
    expect(body.exitCodes['7']).toBe('rate limited')
    const one = await crmJson(['jobs', 'rm', '--help', '--json'])
    expect(one.body.commands).toMatchObject([{ command: 'jobs rm', destructive: true }])
  })
})

describe('the same error in both formats', () => {
  test.each([
    [['jobs', 'show', 'nobody-has-this'], 3, 'NOT_FOUND'],
    [['jobs', 'add', 'OnlyCompany'], 2, 'USAGE'],
    [['jobs', 'add', 'A', 'B', '--priority', 'urgent'], 5, 'VALIDATION_ERROR'],
    [['nonsense'], 2, 'USAGE'],
    [['jobs', 'nonsense'], 2, 'USAGE'],
    [['jobs', 'list', '--nonsense'], 2, 'USAGE'],
  ])('crm %j ends with %i, %s', async (args, code, wire) => {
    const plain = await crm(args, here)
    const json = await crmJson([...args, '--json'], here)
    expect([plain.code, json.code]).toEqual([code, code])
    expect(plain.stdout).toBe('')
    expect(json.body.error.code).toBe(wire)
    expect(plain.stderr).toContain(json.body.error.message)
    if (json.body.error.hint) expect(plain.stderr).toContain(json.body.error.hint)
  })
})

test('--jq filters the JSON, says what is no filter, and fails as text: JSON on stdout would be taken for data', async () => {
  const { url } = database
  await crm(['jobs', 'add', 'Acme', 'Chef'], { url })
  const jq = (...args: string[]) => crm(['ls', ...args], { url })
  expect((await jq('--jq', '.jobs[]|select(.company=="Acme")|.role')).stdout).toBe('Chef\n')
  expect((await jq('-q', 'chef', '--jq', '.jobs|map(keys)|add', '--json', 'role')).stdout).toBe('["role"]\n')
  expect((await crm(['call', 'jobs.list', '--limit', '1', '--jq', '.jobs[].role'], { url })).stdout).toBe(
    'Chef\n',
  )
  expect((await crm(['--jq', 'keys | length > 0'], { url })).stdout).toBe('true\n')
  const refused = await jq('--jq', '.jobs[')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/^crm: --jq: /)
})
