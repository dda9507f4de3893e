// What receivers import: it takes what we send, and nothing else; and the receiver of the documentation works as printed.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test.each([secret, 'topsecret', 'whsec_not base64!'])('a delivery signed with %s is taken', (by) => {
  const event = verifyWebhook({ body: Buffer.from(body), headers: headersBy(by), secret: by, clock })
  expect(event).toMatchObject({ id: 'd1', event: 'offer.received', data: { company: 'Acme' } })
  expect(verifyWebhook({ body, headers: new Headers(headersBy(by)), secret: by, clock }).id).toBe('d1')
})

test('while a secret is replaced, either of the two will do, on either side', () => {
  const both = headersBy(secret, 'the old one')
  for (const known of [secret, 'the old one', ['another', secret]])
    expect(verifyWebhook({ body, headers: both, secret: known, clock }).id).toBe('d1')
})

test.each<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
  ['another secret', { secret: newSecret() }],
  ['another body', { body: `${body} ` }],
  ['an old timestamp', { headers: headersBy(secret, undefined, 1_799_999_600) }],
  ['a time to come', { headers: headersBy(secret, undefined, 1_800_000_400) }],
  ['no signature', { headers: { ...headersBy(secret), 'webhook-signature': undefined } }],
  ['a garbled time', { headers: { ...headersBy(secret), 'webhook-timestamp': '1e9' } }],
  ['another id', { headers: { ...headersBy(secret), 'webhook-id': 'd2' } }],
  ['an empty signature', { headers: { ...headersBy(secret), 'webhook-signature': 'v1,' } }],
])('a request with %s is refused', (_, change) => {
  const given = { body, headers: headersBy(secret), secret, clock, ...change }
  expect(() => verifyWebhook(given)).toThrow(WebhookVerificationError)
})

test('the Node receiver of the documentation works as printed, with the package as it is shipped', async () => {
  const root = join(import.meta.dirname, '..', '..', '..')
  const [, printed] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8'))!
  const folder = mkdtempSync(join(tmpdir(), 'crm-receiver-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'crm'))
  const told = printed!.replace(
    '.listen(3000)',
    '.listen(0, function () { console.log(this.address().port) })',
  )
  writeFileSync(join(folder, 'receiver.mjs'), told)
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOOK_SECRET: secret },
  })
  let said = ''
  child.stdout.on('data', (part) => void (said += String(part)))
  try {
    await expect.poll(() => said, { timeout: 15_000 }).toMatch(/^\d+\n/)
    const send = async (by: string) => {
      const headers = headersBy(by, undefined, Math.floor(Date.now() / 1_000))
      const answer = await fetch(`http://127.0.0.1:${parseInt(said)}/`, { method: 'POST', headers, body })
      return answer.status
    }
    expect([await send(secret), await send(newSecret()), await send(secret)]).toEqual([204, 401, 204])
    await expect.poll(() => said.split('\n').slice(1, -1)).toEqual(['An offer from Acme!'])
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
