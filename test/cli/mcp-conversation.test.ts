// What happens during a call and beside it on stdio, with both generations of the official clients: questions to the
// person, progress, cancellation, and word of what another process changed.
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StdioClientTransport as NextTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { GENERATIONS, hostOf, person, until, type Generation, type Host } from '../gateway/mcp/generations.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, type RunOptions } from './run.ts'

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  for (const company of ['Acme', 'Globex']) await crm(['jobs', 'add', company, 'Chef'], here)
})
afterAll(() => database.close())

const open: Host[] = []
afterEach(async () => {
  for (const host of open.splice(0)) await host.close()
})

async function connect(generation: Generation, somebody = person()): Promise<Host> {
  const program = {
    command: process.execPath,
    args: [LAUNCHER, 'mcp', '--allow-write', '--allow-delete'],
    env: environment(here),
    stderr: 'pipe' as const,
  }
  const host = await hostOf(generation, somebody.hears, {
    1: (client) => client.connect(new StdioClientTransport(program)),
    2: (client) => client.connect(new NextTransport(program)),
  })
  open.push(host)
  return host
}

const jobs = async (host: Host): Promise<unknown> =>
  (await host.call('search_jobs', {})).structuredContent!['total']

describe.each(GENERATIONS)('a client of generation %s', (generation) => {
  test('is asked, may cancel while it is asked, and is told how far a call is', async () => {
    const somebody = person()
    const host = await connect(generation, somebody)
    const cancelling = new AbortController()
    const args = { noun: 'job', ids: ['acme'] }
    const call = host.call('delete_record', args, { signal: cancelling.signal })
    await until(() => somebody.asked.length === 1)
    cancelling.abort()
    // In 2026-07-28 the question is between two calls: the client notices once its person has answered.
    if (generation === '2026-07-28') somebody.says({ action: 'accept', content: { confirm: true } })
    await expect(call).rejects.toThrow()
    somebody.says({ action: 'accept', content: { confirm: true } })
    const left = await jobs(host)
    const steps: number[] = []
    const again = host.call('delete_record', args, {
      onprogress: ({ progress }) => void steps.push(progress),
    })
    await until(() => somebody.asked.length === 2)
    somebody.says({ action: 'accept', content: { confirm: true } })
    expect((await again).isError).toBeFalsy()
    expect(steps.length).toBeGreaterThan(1)
    expect([left, await jobs(host)]).toEqual([2, 1])
    expect((await host.call('undo', {})).isError).toBeFalsy()
  })

  test('is told when another process changes what it follows', async () => {
    const host = await connect(generation)
    await host.follow('crm://jobs/acme')
    await crm(['jobs', 'edit', 'Globex', '--notes', `of ${generation}`], here)
    await crm(['jobs', 'edit', 'Acme', '--notes', `of ${generation}`], here)
    await until(() => host.told.length > 0)
    expect(new Set(host.told)).toEqual(new Set(['crm://jobs/acme']))
  })
})
