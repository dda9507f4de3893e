// The gateway's express application: every operation as a route, and the service's own pages.
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import { systemCodeOf, fail, problem } from '../core/kernel/errors.ts'
import { randomUUID } from 'node:crypto'
import type { Core } from '../core/index.ts'
import {
  pathOf,
  collectHeader,
  type RequestState,
  requestStateOf,
  routeName,
  writeCollectedHeaders,
} from './http/request-state.ts'
import { HSTS, SECURITY_HEADERS } from './http/headers.ts'
import { mount, mountStreams, tellLimits } from './http/mount.ts'
import { sendError } from './http/send.ts'
import type { CredentialThrottle } from './http/credential-throttle.ts'
import { mountIntelligenceMcp } from './mcp/intelligence.ts'
import { mountSettings } from './routes/settings.ts'
import { mountCalendarFeed } from './routes/calendar-feed.ts'
import { mountClip } from './routes/clip.ts'
import { mountStripeWebhook } from './routes/stripe-webhook.ts'
import type { EndpointDefinition } from './mcp/endpoint.ts'
import { mountPipelineMcp } from './mcp/pipeline/endpoint.ts'
import { mountOAuth } from './oauth/routes.ts'
import { mountPages } from './routes/pages.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

export interface GatewayParts {
  metrics: Metrics
  throttle: CredentialThrottle
  readiness: Readiness
  telemetry?: RequestHandler | undefined
  /** Aborts just before the server closes its connections, so that streams can report it. */
  closing?: AbortSignal
  /** The pipeline endpoint's MCP tools and prompts; the conformance suite passes its own fixtures. */
  offer?: EndpointDefinition
}

export function createApp(core: Core, parts: GatewayParts): Express {
  const { metrics, throttle, readiness, telemetry, closing, offer } = parts
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', core.services.config.trustProxy)
  writeCollectedHeaders(app)
  app.use(begin(core, metrics))
  if (telemetry) app.use(telemetry)
  mountPages(app, core, metrics, readiness)
  app.use('/api/v1/intelligence', anyOrigin)
  mount(app, core, throttle)
  mountIntelligenceMcp(app, core, throttle)
  mountSettings(app, core, throttle)
  mountClip(app, core, throttle)
  mountStripeWebhook(app, core)
  mountCalendarFeed(app, core, throttle)
  mountPipelineMcp(app, core, throttle, offer, closing)
  app.use(['/.well-known', '/oauth/register', '/oauth/token', '/oauth/revoke'], anyOrigin)
  mountOAuth(app, core, throttle)
  mountStreams(app, core, throttle, closing)
  app.use((async (req, res) => {
    await tellLimits(core, throttle, req, res)
    fail('route_not_found', { path: req.path.slice(0, 200) })
  }) satisfies RequestHandler)
  app.use(recover(core))
  return app
}

/** Sets the request id and the security headers; logs and measures each request when its response is finished. */
function begin({ services: { config, log } }: Core, metrics: Metrics): RequestHandler {
  const always = config.publicUrl.startsWith('https:') ? [...SECURITY_HEADERS, HSTS] : SECURITY_HEADERS
  const common = always.flat()
  const finished = function (this: Response): void {
    const { req, statusCode: status } = this
    const { requestId, startedMs, route, logFields } = requestStateOf(this)
    const durationMs = performance.now() - startedMs
    metrics.observe(req.method, routeName(req, route), status, durationMs)
    const line = {
      requestId,
      method: req.method,
      path: pathOf(req),
      status,
      ms: Math.round(durationMs * 10) / 10,
    }
    log.info(logFields ? Object.assign(line, logFields) : line, 'request')
  }
  return (req, res, next) => {
    const requestId = `req_${randomUUID()}`
    const state: RequestState = {
      requestId,
      startedMs: performance.now(),
      // Without a trusted proxy the socket's address is the client's; `req.ip` would compute it more slowly.
      address: config.trustProxy ? req.ip : req.socket.remoteAddress,
      headers: ['X-Request-Id', requestId, ...common],
      principal: undefined,
      route: undefined,
      logFields: undefined,
    }
    res.locals = state
    // The event comes once; `once` would create a wrapper per request.
    res.on('finish', finished)
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return next(problem('malformed_request', { problem: 'The request has no Host header.' }))
    next()
  }
}

function recover({ services }: Core): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const undecodable = error instanceof URIError || systemCodeOf(error) === 'ERR_INVALID_URL'
    const shown = undecodable
      ? problem('malformed_request', { problem: 'The address is not well formed.' })
      : error
    sendError(res, shown, req.path, services)
  }
}

const EXPOSED = [
  ...['X-Request-Id', 'X-RateLimit-Remaining', 'X-RateLimit-Tier', 'Retry-After', 'ETag'],
  ...['Idempotent-Replayed', 'WWW-Authenticate'],
].join(', ')

const ALLOWED =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, MCP-Session-Id'

const anyOrigin: RequestHandler = (req, res, next) => {
  collectHeader(res, 'Access-Control-Allow-Origin', '*')
  collectHeader(res, 'Access-Control-Expose-Headers', EXPOSED)
  collectHeader(res, 'Cross-Origin-Resource-Policy', 'cross-origin')
  if (req.method === 'OPTIONS') {
    collectHeader(res, 'Access-Control-Allow-Methods', 'GET, HEAD, POST, DELETE, OPTIONS')
    collectHeader(res, 'Access-Control-Allow-Headers', ALLOWED)
    collectHeader(res, 'Access-Control-Max-Age', 86_400)
  }
  next()
}
