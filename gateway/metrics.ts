// What Prometheus reads at /metrics.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(method: string, route: string, status: number, durationMs: number): void
  /** The exposition text and its content type. */
  text(): Promise<{ body: string; contentType: string }>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'crm_http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    observe: (method, route, status, durationMs) =>
      requests.observe({ method, route, status }, durationMs / 1000),
    text: async () => ({ body: await registry.metrics(), contentType: registry.contentType }),
  }
}
