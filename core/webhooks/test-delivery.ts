// Sends test deliveries.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { deliver } from './http-call.ts'
import { openDialler } from '../outbound/dial.ts'
import { TEST_EVENT } from './events.ts'
import { requireWebhook, rulesOf, sealOwner } from './registration.ts'

export const TestResult = objectSchema((z) => ({
  delivered: z.boolean().describe('The receiver answered with 2xx.'),
  status: z.int().nullable().describe('Its HTTP status; null if it did not respond within ten seconds.'),
  durationMs: z.int(),
  problem: z.string().nullable().describe('Why it could not be delivered; null if it was.'),
}))
export type TestResult = Parsed<typeof TestResult>

/** Sends `webhook.test` once and now, signed as any delivery, even to a disabled webhook. */
export async function sendTestEvent(ctx: Context, webhookId: string): Promise<TestResult> {
  const { id, url, sealedSecret, previousSealedSecret } = await requireWebhook(ctx, webhookId)
  const began = ctx.clock.now()
  const data = { webhookId: id, message: 'It works: this is what a delivery looks like.' }
  const open = (sealed: Buffer) => ctx.vault.open(sealed, sealOwner(ctx.principal.userId, id))
  const signed = {
    deliveryId: newId(),
    event: TEST_EVENT,
    timestampSeconds: Math.floor(began / SECOND_MS),
    body: JSON.stringify({ event: TEST_EVENT, timestamp: isoOf(began), data }),
    secret: open(sealedSecret),
    previousSecret: previousSealedSecret ? open(previousSealedSecret) : undefined,
  }
  const dialler = await openDialler(rulesOf(ctx))
  try {
    const { delivered, status, problem, cause } = await deliver(dialler, url, signed, ctx.signal())
    if (cause) ctx.log.info({ webhookId: id, host: new URL(url).host, cause }, 'A test delivery failed.')
    return {
      delivered,
      status,
      durationMs: Math.max(0, Math.round(ctx.clock.now() - began)),
      problem: problem ?? null,
    }
  } finally {
    await dialler.destroy()
  }
}
