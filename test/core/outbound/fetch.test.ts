// The guard, checked by connections and not by errors: a canary on loopback counts who reached it.
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchPublic, FetchError, type FetchOptions } from '../../../core/outbound/fetch.ts'
import { hostileAddresses, hostileAnswers, innerHosts } from './hostile-addresses.ts'

let canary: TcpServer
let reached = 0
let site: Server
/** Responds by path; a redirect goes wherever the test sets it. */
const pages: Record<string, (res: ServerResponse) => void> = {}

const listening = async (server: TcpServer | Server, host: string): Promise<number> => {
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
const portOf = (server: TcpServer | Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  canary = createTcpServer((socket) => {
    reached += 1
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\ninner')
  })
  // Listens on IPv4 and IPv6 where the machine has both.
  await listening(canary, '::').catch(() => listening(canary, '127.0.0.1'))
  site = createServer((req, res) => {
    const answer = pages[(req.url ?? '').split('?')[0]!]
    if (answer) answer(res)
    else res.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
  })
  await listening(site, '127.0.0.1')
})
afterAll(() => {
  canary.close()
  site.close()
  site.closeAllConnections()
})
beforeEach(() => void (reached = 0))

/** Any port is allowed, so that only the address is checked. */
const strict: FetchOptions = { allowPrivateHosts: [], mayUsePort: () => true, wholeMs: 4_000 }
/** Only the site is exempt, as a host in the operator's configuration. */
const viaSite = (): FetchOptions => ({ ...strict, allowPrivateHosts: [`127.0.0.1:${portOf(site)}`] })
const at = (path: string) => `http://127.0.0.1:${portOf(site)}${path}`
const page = (path: string, answer: (res: ServerResponse) => void) => void (pages[path] = answer)
const html = { 'content-type': 'text/html' }

const problemOf = async (fetched: Promise<unknown>): Promise<string> => {
  const error = await fetched.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(FetchError)
  return (error as FetchError).problem
}

describe('no internal host is reached', () => {
  test('directly', async () => {
    for (const address of hostileAddresses(portOf(canary)))
      expect(await problemOf(fetchPublic(address, strict)), address).toBe('unreachable')
    expect(reached).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])('by a %i', async (status) => {
    for (const address of hostileAddresses(portOf(canary)).filter((text) => !/[\0\r\n\t]/.test(text))) {
      if (/[^\x20-\x7e]/.test(address) || address === '') continue
      page('/away', (res) => res.writeHead(status, { location: address }).end())
      // Some of them lead back to the site itself, which is harmless.
      await fetchPublic(at('/away'), viaSite()).catch(() => {})
    }
    expect(reached).toBe(0)
  })

  test.each(Object.entries(hostileAnswers))('by a name that resolves to %s', async (_, addresses) => {
    const resolve = () => Promise.resolve(addresses)
    const address = `http://rebinder.example:${portOf(canary)}/`
    expect(await problemOf(fetchPublic(address, { ...strict, resolve }))).toBe('unreachable')
    page('/to-name', (res) => res.writeHead(302, { location: address }).end())
    await problemOf(fetchPublic(at('/to-name'), { ...viaSite(), resolve }))
    expect(reached).toBe(0)
  })

  test('by a name whose second lookup differs: it is resolved once, and that address is dialled', async () => {
    let asked = 0
    const resolve = () => Promise.resolve((asked += 1) === 1 ? ['192.0.2.1'] : ['127.0.0.1'])
    await problemOf(
      fetchPublic(`http://flip.example:${portOf(canary)}/`, { ...strict, resolve, wholeMs: 300 }),
    )
    expect([asked, reached]).toEqual([1, 0])
  })

  test('by a name whose DNS server never responds', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    const address = `http://slow.example:${portOf(canary)}/`
    expect(await problemOf(fetchPublic(address, { ...strict, resolve, wholeMs: 300 }))).toBe('timeout')
    expect(reached).toBe(0)
  })

  test('and the canary itself works: an exempt host is reached', async () => {
    const allowPrivateHosts = [`127.0.0.1:${portOf(canary)}`]
    const address = `http://127.0.0.1:${portOf(canary)}/`
    expect((await fetchPublic(address, { ...strict, allowPrivateHosts })).body.toString()).toBe('inner')
    expect([reached, innerHosts.length > 50]).toEqual([1, true])
  })
})

