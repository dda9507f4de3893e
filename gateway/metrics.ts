// The Prometheus metrics at /metrics.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND_MS, type Clock } from '../core/kernel/clock.ts'
import type { DeliveryFigures } from '../core/webhooks/delivery-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

interface Figures {
  clock: Clock
  deliveries(): Promise<DeliveryFigures>
}

/** Figures are cached this long, because anyone may request them and each refresh queries the database. */
const CACHE_TTL_MS = 5 * SECOND_MS

export function createMetrics(figures?: Figures) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'crm_http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const deliveries = figures && watchDeliveries(figures)
  return {
    observe: (method: string, route: string, status: number, durationMs: number): void =>
      requests.observe({ method, route, status }, durationMs / SECOND_MS),
    async text() {
      const texts = await Promise.all([registry.metrics(), deliveries?.()])
      return { body: texts.join(''), contentType: registry.contentType }
    },
  }
}

function watchDeliveries({ clock, deliveries }: Figures): () => Promise<string> {
  const registry = new Registry()
  const about = (name: string, help: string) => ({ name: `crm_webhook_${name}`, help, registers: [registry] })
  const byState = (name: string, help: string) => new Gauge({ ...about(name, help), labelNames: ['state'] })
  const waiting = byState('deliveries', 'Deliveries that wait: pending, of them retrying, and held.')
  const registrations = byState('registrations', 'Registrations: working, failing, disabled.')
  const oldestPending = new Gauge(about('oldest_pending_seconds', 'Age of the oldest event still pending.'))
  const oldestDue = new Gauge(about('oldest_due_seconds', 'How long the most overdue delivery has waited.'))
  const attempts = new Counter({
    ...about('attempts_total', 'Attempts by how they ended: delivered, retry, failed.'),
    labelNames: ['outcome'],
  })
  const show = (now: DeliveryFigures): Promise<string> => {
    for (const state of ['pending', 'retrying', 'held'] as const) waiting.set({ state }, now[state])
    for (const state of ['working', 'failing', 'disabled'] as const) registrations.set({ state }, now[state])
    oldestPending.set(now.oldestPendingSeconds)
    oldestDue.set(now.oldestDueSeconds)
    attempts.reset()
    for (const { outcome, count } of now.attempts) attempts.inc({ outcome }, count)
    return registry.metrics()
  }
  let shown: Promise<string> | undefined
  let askedAt = 0
  return () => {
    if (shown && clock.now() - askedAt < CACHE_TTL_MS) return shown
    askedAt = clock.now()
    return (shown = deliveries().then(show, () => ''))
  }
}
