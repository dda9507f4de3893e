// The delivery metrics at /metrics: queue length, its age, and the outcomes of attempts.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryWorker } from '../../core/webhooks/worker.ts'
import { startWorkers } from '../../core/background/worker.ts'
import { createMetrics } from '../../gateway/metrics.ts'
import { deliveryFigures } from '../../core/webhooks/delivery-metrics.ts'
import { openReceiver, type Receiver } from '../core/webhooks/receiver.ts'
import { startTestGateway, type TestGateway } from './harness.ts'

let gateway: TestGateway
let receiver: Receiver

beforeAll(async () => {
  receiver = await openReceiver((path, res) => res.writeHead(path === '/bad' ? 500 : 204).end())
  gateway = await startTestGateway({ allowPrivateHosts: [receiver.host] })
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})

/** A sample by its name and labels; undefined if there is none. */
async function sample(name: string): Promise<number | undefined> {
  const { text } = await gateway.request('GET', '/metrics')
  const line = text.split('\n').find((each) => each.startsWith(`crm_webhook_${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}

test('the queue, its age, the registrations and attempt outcomes are measured across all processes', async () => {
  const me = await gateway.caller()
  for (const path of ['/good', '/bad', '/off'])
    await me.send('POST', '/api/mcp/webhooks', {
      url: `http://${receiver.host}${path}`,
      events: ['job.created'],
    })
  const { webhooks } = (await me.get('/api/mcp/webhooks')).body
  await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef' })
  const off = webhooks.find(({ url }: { url: string }) => url.endsWith('/off'))
  await me.send('PATCH', `/api/mcp/webhooks/${off.id}`, { disabled: true })
  expect(await sample('deliveries{state="pending"}')).toBe(2)
  expect(await sample('deliveries{state="held"}')).toBe(1)
  expect(await sample('oldest_pending_seconds')).toBeGreaterThan(0)
  expect(await sample('registrations{state="disabled"}')).toBe(1)

  const running = startWorkers(gateway.core.services, [deliveryWorker])
  await expect
    .poll(async () => [
      await sample('deliveries{state="pending"}'),
      await sample('deliveries{state="retrying"}'),
    ])
    .toEqual([1, 1])
  expect(await sample('attempts_total{outcome="delivered"}')).toBe(1)
  expect(await sample('attempts_total{outcome="retry"}')).toBe(1)
  expect(await sample('registrations{state="failing"}')).toBe(1)
  expect(await sample('registrations{state="working"}')).toBe(1)
  expect(await sample('oldest_due_seconds')).toBe(0)
  await running.stop()
})

test('a delivery that waits for a plan is pending, but not due: no gateway may attempt it', async () => {
  const me = await gateway.caller()
  const { sql } = gateway.core.services
  await me.send('POST', '/api/mcp/webhooks', { url: `http://${receiver.host}/good`, events: ['job.created'] })
  await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef' })
  await sql`update webhook_queue set due_at = now() - interval '1 hour' where user_id = ${me.principal.userId}`
  expect(await sample('oldest_due_seconds')).toBeGreaterThan(3_000)
  const pending = await sample('deliveries{state="pending"}')
  await sql`update users set tier = 'free' where id = ${me.principal.userId}`
  expect(await sample('oldest_due_seconds')).toBeLessThan(60)
  expect(await sample('deliveries{state="pending"}')).toBe(pending)
})

test('without a database response they are omitted, and the other metrics are served', async () => {
  const clock = { now: () => 0 }
  const { body } = await createMetrics({
    clock,
    deliveries: () => Promise.reject(new Error('The database is down.')),
  }).text()
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).not.toContain('crm_webhook')
  expect((await deliveryFigures(gateway.core.services)).disabled).toBe(1)
})

test('requests are counted by route, status and duration, in Prometheus histograms', async () => {
  const metrics = createMetrics()
  for (const ms of [1, 2, 2.1, 700, 60_000]) metrics.observe('GET', '/api/mcp/jobs/:id', 200, ms)
  metrics.observe('GET', '/of "quotes" and \\', 404, 1)
  const { body } = await metrics.text()
  const lines = body.split('\n').filter((line) => line.includes('crm_http_request_duration_seconds'))
  expect(lines.slice(0, 2)).toEqual([
    '# HELP crm_http_request_duration_seconds Duration of HTTP requests by method, route and status.',
    '# TYPE crm_http_request_duration_seconds histogram',
  ])
  const job = 'method="GET",route="/api/mcp/jobs/:id",status="200"'
  const upTo = (end: string) =>
    lines
      .find((line) => line.includes(`_bucket{le="${end}",${job}}`))
      ?.split(' ')
      .at(-1)
  expect(['0.002', '0.005', '0.5', '1', '10', '+Inf'].map(upTo)).toEqual(['2', '3', '3', '4', '4', '5'])
  expect(lines).toContain(`crm_http_request_duration_seconds_count{${job}} 5`)
  expect(
    Number(
      lines
        .find((line) => line.includes(`_sum{${job}}`))
        ?.split(' ')
        .at(-1),
    ),
  ).toBeCloseTo(60.7051)
  expect(body).toContain(String.raw`route="/of \"quotes\" and \\",status="404"`)
})

test('a request is counted by its route pattern, not by its path', async () => {
  const me = await gateway.caller()
  await me.get('/api/mcp/jobs/01890000-0000-7000-8000-000000000000')
  const { text } = await gateway.request('GET', '/metrics')
  expect(text).toContain('_count{method="GET",route="/api/mcp/jobs/:id",status="404"} 1')
  expect(text).not.toContain('01890000')
})

test('every query of the Grafana dashboard asks for metrics and labels that there are', async () => {
  const me = await gateway.caller()
  await me.send('POST', '/api/mcp/webhooks', { url: `http://${receiver.host}/good`, events: ['job.created'] })
  await me.send('POST', '/api/mcp/jobs', { company: 'Globex', role: 'Nurse' })
  const running = startWorkers(gateway.core.services, [deliveryWorker])
  await expect.poll(() => sample('attempts_total{outcome="delivered"}')).toBeGreaterThan(0)
  await running.stop()
  const dashboard = readFileSync(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
    String(JSON.parse(String(text))),
  )
  expect(queries.length).toBeGreaterThan(10)
  const { text } = await gateway.request('GET', '/metrics')
  for (const query of queries) {
    const name = /\b(?:crm|nodejs|process)_\w+/.exec(query)?.[0]
    const sampled = text
      .split('\n')
      .find((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    expect(sampled, query).toBeDefined()
    for (const label of labelsOf(query)) expect(sampled, query).toContain(`${label}="`)
  }
})

/** The labels a query needs of the gateway; the job is Prometheus' own. */
const labelsOf = (query: string): string[] =>
  [
    ...[...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => String(names).split(/,\s*/)),
    ...[...query.matchAll(/(\w+)(?==~?")/g)].map(([, name]) => String(name)),
  ].filter((name) => name !== 'job')