describe('a page is read', () => {
  test('with its final address, status and type', async () => {
    page('/', (res) => res.writeHead(302, { location: '/there?x=1#part' }).end())
    page('/there', (res) => res.writeHead(404, { 'content-type': 'Text/HTML; charset=utf-8' }).end('<p>gone'))
    const fetched = await fetchPublic(at('/'), viaSite())
    expect(fetched).toMatchObject({
      url: at('/there?x=1'),
      status: 404,
      contentType: 'text/html; charset=utf-8',
    })
    expect(fetched.body.toString()).toBe('<p>gone')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('inflated from %s', async (coding, compress) => {
    page('/packed', (res) =>
      res.writeHead(200, { ...html, 'content-encoding': coding }).end(compress('<p>hello')),
    )
    expect((await fetchPublic(at('/packed'), viaSite())).body.toString()).toBe('<p>hello')
  })

  test.each([
    [204, {}],
    [304, { etag: '"1"' }],
    [404, { 'content-length': '0' }],
  ])('when a %i names a coding for no body', async (status, headers) => {
    page('/empty', (res) => res.writeHead(status, { ...html, ...headers, 'content-encoding': 'gzip' }).end())
    const fetched = await fetchPublic(at('/empty'), viaSite())
    expect([fetched.status, fetched.body.length]).toEqual([status, 0])
  })

  test('after five redirects, but not after six', async () => {
    for (let hop = 1; hop <= 6; hop += 1)
      page(`/hop${hop}`, (res) => res.writeHead(307, { location: `/hop${hop - 1}` }).end())
    page('/hop0', (res) => res.writeHead(200, html).end('here'))
    expect((await fetchPublic(at('/hop5'), viaSite())).body.toString()).toBe('here')
    expect(await problemOf(fetchPublic(at('/hop6'), viaSite()))).toBe('redirects')
  })
})

describe('a fetch is aborted', () => {
  const bomb = (compress: (data: Buffer) => Buffer) => compress(Buffer.alloc(64 * 1024 * 1024))

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('when %s inflates beyond the limit', async (coding, compress) => {
    const packed = bomb(compress as (data: Buffer) => Buffer)
    page('/bomb', (res) => res.writeHead(200, { ...html, 'content-encoding': coding }).end(packed))
    const before = process.memoryUsage().rss
    expect(await problemOf(fetchPublic(at('/bomb'), { ...viaSite(), wholeMs: 10_000 }))).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  const drip = (res: ServerResponse, everyMs: number, chunk: string) => {
    const timer = setInterval(() => res.write(chunk), everyMs)
    res.once('close', () => clearInterval(timer))
  }

  test.each<[string, (res: ServerResponse) => void, string]>([
    ['it has no end', (res) => (res.writeHead(200, html), drip(res, 1, 'x'.repeat(262_144))), 'too_large'],
    ['its body trickles', (res) => (res.writeHead(200, html), drip(res, 20, 'x')), 'timeout'],
    ['its headers never come', () => {}, 'timeout'],
    [
      'its headers are huge',
      (res) => res.writeHead(200, { ...html, 'x-big': 'x'.repeat(60_000) }).end(),
      'unreachable',
    ],
    ['the connection is reset', (res) => res.destroy(), 'unreachable'],
    ['it redirects in a circle', (res) => res.writeHead(302, { location: '/wrong' }).end(), 'redirects'],
    ['it redirects to nowhere', (res) => res.writeHead(302).end(), 'redirects'],
    ['it is an image', (res) => res.writeHead(200, { 'content-type': 'image/png' }).end('x'), 'wrong_type'],
    [
      'it is compressed twice',
      (res) => res.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x'))),
      'wrong_coding',
    ],
    [
      'it does not match its Content-Encoding',
      (res) => res.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('plain'),
      'broken',
    ],
    [
      'it is shorter than its Content-Length',
      (res) => {
        res.writeHead(200, { ...html, 'content-length': '500' }).write('x')
        setTimeout(() => res.destroy(), 20)
      },
      'broken',
    ],
  ])('when %s', async (_, answer, problem) => {
    page('/wrong', answer)
    expect(await problemOf(fetchPublic(at('/wrong'), { ...viaSite(), wholeMs: 1_500 }))).toBe(problem)
  })

  test('when the client disconnects', async () => {
    page('/slow', () => {})
    const leaving = AbortSignal.timeout(100)
    expect(await problemOf(fetchPublic(at('/slow'), { ...viaSite(), signal: leaving }))).toBe('unreachable')
  })
})
