// Stripe's webhook: receives the raw body, because the signature covers its exact bytes.
import type { Express, Request } from 'express'
import { receiveEvent } from '../../core/billing/inbox.ts'
import type { Core } from '../../core/index.ts'
import { problem } from '../../core/kernel/errors.ts'
import { refuseMethod } from '../http/mount.ts'
import { sendJson } from '../http/send.ts'
import { inJson, type OpenApiOperation } from '../openapi/operation-object.ts'

export const STRIPE_WEBHOOK = '/api/billing/webhook'

export function describeWebhook(refused: Record<string, object>): OpenApiOperation {
  const received = { type: 'object', required: ['received'], properties: { received: { type: 'boolean' } } }
  return {
    operationId: 'billing.webhook',
    summary: 'Receive a signed event from Stripe.',
    tags: ['billing'],
    security: [],
    requestBody: {
      required: true,
      content: inJson({ type: 'object' }, { id: 'evt_1', object: 'event', type: 'invoice.paid' }),
    },
    responses: {
      200: { description: 'Processed.', content: inJson(received, { received: true }) },
      ...refused,
    },
  }
}

const MAX_BYTES = 1024 * 1024

export function mountStripeWebhook(app: Express, { services }: Core): void {
  app
    .route(STRIPE_WEBHOOK)
    .post(async (req, res) => {
      const signature = req.headers['stripe-signature']
      const answer = await receiveEvent(services, await rawBodyOf(req), [signature].flat()[0])
      sendJson(res, 200, answer)
    })
    .all(refuseMethod(['POST']))
}

async function rawBodyOf(req: Request): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  const pieces: AsyncIterable<Buffer> = req // Without an encoding, a stream yields buffers.
  for await (const part of pieces) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw problem('body_too_large', { limit: '1 MiB' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}
