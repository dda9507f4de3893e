// The official conformance suite against the pipeline's endpoint, with its fixtures mounted behind the real
// authentication, error order, sessions and streams. The suite needs Node 22, and cannot send a credential: a
// proxy adds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToken } from '../../core/identity/operations.ts'
import { operations } from '../../core/operations.ts'
import { createApp } from '../../gateway/app.ts'
import { createHttpServer } from '../../gateway/http/server.ts'
import { gatewayPartsFor } from '../gateway/harness.ts'
import { as, aUser, call, openTestCore, unlimited, type TestCore } from '../harness.ts'
import { fixtures } from './fixtures.ts'

const SUITE = join(
  import.meta.dirname,
  ...['..', '..', 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js'],
)
const canRun = Number(process.versions.node.split('.')[0]) >= 22

/** What a revision requires; extensions and scenarios that are still pending are run by the suite, but not scored. */
const REVISIONS = ['2025-11-25', '2026-07-28']

let core: TestCore
const servers: Server[] = []
let url: string

const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  servers.push(server)
  return (server.address() as { port: number }).port
}

beforeAll(async () => {
  core = await openTestCore({}, unlimited)
  const { token } = await call(addToken, as(core, await aUser(core)), { name: 'suite', scope: 'read-write' })
  const { services, close } = core
  const app = createApp({ services, operations, close }, { ...gatewayPartsFor(core), offer: fixtures })
  const endpoint = await listen(createHttpServer(app))
  const proxy = createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${String(token)}` }
    const ahead = request(
      { host: '127.0.0.1', port: endpoint, path: '/api/mcp', method: req.method, headers },
      (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      },
    )
    ahead.on('error', () => res.destroy())
    res.on('close', () => ahead.destroy())
    req.pipe(ahead)
  })
  url = `http://127.0.0.1:${await listen(proxy)}/mcp`
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await core.close()
})

const run = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [SUITE, 'server', '--url', url, ...args], {
      cwd: mkdtempSync(join(tmpdir(), 'crm-conformance-')),
    })
    const said: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => said.push(part))
    child.stderr.on('data', (part: Buffer) => said.push(part))
    child.once('close', () => resolve(Buffer.concat(said).toString('utf8')))
  })

test.skipIf(!canRun).each(REVISIONS)('revision %s', async (revision) => {
  const said = await run('--requirements', revision)
  const failed = [...said.matchAll(/^✗ ([\w-]+):/gm)].map(([, scenario]) => scenario)
  const unscored = [...said.matchAll(/^ {2}✗ ([\w-]+) /gm)].map(([, scenario]) => scenario)
  expect([said.includes('Total:'), failed.filter((scenario) => !unscored.includes(scenario))]).toEqual([
    true,
    [],
  ])
})
