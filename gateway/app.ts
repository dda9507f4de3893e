// The gateway: every operation as a route, and the service's own pages.
import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Core } from '../core/index.ts'
import { fail, problem } from '../core/kernel/errors.ts'
import { anyOrigin } from './http/cors.ts'
import { HSTS, SECURITY_HEADERS } from './http/headers.ts'
import { mount } from './http/mount.ts'
import { mountStreams } from './http/streams.ts'
import { sendError } from './http/send.ts'
import type { Strangers } from './http/strangers.ts'
import { mountIntelligenceDoor } from './mcp/intelligence.ts'
import { mountSettings } from './routes/settings.ts'
import { mountCalendarFeed } from './routes/calendar-feed.ts'
import { mountStripeWebhook } from './routes/stripe-webhook.ts'
import { mountPipelineDoor } from './mcp/pipeline/door.ts'
import { mountOAuth } from './oauth/routes.ts'
import { mountPages } from './routes/pages.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/** What the application works with beside the core. */
export interface Fittings {
  metrics: Metrics
  strangers: Strangers
  readiness: Readiness
}

/** The express application over an open core. */
export function createApp(core: Core, { metrics, strangers, readiness }: Fittings): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', core.services.config.trustProxy)
  app.use(begin(core, metrics))
  // First the few: express asks its routes in turn, and a balancer's look would pass by sixty.
  mountPages(app, core, metrics, readiness)
  app.use('/api/v1/intelligence', anyOrigin)
  mountIntelligenceDoor(app, core, strangers)
  mountSettings(app, core, strangers)
  mountStripeWebhook(app, core)
  mountCalendarFeed(app, core, strangers)
  mountPipelineDoor(app, core, strangers)
  app.use(['/.well-known', '/oauth/register', '/oauth/token', '/oauth/revoke'], anyOrigin)
  mountOAuth(app, core, strangers)
  mount(app, core, strangers)
  mountStreams(app, core, strangers)
  app.use(((req) => fail('route_not_found', { path: req.path.slice(0, 200) })) satisfies RequestHandler)
  app.use(recover(core))
  return app
}

/** Request id, security headers, and one log line and measurement when the answer is out. */
function begin({ services: { config, log } }: Core, metrics: Metrics): RequestHandler {
  const headers = config.publicUrl.startsWith('https:') ? [...SECURITY_HEADERS, HSTS] : SECURITY_HEADERS
  return (req, res, next) => {
    const started = performance.now()
    const requestId = `req_${randomUUID()}`
    res.locals['requestId'] = requestId
    res.locals['startedMs'] = started
    res.setHeader('X-Request-Id', requestId)
    for (const [name, value] of headers) res.setHeader(name, value)
    res.once('finish', () => {
      const durationMs = performance.now() - started
      metrics.observe(req.method, routeName(req), res.statusCode, durationMs)
      log.info(
        {
          requestId,
          method: req.method,
          path: req.path,
          status: res.statusCode,
          ms: Math.round(durationMs * 10) / 10,
          ...(res.locals['noted'] as object | undefined),
        },
        'request',
      )
    })
    next()
  }
}

/** The route's pattern, never the path itself: ids would make a metric each. */
const routeName = (req: { route?: unknown }): string =>
  (req.route as { path?: string } | undefined)?.path ?? 'unknown'

function recover({ services }: Core): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const undecodable = error instanceof URIError || (error as { code?: string }).code === 'ERR_INVALID_URL'
    const shown = undecodable
      ? problem('malformed_request', { problem: 'The address is not well formed.' })
      : error
    sendError(res, shown, req.path, services)
  }
}
