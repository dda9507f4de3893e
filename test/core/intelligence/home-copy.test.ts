// The copy of an import in a home is written once, so that a start needs no space where nothing changed.
import {
  existsSync,
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
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { copyInUse, overlaysIn } from '../../../core/intelligence/imports/served.ts'
import { listImports, loadImport, useImport } from '../../../core/intelligence/imports/imports.ts'
import { systemClock } from '../../../core/kernel/clock.ts'
import { first } from '../../../core/kernel/narrow.ts'
import { openTestCore } from '../../harness.ts'
import * as files from './published-files.ts'

/** A database with an import in use, and the folder that holds the copy of it. */
async function anImport() {
  const home = mkdtempSync(join(tmpdir(), 'crm-home-copy-'))
  const core = await openTestCore()
  onTestFinished(() => {
    rmSync(home, { recursive: true })
    return core.close()
  })
  const file = join(home, 'oesm26nat.zip')
  writeFileSync(file, files.oewsArchive())
  const at = { place: core.database.url, home }
  const { id } = await loadImport(file, { ...at, clock: systemClock, vintage: null })
  return { at, home, id, sql: core.services.sql }
}

test('a copy that is there is not written again, and one that lost its content is', async () => {
  const { home, sql } = await anImport()
  const copy = join(home, 'pay', first(readdirSync(join(home, 'pay'))))
  const [written, content] = [statSync(copy).ino, readFileSync(copy)]
  await copyInUse(sql, home)
  expect(statSync(copy).ino).toBe(written)
  truncateSync(copy)
  await copyInUse(sql, home)
  expect(readFileSync(copy).equals(content)).toBe(true)
  expect(readdirSync(join(home, 'pay'))).toHaveLength(1)
})

test('the copy is that of the import in use, also after two switches at once', async () => {
  const { at, home, id } = await anImport()
  for (let round = 0; round < 5; round++) {
    await Promise.all([useImport(at, id), useImport(at, null)])
    expect(existsSync(join(home, 'pay'))).toBe((await listImports(at)).inUse !== null)
  }
})

test('a copy that was found can be read after a switch removed it', async () => {
  const { at, home } = await anImport()
  const shipped = openShipped()
  const found = await overlaysIn(home).inUse(shipped)
  await useImport(at, null)
  expect((await found?.open())?.digest).toBe(`${shipped.digest}+${found?.name}`)
})

test('a folder of copies that cannot be read is an error, and no home without an import', () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-home-copy-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  expect(overlaysIn(home).inUse(openShipped())).toBeNull()
  writeFileSync(join(home, 'pay'), '')
  expect(() => overlaysIn(home).inUse(openShipped())).toThrow('ENOTDIR')
})
