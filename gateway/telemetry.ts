// Traces and metrics by OpenTelemetry, loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK reads its other variables.
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { RequestHandler } from 'express'
import type { Statements } from '../core/index.ts'
import { SECOND_MS } from '../core/kernel/clock.ts'
import { VERSION } from '../core/version.ts'
import { pathOf, requestStateOf, routeName } from './http/request-state.ts'

export type Telemetry = ReturnType<typeof openTelemetry>

const SILENT = new Set(['/healthz', '/readyz', '/metrics'])

/** Upper bounds of the histograms, in seconds, as the semantic conventions advise. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function openTelemetry() {
  const { tracer, meter, close } = openProviders()
  const duration = (name: string) =>
    meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: BOUNDS } })
  const requests = duration('http.server.request.duration')
  const operations = duration('db.client.operation.duration')

  return {
    /** A span and a duration for every request, as a child of the caller's span; its trace id is in the log. */
    request: ((req, res, next) => {
      if (SILENT.has(pathOf(req))) return next()
      const caller = propagation.extract(context.active(), req.headers)
      const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, caller)
      const state = requestStateOf(res)
      state.logFields = { traceId: span.spanContext().traceId }
      res.once('close', () => {
        const route = routeName(req, state.route)
        const about = {
          'http.request.method': req.method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
        }
        span.updateName(`${req.method} ${route}`)
        span.setAttributes({ ...about, 'crm.request_id': state.requestId })
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
        requests.record((performance.now() - state.startedMs) / SECOND_MS, about)
      })
      context.with(trace.setSpan(caller, span), next)
    }) satisfies RequestHandler,
    /** A span and a duration for every statement, without its values. */
    statements: ((text) => {
      const kind = /\w+/.exec(text)?.[0].toLowerCase() ?? 'query'
      const about = { 'db.system.name': 'postgresql', 'db.operation.name': kind }
      const began = performance.now()
      // Background work has no request; tracing it would create a trace for every poll of a queue.
      const span = trace.getActiveSpan()
        ? tracer.startSpan(kind, { kind: SpanKind.CLIENT, attributes: { ...about, 'db.query.text': text } })
        : undefined
      return (failed) => {
        if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        operations.record((performance.now() - began) / SECOND_MS, about)
      }
    }) satisfies Statements,
    close,
  }
}

function openProviders() {
  // The environment (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES) comes last, so it takes precedence.
  const resource = resourceFromAttributes({ 'service.name': 'crm', 'service.version': VERSION }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const tracing = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  tracing.register()
  const metering = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  })
  return {
    tracer: tracing.getTracer('crm', VERSION),
    meter: metering.getMeter('crm', VERSION),
    // An absent collector must not delay the end of the process.
    close: async () => void (await Promise.allSettled([tracing.shutdown(), metering.shutdown()])),
  }
}
