// What a client may send and hold open.
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../harness.ts'
import { useGateway, type Caller } from './harness.ts'

const gateway = useGateway({}, unlimited)

let me: Caller
beforeAll(async () => {
  me = await gateway().caller()
})

const JOBS = '/api/mcp/jobs'

/** Sends bytes as the body of a creation, with this content type. */
async function sent(body: Buffer, type: string) {
  const response = await fetch(`${gateway().url}${JOBS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}`, 'content-type': type },
    body: new Uint8Array(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as { error: string; code: string; company?: string },
  }
}

describe('a body', () => {
  const deep = `{"company": "a", "role": ${'['.repeat(500)}${']'.repeat(500)}}`
  test.each([
    ['utf-7', Buffer.from(deep.replaceAll('[', '+AFs-').replaceAll(']', '+AF0-'))],
    ['utf-16', Buffer.from(`\ufeff${deep}`, 'utf16le')],
    ['utf-16le', Buffer.from(deep, 'utf16le')],
    ['utf-32', Buffer.from(deep)],
  ])('in %s is no JSON', async (charset, bytes) => {
    const { status, body } = await sent(bytes, `application/json; charset=${charset}`)
    expect([status, body.error]).toEqual([415, 'Send the body as JSON in UTF-8.'])
  })

  test('that is not UTF-8 is refused, and nothing of it is stored', async () => {
    const bytes = Buffer.from('{"company": "Acm\xe9", "role": "r"}', 'latin1')
    const { status, body } = await sent(bytes, 'application/json')
    expect([status, body.error]).toEqual([400, 'The request body is not UTF-8.'])
  })

  test('in UTF-8 that says so is read', async () => {
    const { status, body } = await sent(
      Buffer.from('{"company": "Acmé", "role": "r"}'),
      'application/json; charset="UTF-8"',
    )
    expect([status, body.company]).toEqual([201, 'Acmé'])
  })
})

describe('a text', () => {
  test('is stored without control characters', async () => {
    const { status, body } = await me.send('POST', JOBS, {
      company: 'Ac\u001b[2Jme\u202e',
      role: 'Dev\u0007',
      notes: 'a\r\nb\tc',
    })
    expect([status, body.company, body.role, body.notes]).toEqual([201, 'Acme', 'Dev', 'a\nb\tc'])
  })

  test('of characters without width is empty', async () => {
    const { status, body } = await me.send('POST', JOBS, { company: '\u200b\u200d\ufeff', role: 'Dev' })
    expect([status, body.error]).toEqual([400, 'company must not be empty'])
  })
})

test('a request without Host is refused with an id', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { port } = new URL(gateway().url)
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => resolve(text)).on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/\r\nX-Request-Id: req_/i)
})

describe('the address of the calendar feed', () => {
  test('is not told to a token that may only read', async () => {
    const reader = await gateway().caller({ scope: 'read-only' })
    expect((await reader.get('/api/mcp/calendar/feed')).status).toBe(403)
    expect((await me.get('/api/mcp/calendar/feed')).status).toBe(200)
  })
})
