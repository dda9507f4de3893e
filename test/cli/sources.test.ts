// The terminal runs from its sources, as docs/debugging.md says: no build is needed, and an old one is not asked.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { environment } from './process.ts'

const root = join(import.meta.dirname, '..', '..')
const MAIN = join(root, 'cli', 'main.ts')

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Runs the sources as a person would who looks for a bug. */
const fromSources = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    cwd: root,
    env: environment({ url: database.url }),
  })

test('a command that changes and one that reads run from the sources', async () => {
  await fromSources('jobs', 'add', 'Acme', 'Engineer')
  const { stdout } = await fromSources('jobs', 'list', '--json', 'company')
  expect(JSON.parse(stdout)).toMatchObject({ jobs: [{ company: 'Acme' }] })
})
