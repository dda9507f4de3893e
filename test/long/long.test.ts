// The long run has every drill, and names only files that there are.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_ONLY } from '../long.ts'
import { PARTS } from './parts.ts'

const root = join(import.meta.dirname, '..', '..')
const files = PARTS.flatMap(({ files = [], program }) => [...files, ...(program ? [program] : [])])

test('each part names files that there are', () => {
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('each drill, and each file that npm test leaves out, is in a part', () => {
  const drills = readdirSync(join(root, 'test', 'drill'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/drill/${name}`)
  const long = [...drills, ...Object.keys(LONG_ONLY)]
  expect(long.filter((file) => !files.includes(file))).toEqual([])
})
