// `crm sync FOLDER`: a folder of JSON files equals the records, however often it was interrupted.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-sync-'))
let database: TestDatabase
let options: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  options = { url: database.url }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

interface Synced {
  written: number
  removed: number
}

const sync = async (): Promise<Synced> => (await crmJson(['sync', folder, '--json'], options)).body as Synced
const filesIn = (name: string): string[] => readdirSync(join(folder, name)).sort()
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))

describe('crm sync', () => {
  test('writes every record, then only what changed, and removes what was deleted', async () => {
    const { body: acme } = await crmJson(['jobs', 'add', 'Acme', 'Engineer', '--json'], options)
    const { body: beta } = await crmJson(['jobs', 'add', 'Beta', 'Writer', '--json'], options)
    await crm(['activities', 'log', 'Acme', 'Talked'], options)
    expect(await sync()).toMatchObject({ written: 3, removed: 0 })
    expect(filesIn('jobs')).toEqual([`${acme.id}.json`, `${beta.id}.json`].sort())
    expect(filesIn('activities')).toHaveLength(1)
    const { body } = await crmJson(['jobs', 'edit', 'Beta', '--notes', 'n', '--json'], options)
    await crm(['jobs', 'rm', 'Acme', '--yes'], options)
    expect(await sync()).toMatchObject({ written: 1, removed: 2 })
    expect(read('jobs', `${beta.id}.json`)).toEqual(body)
    expect([filesIn('jobs').length, filesIn('activities').length]).toEqual([1, 0])
    expect(await sync()).toMatchObject({ written: 0, removed: 0 })
  })

  test('whose cursor is too old reads everything again, and removes what is gone meanwhile', async () => {
    const standing = read('.crm-sync.json') as { account: string; cursor: string; whole: boolean }
    const [era, place, until] = JSON.parse(Buffer.from(standing.cursor, 'base64url').toString()) as unknown[]
    const old = Buffer.from(JSON.stringify([era, place, until, '2020-01-01T00:00:00.000Z'])).toString(
      'base64url',
    )
    writeFileSync(join(folder, '.crm-sync.json'), JSON.stringify({ ...standing, cursor: old }))
    writeFileSync(join(folder, 'jobs', '00000000-0000-7000-8000-000000000000.json'), '{}')
    writeFileSync(join(folder, 'jobs', 'half.json.partial'), '{')
    expect(await sync()).toMatchObject({ written: 1, removed: 2 })
    expect(filesIn('jobs')).toHaveLength(1)
  })

  test('keeps out of folders that are not its own', async () => {
    const other = mkdtempSync(join(tmpdir(), 'crm-sync-'))
    writeFileSync(join(other, 'mine.txt'), 'x')
    expect(await crm(['sync', other], options)).toMatchObject({ code: 2 })
    writeFileSync(join(other, '.crm-sync.json'), JSON.stringify({ account: 'x', cursor: '', whole: true }))
    expect((await crm(['sync', other], options)).stderr).toContain('another account')
    rmSync(other, { recursive: true })
  })
})
