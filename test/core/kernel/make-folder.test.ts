import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../core/kernel/make-folder.ts'

test('it makes a folder and those above it for their owner alone, and leaves one that is there', () => {
  const top = mkdtempSync(join(tmpdir(), 'crm-folder-'))
  const deep = join(top, 'a', 'b')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(join(top, 'a')).mode & 0o777).toBe(0o700)
  expect(statSync(deep).isDirectory()).toBe(true)
})

test.skipIf(!existsSync('/proc'))('a place that takes no folders is refused, not tried for ever', () => {
  expect(() => makeFolder('/proc/none/home')).toThrow('ENOENT')
})
