// New postings of watched boards in `crm board`: counted, listed, taken and dismissed, against a stand-in for the boards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBoards, type StandIn } from '../boards/server.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { openBoard } from './board-session.ts'
import { crm, crmJson } from './run.ts'

let boards: StandIn
let database: TestDatabase
beforeAll(async () => {
  boards = await startBoards()
  database = await freshDatabase()
})
afterAll(async () => {
  await boards.close()
  await database.close()
})

const here = () => ({ url: database.url, env: { CRM_HOST_MAP: boards.hostMapText, NO_COLOR: '1' } })
const SIZE = { columns: 100, rows: 24 }

test('new postings are counted as they come, taken as jobs, dismissed for ever, and undone', async () => {
  boards.post('greenhouse:acme', [
    { id: '1', title: 'Engineer', places: ['Bergen'] },
    { id: '2', title: 'Engineer of Bridges' },
  ])
  expect(await crm(['watch', 'add', 'greenhouse:acme', '--match', 'engineer'], here())).toMatchObject({
    code: 0,
  })
  await crm(['jobs', 'add', 'Zeder', 'Chef'], here())
  const board = openBoard(SIZE, here())
  await board.until('Zeder')
  await crm(['watch', 'run'], here())
  await board.until('2 new postings (w)')
  board.type('w')
  await board.until((text) => text.includes('New postings  2') && text.includes('Bergen'))
  const taken = /› ?.* — (Engineer(?: of Bridges)?) {2}/.exec(board.screen().lines.join('\n'))![1]!
  board.type('a')
  await board.until((text) => text.includes(`${taken} is your job now.`) && text.includes('New postings  1'))
  board.type('x')
  await board.until((text) => text.includes('is not shown again.') && text.includes('No new postings'))
  board.type('u')
  await board.until((text) => text.includes('Undone') && text.includes('New postings  1'))
  board.type('q')
  await board.until((text) => text.includes('2 jobs  1 new posting (w)') && text.includes('Acme'))
  board.type('q')
  expect(await board.ended).toBe(0)
  const { body } = await crmJson(['watch', 'new', '--state', 'accepted', '--json'], here())
  expect(body.postings).toMatchObject([{ role: taken, state: 'accepted', jobId: expect.any(String) }])

  const aloud = openBoard(SIZE, here(), ['--screen-reader'])
  await aloud.until('1 new posting')
  aloud.type('w')
  await aloud.until('Posting 1 of 1')
  aloud.type('x')
  await aloud.until('No new postings.')
  aloud.type('q')
  aloud.type('q')
  expect(await aloud.ended).toBe(0)
})
