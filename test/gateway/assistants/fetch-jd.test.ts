// Fetching a posting over HTTP: the result, and what is refused.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POSTINGS } from '../../core/scout/postings.ts'
import { useAsking } from './fixture.ts'

/** When the slowest page begins; a page has ten seconds in all. */
const LATE_MS = 9_000

const asking = useAsking()
let site: Server
let url = ''

beforeAll(async () => {
  site = createServer((req, res) => {
    const at = Number(req.url?.slice(1))
    if (req.url === '/gone') return void res.writeHead(404, { 'content-type': 'text/html' }).end('gone')
    if (req.url === '/away') return void res.writeHead(302, { location: '/0' }).end()
    if (req.url === '/inside')
      return void res.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
    if (req.url === '/loop') return void res.writeHead(302, { location: '/loop' }).end()
    if (req.url === '/huge')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(6 * 1024 * 1024, 'x'))
    if (req.url === '/image') return void res.writeHead(200, { 'content-type': 'image/png' }).end('x')
    if (req.url === '/empty')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
    if (req.url === '/late')
      return void setTimeout(
        () => res.writeHead(200, { 'content-type': 'text/html' }).end(POSTINGS[0]!.html),
        LATE_MS,
      )
    if (req.url === '/cut') {
      res.writeHead(200, { 'content-type': 'text/html', 'content-length': 5_000 }).write('<p>We hire')
      return void setTimeout(() => res.destroy(), 20)
    }
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(POSTINGS[at]!.html)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site.close())

const fetchJd = async (address: string, headers = {}) =>
  (await asking().somebody({ tier: 'free' })).ask(
    '/api/fetch-jd',
    { url: address },
    { 'x-ai-provider': undefined, 'x-user-api-key': undefined, ...headers },
  )

test('a page is returned with its text, its final address and its meta', async () => {
  const { status, body } = await fetchJd(`${url}/away`)
  expect(status).toBe(200)
  expect(body.url).toBe(`${url}/0`)
  expect(body.text).toContain('instruments that measure rivers')
  expect(body.meta).toMatchObject({
    title: expect.stringContaining('River'),
    ogTitle: 'River Software Engineer',
    ogDescription: null,
  })
  expect(body.meta.jobPosting).toMatchObject(POSTINGS[0]!.facts)
})

test('a page that begins after nine seconds is awaited', async () => {
  const { status, body } = await fetchJd(`${url}/late`)
  expect([status, body.meta?.jobPosting]).toEqual([200, expect.objectContaining(POSTINGS[0]!.facts)])
})

test('a fetched page becomes a job without a model for fields in its markup', async () => {
  const me = await asking().somebody()
  const { body: page } = await me.ask('/api/fetch-jd', { url: `${url}/6` })
  const answer = await me.ask('/api/parse-jd', page)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject(POSTINGS[6]!.facts)
})

test('a session is required, a key is not', async () => {
  const { status, body } = await fetchJd(url, { cookie: undefined })
  expect([status, body.code]).toEqual([401, 'UNAUTHORIZED'])
})

describe('refused with one neutral sentence', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://localhost:5432/',
    'http://[::1]/',
    'http://2130706433:1/',
    'http://metadata.google.internal/',
    'https://user:pass@example.com/',
    'https://example.com:22/',
  ])('%s', async (address) => {
    const { status, body } = await fetchJd(address)
    expect([status, body.code, body.error]).toEqual([
      400,
      'VALIDATION_ERROR',
      'The address cannot be fetched. Check it, or give the text of the page.',
    ])
  })

  test('a redirect inside', async () => {
    const { status, body } = await fetchJd(`${url}/inside`)
    expect([status, body.error]).toEqual([
      400,
      'The address cannot be fetched. Check it, or give the text of the page.',
    ])
  })
})

test.each(['', 'not an address', 'ftp://example.com/x', 'file:///etc/passwd', 'javascript:alert(1)'])(
  '%j is refused as an address',
  async (address) => {
    const { status, body } = await fetchJd(address)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  },
)

test.each([
  ['gone', 'The page answered with status 404.'],
  ['loop', 'The address redirects too often, or to where it must not.'],
  ['huge', 'The page is too large.'],
  ['image', 'The address does not hold a page of text.'],
  ['empty', 'The page holds no text.'],
  ['cut', 'The page broke off, or could not be decompressed.'],
])('/%s is reported', async (path, said) => {
  const { status, body } = await fetchJd(`${url}/${path}`)
  expect([status, body.code, body.error]).toEqual([502, 'FETCH_FAILED', said])
})
