// The copy of an import in a home is written once, so that a start needs no space where nothing changed.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyInUse } from '../../../core/intelligence/imports/home-copy.ts'
import { loadImport } from '../../../core/intelligence/imports/imports.ts'
import { systemClock } from '../../../core/kernel/clock.ts'
import { first } from '../../../core/kernel/narrow.ts'
import { openTestCore } from '../../harness.ts'
import * as files from './published-files.ts'

test('a copy that is there is not written again, and one that lost its content is', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-home-copy-'))
  const core = await openTestCore()
  onTestFinished(() => {
    rmSync(home, { recursive: true })
    return core.close()
  })
  const { sql } = core.services
  const file = join(home, 'oesm26nat.zip')
  writeFileSync(file, files.oewsArchive())
  await loadImport(file, { place: core.database.url, home, clock: systemClock, vintage: null })
  const copy = join(home, 'pay', first(readdirSync(join(home, 'pay'))))
  const [written, content] = [statSync(copy).ino, readFileSync(copy)]
  await copyInUse(sql, home)
  expect(statSync(copy).ino).toBe(written)
  truncateSync(copy)
  await copyInUse(sql, home)
  expect(readFileSync(copy).equals(content)).toBe(true)
  expect(readdirSync(join(home, 'pay'))).toHaveLength(1)
})
