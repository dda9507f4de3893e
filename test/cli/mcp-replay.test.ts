// What hosts really send, line by line: a probe for a protocol to come, options nobody asked for, ids of every kind.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, environment, LAUNCHER } from './run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await crm(['jobs', 'add', 'Acme', 'Chef'], { url: database.url })
})
afterAll(() => database.close())

interface Step {
  send: { id?: unknown; method: string }
  /** Text that the answer holds. */
  expect?: string
}

const sessions = JSON.parse(readFileSync(join(import.meta.dirname, 'mcp-sessions.json'), 'utf8')) as Record<
  string,
  Step[]
>

test.each(Object.entries(sessions))('the messages of %s are answered', async (_, steps) => {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', '--allow-write=jobs'], {
    env: environment({ url: database.url }),
    stdio: 'pipe',
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (const { send, expect: wanted } of steps) {
    child.stdin.write(`${JSON.stringify(send)}\n`)
    if (send.id === undefined) continue
    const line = String((await lines.next()).value)
    const answer = JSON.parse(line) as { jsonrpc: string; id: unknown }
    expect([answer.jsonrpc, answer.id], line).toEqual(['2.0', send.id])
    if (wanted) expect(line).toContain(wanted)
  }
  child.stdin.end()
  expect(await ended).toBe(0)
})
