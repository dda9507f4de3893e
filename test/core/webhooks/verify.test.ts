// The package for receivers: it accepts what we send, and nothing else.
import { expect, test } from 'vitest'
import { deliveryHeaders, newSecret } from '../../../core/webhooks/signature.ts'
import { verifyWebhook, WebhookVerificationError } from '../../../core/webhooks/verify.ts'

const secret = newSecret()
const body = JSON.stringify({
  event: 'offer.received',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { company: 'Acme' },
})
const clock = { now: () => 1_800_000_000_000 }
const headersBy = (by: string, previousSecret?: string, timestampSeconds = 1_800_000_000) =>
  deliveryHeaders({
    deliveryId: 'd1',
    event: 'offer.received',
    timestampSeconds,
    body,
    secret: by,
    previousSecret,
  })

test.each([secret, 'topsecret', 'whsec_not base64!'])('a delivery signed with %s is accepted', (by) => {
  const event = verifyWebhook({ body: Buffer.from(body), headers: headersBy(by), secret: by, clock })
  expect(event).toMatchObject({ id: 'd1', event: 'offer.received', data: { company: 'Acme' } })
  expect(verifyWebhook({ body, headers: new Headers(headersBy(by)), secret: by, clock }).id).toBe('d1')
})

test('during a rotation either secret is accepted, on either side', () => {
  const both = headersBy(secret, 'the old one')
  for (const known of [secret, 'the old one', ['another', secret]])
    expect(verifyWebhook({ body, headers: both, secret: known, clock }).id).toBe('d1')
})

test.each<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
  ['another secret', { secret: newSecret() }],
  ['another body', { body: `${body} ` }],
  ['an old timestamp', { headers: headersBy(secret, undefined, 1_799_999_600) }],
  ['a future timestamp', { headers: headersBy(secret, undefined, 1_800_000_400) }],
  ['no signature', { headers: { ...headersBy(secret), 'webhook-signature': undefined } }],
  ['a malformed timestamp', { headers: { ...headersBy(secret), 'webhook-timestamp': '1e9' } }],
  ['another id', { headers: { ...headersBy(secret), 'webhook-id': 'd2' } }],
  ['an empty signature', { headers: { ...headersBy(secret), 'webhook-signature': 'v1,' } }],
])('a request with %s is refused', (_, change) => {
  const given = { body, headers: headersBy(secret), secret, clock, ...change }
  expect(() => verifyWebhook(given)).toThrow(WebhookVerificationError)
})
