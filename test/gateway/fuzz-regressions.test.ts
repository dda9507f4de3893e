// Regressions found by the fuzz test: each was once a 500, or a response without its envelope.
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway()

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

test.each([
  [
    'of the year 0, which Postgres does not have',
    '-updatedAt',
    cursor('-updatedAt', '0000-01-01T00:00:00.000Z', newId()),
  ],
  ['with a text where a number belongs', '-priority', cursor('-priority', 'high', newId())],
  ['with a text that has no UTF-8', 'company', cursor('company', '\ud800', newId())],
])('a forged cursor %s is refused', async (_, sort, forged) => {
  const me = await gateway().caller()
  const answer = await me.get(`/api/mcp/jobs?sort=${sort}&cursor=${forged}`)
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('a forged cursor with a number beyond every integer is a place like any other', async () => {
  const me = await gateway().caller()
  const answer = await me.get(`/api/mcp/jobs?sort=priority&cursor=${cursor('priority', 1e300, newId())}`)
  expect([answer.status, answer.body.jobs]).toEqual([200, []])
})

test.each([
  ['/api/mcp/jobs', { company: 'A', role: 'B', tags: ['\ud800'] }],
  ['/api/mcp/activities', { title: 'a\udfffb' }],
  ['/api/mcp/contacts', { name: '\ud800' }],
  ['/api/mcp/webhooks', { url: 'https://93.184.216.34/\ud800', events: ['*'] }],
])('a lone surrogate sent to %s is refused before jsonb rejects it', async (path, body) => {
  const me = await gateway().caller()
  const answer = await me.send('POST', path, body)
  expect([answer.status, answer.body.code], answer.text).toEqual([400, 'VALIDATION_ERROR'])
})

test('the last four characters of a secret never split a character', async () => {
  const me = await gateway().caller()
  const webhook = { url: 'https://93.184.216.34/x', events: ['*'], secret: 'sixteen or more 𠮷abc' }
  const answer = await me.send('POST', '/api/mcp/webhooks', webhook)
  expect([answer.status, answer.body.secretLastFour], answer.text).toEqual([201, '𠮷abc'])
})

test('an address too long for the parser is refused in the envelope, with a request id', async () => {
  const { status, headers, body } = await new Promise<{
    status: number
    headers: Record<string, unknown>
    body: string
  }>((resolve, reject) =>
    httpRequest(gateway().url, { path: `/api/mcp/jobs?q=${'a'.repeat(20_000)}` }, (res) => {
      let text = ''
      res.on('data', (chunk) => (text += String(chunk)))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }))
    })
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(431)
  expect(JSON.parse(body)).toMatchObject({ code: 'HEADERS_TOO_LARGE', requestId: headers['x-request-id'] })
})
