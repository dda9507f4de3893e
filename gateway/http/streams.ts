// Mounts streams as routes: errors before the first event are ordinary responses.
import type { Express, RequestHandler } from 'express'
import type { Core } from '../../core/index.ts'
import { familyOf } from '../../core/kernel/family.ts'
import { fail } from '../../core/kernel/errors.ts'
import { admit, permit } from '../../core/kernel/invoke.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { openStream, type Stream } from '../../core/kernel/stream.ts'
import { streams } from '../../core/scout/operations.ts'
import { authenticate } from './authenticate.ts'
import { fieldsOf, isJson, readBody } from './body.ts'
import { sendEvents } from './event-stream.ts'
import { setMinuteHeaders } from './headers.ts'
import { refuseMethod } from './mount.ts'
import type { CredentialThrottle } from './credential-throttle.ts'
import { abortSignalOf, contextOf } from './call-context.ts'
import { requestStateOf } from './request-state.ts'

interface StreamParts {
  throttle: CredentialThrottle
  closing?: AbortSignal | undefined
}

export function mountStreams(app: Express, core: Core, parts: StreamParts): void {
  for (const of of streams) {
    const { path } = routeOf(of)
    app
      .route(path)
      .post(handler(of, core, parts))
      .all(refuseMethod(['POST']))
  }
}

const handler =
  (of: Stream, { services }: Core, { throttle, closing }: StreamParts): RequestHandler =>
  async (req, res) => {
    const principal = await authenticate({ services, throttle }, familyOf(of), req, false)
    requestStateOf(res).principal = principal
    // A stream that was cut short aborts its model's call, as a client that left does.
    const ctx = { ...contextOf(services, { req, res, principal, op: of }), signal: abortSignalOf(res, true) }
    const limits = () => void (ctx.report.spent && setMinuteHeaders(res, ctx.report.spent))
    try {
      permit(of, ctx)
      const bodyError = await readBody(req, res)
      if (bodyError) {
        await admit(of, ctx)
        throw bodyError
      }
      if (req.body !== undefined && !isJson(req)) fail('wrong_media_type', {})
      const events = await openStream(of, ctx, fieldsOf(req.body))
      limits()
      await sendEvents(res, events, closing)
    } catch (error) {
      if (!res.headersSent) limits()
      throw error
    }
  }
