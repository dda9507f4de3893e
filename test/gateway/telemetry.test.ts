// Traces and metrics reach a collector when the environment names one, and hold nothing secret; without one the SDK is not loaded.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToken } from '../../core/identity/operations.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../harness.ts'
import { serve, type ServerProcess } from '../program.ts'

const received = new Map<string, string>()
const collector = createServer((req, res) => {
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => void parts.push(part))
  req.on('end', () => {
    const path = req.url ?? ''
    received.set(path, (received.get(path) ?? '') + Buffer.concat(parts).toString('latin1'))
    res.end()
  })
})
const modules = join(import.meta.dirname, '..', '..', 'dist', 'modules')
const coverage = mkdtempSync(join(tmpdir(), 'crm-telemetry-'))
const SECRET = 'a secret of the tests, thirty-two characters or more'
let core: TestCore
let gateway: ServerProcess
beforeAll(async () => {
  core = await openTestCore()
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as { port: number }
  gateway = await serve({
    CRM_HOME: '/nonexistent/crm',
    CRM_SECRET_KEY: SECRET,
    DATABASE_URL: core.database.url,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'crm-under-test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    NODE_V8_COVERAGE: join(coverage, 'with'),
  })
})
afterAll(async () => {
  gateway.child.kill('SIGKILL')
  collector.close()
  rmSync(coverage, { recursive: true, force: true })
  await core.close()
})

/**
 * The modules of the built gateway that hold code of the SDK or its exporters, by what the build wrote beside them. The interface
 * (`@opentelemetry/api`), which does nothing alone, is also part of the client of Prometheus.
 */
function modulesOfSdk(): string[] {
  const { outputs } = JSON.parse(readFileSync(join(modules, 'metafile-esm.json'), 'utf8')) as {
    outputs: Record<string, { inputs: object }>
  }
  return Object.entries(outputs).flatMap(([path, { inputs }]) =>
    Object.keys(inputs).some((name) => /node_modules\/@opentelemetry\/(?!api\/)/.test(name))
      ? basename(path)
      : [],
  )
}

/** The modules of the built gateway that a process loaded, by the list that Node wrote when it ended. */
function loadedBy(name: string): string[] {
  const folder = join(coverage, name)
  const loaded = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] }
    return result.filter(({ url }) => url.includes('/dist/modules/')).map(({ url }) => basename(url))
  })
  expect(loaded).toContain('gateway.js')
  return loaded
}

test('a request is a trace that continues the caller’s, with its statements, and both end in metrics', async () => {
  const { token } = await call(addToken, as(core, await aUser(core)), { name: 'test', scope: 'read-write' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const response = await fetch(`${gateway.url}/api/mcp/jobs?q=violet`, {
    headers: { authorization: `Bearer ${String(token)}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  expect(response.status).toBe(200)
  const traces = () => received.get('/v1/traces') ?? ''
  await expect.poll(traces).toContain('GET /api/mcp/jobs')
  expect(traces()).toContain(Buffer.from(traceId, 'hex').toString('latin1'))
  expect(traces()).toContain('crm-under-test')
  expect(traces()).toContain(response.headers.get('x-request-id'))
  expect(traces()).toContain('from jobs j')
  await expect.poll(gateway.stderr).toContain(`"traceId":"${traceId}"`)

  gateway.child.kill('SIGTERM')
  expect(await gateway.ended).toBe(0)
  expect(received.get('/v1/metrics')).toContain('http.server.request.duration')
  expect(received.get('/v1/metrics')).toContain('db.client.operation.duration')
  const everything = [...received.values()].join('')
  expect(everything).not.toContain(String(token))
  expect(everything).not.toContain('violet')
})

test('without the address of a collector nothing of the SDK is loaded', async () => {
  const ofSdk = (name: string) => loadedBy(name).filter((file) => modulesOfSdk().includes(file))
  expect(ofSdk('with').length).toBeGreaterThan(0)
  const plain = await serve({
    CRM_HOME: '/nonexistent/crm',
    CRM_SECRET_KEY: SECRET,
    DATABASE_URL: core.database.url,
    NODE_V8_COVERAGE: join(coverage, 'without'),
  })
  expect((await fetch(`${plain.url}/readyz`)).status).toBe(200)
  plain.child.kill('SIGTERM')
  expect(await plain.ended).toBe(0)
  expect(ofSdk('without')).toEqual([])
})
