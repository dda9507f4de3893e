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

/**
 * Every server scenario of 0.1.16. The suite's check of stream polling (SEP-1699) does not apply: responses
 * that need no stream are plain JSON here, so none can be lost halfway.
 */
const SCENARIOS = [
  ...['server-initialize', 'logging-set-level', 'ping', 'completion-complete', 'tools-list'],
  ...['tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource'],
  ...['tools-call-mixed-content', 'tools-call-with-logging', 'tools-call-error', 'tools-call-with-progress'],
  ...['tools-call-sampling', 'tools-call-elicitation', 'elicitation-sep1034-defaults'],
  ...['elicitation-sep1330-enums', 'resources-list', 'resources-read-text', 'resources-read-binary'],
  ...['resources-templates-read', 'resources-subscribe', 'resources-unsubscribe', 'prompts-list'],
  ...['prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource'],
  ...['prompts-get-with-image', 'dns-rebinding-protection', 'server-sse-multiple-streams'],
  ...['json-schema-2020-12', 'server-sse-polling'],
]

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

const run = (scenario: string): Promise<string> =>
  new Promise((resolve) => {
    const args = [SUITE, 'server', '--url', url, '--scenario', scenario]
    const child = spawn(process.execPath, args, {
      cwd: mkdtempSync(join(tmpdir(), 'crm-conformance-')),
      timeout: 20_000,
    })
    const said: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => said.push(part))
    child.stderr.on('data', (part: Buffer) => said.push(part))
    child.once('close', () => resolve(Buffer.concat(said).toString('utf8')))
  })

test.skipIf(!canRun).each(SCENARIOS)('%s', { timeout: 60_000 }, async (scenario) => {
  const said = await run(scenario)
  expect(said).toMatch(/Passed: (\d+)\/\1, 0 failed/)
})
