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

const headed = (name: string, value: string | string[]) => ({
  headers: { ...headersBy(secret), [name]: value },
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

test('it may be as old as the tolerance, which the receiver can widen', () => {
  const aged = headersBy(secret, undefined, 1_799_999_700)
  expect(verifyWebhook({ body, headers: aged, secret, clock }).id).toBe('d1')
  const old = headersBy(secret, undefined, 1_799_999_000)
  expect(verifyWebhook({ body, headers: old, secret, clock, toleranceSeconds: 1_000 }).id).toBe('d1')
})

test('bytes that are no text of a body are compared as they are', () => {
  const text = '{"company":"Müller & Söhne"}'
  const headers = deliveryHeaders({
    ...{ deliveryId: 'd1', event: 'job.created', timestampSeconds: 1_800_000_000, body: text, secret },
  })
  for (const given of [text, Buffer.from(text), new Uint8Array(Buffer.from(text))])
    expect(verifyWebhook({ body: given, headers, secret, clock })).toMatchObject({
      company: 'Müller & Söhne',
    })
})

test.each<[string, string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
  ['another secret', 'No signature fits the body and the secret.', { secret: newSecret() }],
  ['another body', 'No signature fits the body and the secret.', { body: `${body} ` }],
  [
    'an old timestamp',
    'The delivery is too old, or from the future.',
    { headers: headersBy(secret, undefined, 1_799_999_600) },
  ],
  [
    'a future timestamp',
    'The delivery is too old, or from the future.',
    { headers: headersBy(secret, undefined, 1_800_000_400) },
  ],
  [
    'no signature',
    'The header webhook-signature is missing.',
    { headers: { ...headersBy(secret), 'webhook-signature': undefined } },
  ],
  [
    'a malformed timestamp',
    'webhook-timestamp is no time.',
    { headers: { ...headersBy(secret), 'webhook-timestamp': '1e9' } },
  ],
  [
    'another id',
    'No signature fits the body and the secret.',
    { headers: { ...headersBy(secret), 'webhook-id': 'd2' } },
  ],
  [
    'an empty signature',
    'No signature fits the body and the secret.',
    { headers: { ...headersBy(secret), 'webhook-signature': 'v1,' } },
  ],
  ['a timestamp after letters', 'webhook-timestamp is no time.', headed('webhook-timestamp', 'x1800000000')],
  ['a timestamp before letters', 'webhook-timestamp is no time.', headed('webhook-timestamp', '1800000000x')],
  ['two ids', 'The header webhook-id is missing.', headed('webhook-id', ['d1', 'd1'])],
  ['an empty id', 'The header webhook-id is missing.', headed('webhook-id', '')],
])('a request with %s is refused, and told why', (_, why, change) => {
  const given = { body, headers: headersBy(secret), secret, clock, ...change }
  expect(() => verifyWebhook(given)).toThrow(new WebhookVerificationError(why))
  expect(new WebhookVerificationError(why).name).toBe('WebhookVerificationError')
})
