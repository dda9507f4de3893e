import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  deliveryHeaders,
  newSecret,
  serviceSignature,
  standardSignature,
} from '../../../core/webhooks/signature.ts'

describe('signatures', () => {
  test('the service signature is the lower-case hex HMAC-SHA256 of the body (RFC 4231, case 2)', () => {
    expect(serviceSignature('Jefe', 'what do ya want for nothing?')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('it is keyed by the whole secret as registered, and computed over bytes, not characters', () => {
    const secret = newSecret()
    const body = '{"company":"Müller & Söhne 🚀"}'
    const hmac = createHmac('sha256', Buffer.from(secret)).update(Buffer.from(body)).digest('hex')
    expect(serviceSignature(secret, body)).toBe(`sha256=${hmac}`)
  })

  test('the standard signature matches the Standard Webhooks example', () => {
    const body = '{"event_type":"ping","data":{"success":true}}'
    expect(
      standardSignature('whsec_plJ3nmyCDGBKInavdOK15jsl', 'msg_loFOjxBNrRLzqYUf', 1731705121, body),
    ).toBe('v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=')
  })

  test('a secret that is not base64 is used as it is', () => {
    // Neither are those that are base64 in part only.
    for (const secret of [
      ...['topsecret', 'whsec_not base64!', 'whsec_', 'whsec_c2Vjc', 'whsec_!c2VjcmV0'],
      ...['whsec_c2VjcmV0!', 'whsec_c2VjcmV0c2=', 'whsec_c2VjcmV0c===', 'whsec_c2VjcmV0!!=='],
    ]) {
      const hmac = createHmac('sha256', secret).update('msg.5.{}').digest('base64')
      expect(standardSignature(secret, 'msg', 5, '{}')).toBe(`v1,${hmac}`)
    }
  })

  test.each(['c2VjcmV0', 'c2VjcmV0c2U=', 'c2VjcmV0cw=='])(
    'a secret that encodes %s is decoded',
    (encoded) => {
      const key = Buffer.from(encoded, 'base64')
      const hmac = createHmac('sha256', key).update('msg.5.{}').digest('base64')
      expect(standardSignature(`whsec_${encoded}`, 'msg', 5, '{}')).toBe(`v1,${hmac}`)
    },
  )

  test('a secret without whsec_ signs as its bytes, and where it is base64 as what it encodes too', () => {
    const hmacOf = (key: Buffer) => `v1,${createHmac('sha256', key).update('msg.5.{}').digest('base64')}`
    const text = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const keys = [Buffer.from(text), Buffer.from(text, 'base64')]
    expect(standardSignature(text, 'msg', 5, '{}')).toBe(keys.map(hmacOf).join(' '))
    expect(standardSignature('schlüssel', 'msg', 5, '{}')).toBe(hmacOf(Buffer.from('schlüssel')))
  })

  test('a generated secret has 32 random bytes', () => {
    const secret = newSecret()
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(newSecret()).not.toBe(secret)
  })

  test('a delivery contains the event, its id and all signatures', () => {
    const signed = {
      deliveryId: 'd1',
      event: 'job.created',
      timestampSeconds: 7,
      body: '{}',
      secret: 'topsecret',
    }
    expect(deliveryHeaders(signed)).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'crm-webhooks/1',
      'x-service-event': 'job.created',
      'x-service-delivery': 'd1',
      'x-service-signature': serviceSignature('topsecret', '{}'),
      'webhook-id': 'd1',
      'webhook-timestamp': '7',
      'webhook-signature': standardSignature('topsecret', 'd1', 7, '{}'),
    })
  })
})
