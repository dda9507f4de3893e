// Addresses that cannot be watched, and what robots.txt forbids, end in a line that says so.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWatch } from '../../../core/watch/operations.ts'
import type { Fault } from '../../boards/server.ts'
import { call } from '../../harness.ts'
import { useWatching } from './fixture.ts'

const all = useWatching()

/** What is said to somebody who wants to watch it. */
const answerTo = async (board: string) =>
  call(createWatch, await all().user(), { board }).then(
    () => 'watched',
    (error: Error) => error.message,
  )

describe('an address', () => {
  test('whose host is dead, has no address, or is inside, ends in a line', async () => {
    expect(await answerTo('https://dead.test/feed')).toContain('dead.test cannot be reached')
    expect(await answerTo('https://nowhere.invalid/feed')).toContain('nowhere.invalid cannot be reached')
    expect(await answerTo('https://10.0.0.1/feed')).toContain(
      '10.0.0.1 cannot be reached, or is a private address',
    )
  })

  test('whose page begins with many comments is looked through at once', async () => {
    const comments = '<!-- a - b -- c --><!---->'.repeat(200)
    const items = '<item><title>Clerk</title><link>https://a.example/1</link></item>'
    all().boards.page('https://comments.example/page', `${comments}<html><p>Join us</p></html>`)
    all().boards.page(
      'https://comments.example/feed',
      `<?xml version="1.0"?>\n${comments}<rss><channel><title>Jobs at Acme</title>${items}</channel></rss>`,
    )
    expect(await answerTo('https://comments.example/page')).toContain('shows no board that is known')
    expect(await answerTo('https://comments.example/feed')).toBe('watched')
  })

  test('whose certificate is not accepted is not read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crm-board-'))
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
    const subject = ['-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert]
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject])
    let asked = 0
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, res) => {
      asked += 1
      res.end()
    })
    rmSync(folder, { recursive: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await answerTo(`https://localhost:${port}/feed`)).toContain('TLS certificate that is not accepted')
    expect(asked).toBe(0)
    server.close()
  })
})

describe('robots.txt', () => {
  const robots = (host: string, fault: Fault) => all().boards.page(`https://${host}/robots.txt`, fault)
  const text =
    (said: string): Fault =>
    (res) =>
      res.writeHead(200, { 'content-type': 'text/plain' }).end(said)

  test('that forbids a board, or cannot be read, is respected; others are not asked about it', async () => {
    const { boards } = all()
    for (const name of ['closed', 'broken', 'open'])
      boards.post(`recruitee:${name}`, [{ id: '744001', title: 'Clerk' }])
    robots('closed.recruitee.com', text('User-agent: *\nDisallow: /api/'))
    robots('broken.recruitee.com', (res) => res.writeHead(500).end('No.'))
    robots('open.recruitee.com', text('User-agent: badbot\nDisallow: /'))
    expect(await answerTo('recruitee:closed')).toContain('robots.txt of closed.recruitee.com forbids')
    expect(await answerTo('recruitee:broken')).toContain('robots.txt of broken.recruitee.com failed')
    expect(await answerTo('recruitee:open')).toBe('watched')
    expect(boards.asked.filter(({ host }) => /^(?:closed|broken)\./.test(host))).toEqual([])
  })
})
