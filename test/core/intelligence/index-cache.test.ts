// A role-title index loaded from its cache file gives the same results as a fresh one, or is not used.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openIndexCache } from '../../../core/intelligence/library/index-cache.ts'
import { matchRoleInIndex } from '../../../core/intelligence/library/resolve.ts'
import { loadFullDataset } from '../../../core/intelligence/library/dataset.ts'
import { findRoles, resolveRole, type RoleIndex } from '../../../core/intelligence/search/roles.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TEXTS = [
  ...['machine lerning enginer', 'sr. sofware enginer', 'rn', 'nurse icu', 'datascientist', 'pm', 'xyzzy'],
  ...['head of growth', 'manager of engineering', 'QA Engr', 'chef', 'director'],
]

const hintFor = (index: RoleIndex, text: string): unknown => {
  try {
    return matchRoleInIndex(index, text)
  } catch (error) {
    return (error as { hint?: string }).hint
  }
}

const answers = (index: RoleIndex) =>
  TEXTS.map((text) => [resolveRole(index, text), findRoles(index, text, 10), hintFor(index, text)])

test('a cached index gives the same results; a damaged or outdated file is ignored', async () => {
  const built = await loadFullDataset().roleIndex()
  const kept = openIndexCache(folder, 'one')
  expect(kept.read()).toBeNull()
  kept.write(built)
  expect(answers(kept.read()!)).toEqual(answers(built))
  expect(openIndexCache(folder, 'other').read()).toBeNull()

  const [name] = readdirSync(folder)
  const file = join(folder, name!)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(file, bytes)
  expect(kept.read()).toBeNull()
  writeFileSync(file, bytes.subarray(0, 2))
  expect(kept.read()).toBeNull()
})
