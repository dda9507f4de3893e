// Pay in the terminal without a database: in an empty, absent or read-only home it answers, and leaves nothing behind.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ensureServer, stopServer } from '../../core/database/embedded.ts'
import { shippedPath } from '../../core/intelligence/file/shipped.ts'
import { NURSES, NURSES_2025_MEDIAN, oewsArchive } from '../core/intelligence/published-files.ts'
import { crmProcess, crmProcessJson, LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-alone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A home with no database in the environment. */
const at = (home: string) => ({ env: { CRM_HOME: home, DATABASE_URL: '' } })

const QUESTIONS = [
  ['show', 'registered-nurse'],
  ['show', 'senior swe', 'sf'],
  ['senior swe', 'sf'],
  ['search', 'nurse'],
  ['roles'],
  ['cities'],
  ['calculate', 'registered-nurse', 'austin-tx'],
  ['history', 'registered-nurse'],
  ['projections', 'registered-nurse'],
  ['compare', 'registered-nurse', 'austin-tx', 'boise-id'],
  ['skills', 'software-engineer'],
  ['levels', 'google'],
  ['lineage', 'comp:registered-nurse:national:base:2025-Q2'],
  ['methodology'],
  ['sources'],
]

describe.each([
  ['absent', () => join(folder, 'absent'), 0],
  ['empty', () => join(folder, 'empty'), 0o700],
  ['read-only', () => join(folder, 'read-only'), 0o500],
])('in a home that is %s', (_, home, mode) => {
  test.each(QUESTIONS)('crm salary %s answers, quietly, and leaves nothing behind', async (...words) => {
    if (mode) {
      mkdirSync(home(), { recursive: true })
      chmodSync(home(), mode)
    }
    const { code, stdout, stderr } = await crm(['salary', ...words], at(home()))
    expect([code, stdout === '']).toEqual([0, false])
    expect(stderr).not.toMatch(/database|Postgres/i)
    expect(existsSync(home()) ? readdirSync(home()) : []).toEqual([])
    expect(existsSync(home())).toBe(mode !== 0)
  })
})

/** Not the compiled code, which other terminals write and remove meanwhile. */
const isKept = (path: string): boolean => !path.endsWith(join('dist', 'cache'))

test('a pay file that is cut off or changed is refused by name, and by the doctor', async () => {
  const copy = join(folder, 'copy')
  const root = join(LAUNCHER, '..', '..')
  mkdirSync(copy)
  for (const name of ['cli', 'dist'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isKept })
  for (const name of ['node_modules', 'sql', 'package.json']) symlinkSync(join(root, name), join(copy, name))
  const file = join(copy, 'dist', 'pay', shippedPath().split('/').at(-1)!)
  const whole = readFileSync(file)
  const changed = Buffer.from(whole)
  for (let at = 0; at < changed.length; at += 5_000) changed[at]! ^= 1
  for (const [damaged, doctorToo] of [
    [whole.subarray(0, 1_000_000), true],
    [changed, true],
    [whole, false],
  ] as const) {
    writeFileSync(file, damaged)
    const options = { ...at(join(folder, 'absent')), program: [join(copy, 'cli', 'launch.cjs')] }
    const shown = await crmProcess(['salary', 'show', 'registered-nurse'], options)
    expect(shown.code).toBe(doctorToo ? 1 : 0)
    if (doctorToo) expect(shown.stderr).toContain('is damaged')
    const { body } = await crmProcessJson(['doctor', '--json'], {
      ...options,
      env: { CRM_HOME: join(folder, 'absent'), DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    })
    const pay = body.checks.find(({ check }: { check: string }) => check === 'pay')
    expect(pay.ok).toBe(!doctorToo)
  }
})

test('an import of an embedded database is read from the copy in its home, with the server stopped', async () => {
  const home = join(folder, 'home')
  const file = join(folder, 'oesm26nat.zip')
  writeFileSync(file, oewsArchive())
  await ensureServer(home)
  try {
    expect((await crm(['salary', 'import', file], at(home))).code).toBe(0)
  } finally {
    await stopServer(home)
  }
  const median = async () =>
    (await crmJson(['salary', 'show', 'registered-nurse', '--json'], at(home))).body.data.estimate.median
  expect(await median()).toBe(NURSES.A_MEDIAN)
  expect((await crmJson(['db', 'status', '--json'], at(home))).body.running).toBe(false)
  expect((await crm(['salary', 'imports', 'use', 'shipped'], at(home))).code).toBe(0)
  await stopServer(home)
  expect(await median()).toBe(NURSES_2025_MEDIAN)
})
