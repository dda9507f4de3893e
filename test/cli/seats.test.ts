// `crm seats`: giving a seat back, and taking one back. Both ask first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const run = (...args: string[]) => crm(['seats', ...args], { url: database.url })
const json = (...args: string[]) => crmJson([...args, '--json'], { url: database.url })

test('`rm` takes a seat back, by a part of its address, once it is confirmed', async () => {
  const invited = await run('invite', 'ada@example.com')
  expect(invited.stdout).toMatch(/^seat_\S+\n$/)
  expect(invited.stderr).toContain('Invited ada@example.com. The code is valid until ')
  await run('invite', 'bob@example.com')
  expect((await run('rm', 'ada@example')).code).toBe(2)
  expect((await run('rm', 'ada', '--yes')).stderr).toContain('type more than “ada”')
  const plan = await run('rm', 'ada@example', '--dry-run')
  expect(plan.stdout).toContain('Would revoke the seat of ada@example.com.')
  expect((await run('list')).stdout.match(/@example\.com/g)).toHaveLength(2)
  const removed = await run('rm', 'ada@example', '--yes')
  expect([removed.code, removed.stdout], removed.stderr).toEqual([
    0,
    'Took the seat of ada@example.com back.\n',
  ])
  expect((await run('list')).stdout).not.toContain('ada@example.com')
  expect((await run('rm', 'ada@example', '--yes')).code).toBe(3)
})

test('`leave` gives up your seat once it is confirmed, and says so if there is none', async () => {
  const { sql } = database
  const boss = (await json('users', 'create', '--email', 'boss@example.com', '--tier', 'ultra')).body
  await sql`
    insert into seats (user_id, id, email, member_id, invited_at, joined_at)
    select ${boss.id}, gen_random_uuid(), 'me@example.com', id, now(), now() from users where local_owner`
  expect((await run('show')).stdout).toContain('boss@example.com')
  expect((await run('leave')).code).toBe(2)
  expect((await run('leave', '--dry-run')).stdout).toContain('Would leave the plan of boss@example.com.')
  expect((await json('seats', 'show')).body.seat).toMatchObject({ email: 'me@example.com' })
  const left = await run('leave', '--yes')
  expect([left.code, left.stdout], left.stderr).toEqual([0, 'Left.\n'])
  expect((await json('seats', 'show')).body).toEqual({ seat: null })
  expect(await sql`select id from seats where user_id = ${boss.id}`).toHaveLength(0)
  const again = await run('leave', '--yes')
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('There is no seat of yours.')])
})
