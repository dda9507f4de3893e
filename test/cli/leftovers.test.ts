// A checkout that was upgraded has the package of a fresh clone: the build removes what earlier builds left in `dist`.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeLeftovers } from '../../cli/bundle/leftovers.ts'

const root = join(import.meta.dirname, '..', '..')
const copy = mkdtempSync(join(tmpdir(), 'crm-leftovers-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What earlier versions built, by what they were seen to leave. */
const LEFT = [
  'bundled.json',
  'cache/commands/crm.cjs.1.v20.20.2-x64.help',
  'crm.cjs.1795636285513.v20.20.2-x64.help.cache',
  'extension/clip.js',
  'gateway/chunk-2C7DDHH4.js',
  'gateway.js',
  'pay-file.js',
  'quick-jobs-list.cjs',
  'schemas.js',
  'views.cjs',
  'zod.cjs',
]

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !/^cache\b/.test(name))
    .sort()

test('leftovers of earlier builds go, and all that this build made stays', () => {
  const built = join(root, 'dist')
  cpSync(built, copy, { recursive: true, filter: (from) => from !== join(built, 'cache') })
  for (const name of [...LEFT, 'release/crm-0.1.0.tgz']) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    writeFileSync(join(copy, name), 'old')
  }
  removeLeftovers(copy)
  expect(filesIn(copy)).toEqual([...new Set([...filesIn(built), 'release/crm-0.1.0.tgz'])].sort())
  expect(readdirSync(copy)).not.toContain('cache')
})
