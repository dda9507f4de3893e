// What mail proposes in `crm board`: counted, listed with its sentence, accepted, put away, and undone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { openBoard } from './board-session.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'crm-board-inbox-'))
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

test('proposals are counted as they come, accepted, put away and undone', async () => {
  const here = { url: database.url, env: { NO_COLOR: '1' } }
  for (const [at, name] of ['Acme', 'Globex'].entries())
    writeFileSync(
      join(folder, `${name}.eml`),
      `From: ${name} Careers <careers@${name.toLowerCase()}.example>\r\nDate: Tue, 0${at + 1} Sep 2026 10:00:00 +0000\r\nMessage-ID: <${at}@mail.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Cook position.\r\n`,
    )
  await crm(['jobs', 'add', 'Zeder', 'Chef'], here)
  const board = openBoard({ columns: 100, rows: 24 }, here)
  await board.until('Zeder')
  await crm(['inbox', 'scan', folder], here)
  await board.until('2 from your inbox (w)')
  board.type('w')
  await board.until(
    (text) => text.includes('From your inbox  2') && text.includes('“We have received your application'),
  )
  board.type('a')
  await board.until(
    (text) => text.includes('Acme — Cook is as the message says.') && text.includes('From your inbox  1'),
  )
  board.type('x')
  await board.until(
    (text) => text.includes('is not shown again.') && text.includes('nothing from your inbox'),
  )
  board.type('u')
  await board.until((text) => text.includes('Undone') && text.includes('From your inbox  1'))
  board.type('q')
  await board.until((text) => text.includes('2 jobs  1 from your inbox (w)') && text.includes('Acme'))
  board.type('q')
  expect(await board.ended).toBe(0)
  const { body } = await crmJson(['jobs', 'list', '--json'], here)
  expect(body.jobs).toMatchObject([{ company: 'Acme', status: 'applied' }, { company: 'Zeder' }])
})
