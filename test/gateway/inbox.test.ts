import { describe, expect, test } from 'vitest'
import { sessionOf } from '../derived/world.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway()

const MAIL = [
  'From: Globex Careers <careers@globex.example>',
  'Message-ID: <one@globex.example>',
  'Subject: Application received',
  'Date: Tue, 01 Sep 2026 10:00:00 +0000',
  '',
  'We have received your application for the Cook position.',
  '',
].join('\r\n')

const RFC822 = { 'content-type': 'message/rfc822' }

describe('the inbox over HTTP', () => {
  test('a message is scanned as it is, listed, and accepted once', async () => {
    const me = await gateway().caller()
    const scanned = await me.send('POST', '/api/mcp/inbox/scan', MAIL, RFC822)
    expect(scanned.body).toMatchObject({
      read: 1,
      skipped: 0,
      failed: 0,
      messages: [{ status: 'applied', company: 'Globex', role: 'Cook' }],
    })
    expect((await me.send('POST', '/api/mcp/inbox/scan', MAIL, RFC822)).body).toMatchObject({
      read: 0,
      skipped: 1,
    })
    const { proposals, total, nextCursor } = (await me.get('/api/mcp/inbox')).body
    expect([total, nextCursor]).toEqual([1, null])
    const cookie = await sessionOf(gateway().core, me.principal)
    const settings = () => gateway().request('GET', '/settings', { headers: { cookie } })
    expect((await settings()).text).toContain('1 from your inbox')
    const path = `/api/mcp/inbox/${proposals[0].id}/accept`
    expect((await me.send('POST', path, {})).body).toMatchObject({ state: 'accepted' })
    expect((await me.send('POST', path, {})).status).toBe(200)
    expect((await settings()).text).not.toContain('Waiting for you')
    expect((await me.get('/api/mcp/jobs')).body.jobs).toMatchObject([
      { company: 'Globex', role: 'Cook', status: 'applied', appliedAt: '2026-09-01T10:00:00.000Z' },
    ])
  })

  test('what is no message is counted as failed with the reason, and what is too large is refused', async () => {
    const me = await gateway().caller()
    expect((await me.send('POST', '/api/mcp/inbox/scan', '%PDF-1.7', RFC822)).body).toMatchObject({
      read: 0,
      failed: 1,
      refused: [{ path: null, reason: expect.stringContaining('has no headers of a message') }],
    })
    expect((await me.send('POST', '/api/mcp/inbox/scan', 'x'.repeat(27_000_000), RFC822)).status).toBe(413)
    const manyParts = `Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(20_000)}`
    const answer = await me.send('POST', '/api/mcp/inbox/scan', manyParts, RFC822)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        messages: [],
        read: 0,
        skipped: 0,
        failed: 1,
        refused: [{ path: null, reason: expect.stringContaining('parts') }],
      },
    ])
  })

  test('a read-only token sees proposals and neither scans nor accepts', async () => {
    const reader = await gateway().caller({ scope: 'read-only' })
    expect((await reader.get('/api/mcp/inbox')).status).toBe(200)
    expect((await reader.send('POST', '/api/mcp/inbox/scan', MAIL, RFC822)).status).toBe(403)
  })
})
