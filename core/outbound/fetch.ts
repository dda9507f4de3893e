// Fetches a URL that a user supplied. Checks each redirect like that URL. Sends no cookie, credential or referrer.
import { first } from '../kernel/narrow.ts'
import { isTlsFailure, systemCodeOf } from '../kernel/errors.ts'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import type { HostMap } from '../setting-values.ts'
import { pagePort, readAddress, type AddressRules, type Resolve } from './address.ts'
import { AddressRefusedError, openDialler } from './dial.ts'
import { parseUrl } from '../kernel/url.ts'

export interface FetchOptions {
  allowPrivateHosts: readonly string[]
  hostMap?: HostMap
  signal?: AbortSignal
  /** Timeout of the whole fetch, with lookups and redirects; default ten seconds. */
  wholeMs?: number
  /** Maximum body size after decompression; default 5 MiB. */
  mostBytes?: number
  mostRedirects?: number
  /** Accepted content types, without parameters; default HTML and plain text. An empty list accepts any. */
  contentTypes?: readonly string[]
  /** Headers to add or replace, such as If-None-Match. */
  headers?: Readonly<Record<string, string>>
  language?: string
  /** Allowed ports; default 80 and 443. */
  mayUsePort?: (port: number) => boolean
  resolve?: Resolve
}

export interface FetchedPage {
  url: string
  /** Any status except that of a redirect. The caller decides what it means. */
  status: number
  /** Lower case, with parameters; empty when the server sends none. */
  contentType: string
  body: Buffer
  etag: string | null
  lastModified: string | null
  retryAfter: string | null
}

/** Why a fetch failed. `unreachable` gives no details, so that it shows nothing about our network. */
const WORDS = {
  unreachable: 'The address cannot be fetched.',
  untrusted: 'The TLS certificate of the address is not accepted.',
  timeout: 'The page did not arrive in time.',
  too_large: 'The page is too large.',
  redirects: 'The address redirects too often, or to where it must not.',
  wrong_type: 'The address does not hold a page of text.',
  wrong_coding: 'The page is compressed in a way that is not read.',
  broken: 'The page broke off, or could not be decompressed.',
}
type FetchProblem = keyof typeof WORDS

/** Users may see the message. `cause` is only for the log, because it may show internals. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly problem: FetchProblem
  constructor(problem: FetchProblem, cause?: unknown) {
    super(WORDS[problem], { cause })
    this.problem = problem
  }
}

const TOTAL_TIMEOUT_MS = 10 * SECOND_MS
const MAX_BYTES = 5 * 1024 * 1024
const MAX_REDIRECTS = 5
const TYPES = ['text/html', 'text/plain', 'application/xhtml+xml']
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Fetches a public page by GET; throws `FetchError` for every failure. */
export async function fetchPublic(address: string, options: FetchOptions): Promise<FetchedPage> {
  const { allowPrivateHosts, hostMap, mayUsePort = pagePort, wholeMs = TOTAL_TIMEOUT_MS, resolve } = options
  const rules: AddressRules = { allowPrivateHosts, hostMap, mayUsePort }
  const budgetMs = Math.min(wholeMs, MINUTE_MS)
  const timeout = AbortSignal.timeout(budgetMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  // The first byte has no timeout of its own: a page may use the whole time for it.
  const dialler = await openDialler(rules, { headersMs: budgetMs, resolve })
  try {
    return await follow(address, { ...options, rules, dialler, signal })
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(timeout.aborted || isSlow(error) ? 'timeout' : connectProblem(error), error)
  } finally {
    // Not awaited, because a lookup may take two more seconds.
    dialler.destroy().catch(() => {})
  }
}

/** Only connections to public addresses get as far as TLS, so the problem shows nothing about our network. */
const connectProblem = (error: unknown): FetchProblem =>
  isTlsFailure({ code: systemCodeOf(error) }) ? 'untrusted' : 'unreachable'

const isSlow = (error: unknown): boolean => /TIMEOUT/.test(String(systemCodeOf(error)))

interface RedirectState extends FetchOptions {
  rules: AddressRules
  dialler: Dispatcher
  signal: AbortSignal
}

async function follow(address: string, hops: RedirectState): Promise<FetchedPage> {
  const { mostRedirects = MAX_REDIRECTS, rules } = hops
  let url = validatedUrl(address, rules)
  for (let hop = 0; ; hop += 1) {
    const answer = await ask(url, hops)
    // Without a listener, the error of a destroyed stream could end the process.
    answer.body.on('error', () => {})
    if (!REDIRECTS.has(answer.statusCode)) return read(url, answer, hops)
    answer.body.destroy()
    const next = targetOf(url, answer.headers.location)
    if (!next || hop === mostRedirects) throw new FetchError('redirects')
    url = validatedUrl(next.href, rules)
  }
}

/** Parses once, so that the URL that is checked is the one that is used. */
function validatedUrl(address: string, rules: AddressRules): URL {
  const read = readAddress(address, rules)
  if ('problem' in read) throw new FetchError('unreachable', new AddressRefusedError(read.problem))
  read.url.hash = ''
  return read.url
}

async function ask(url: URL, { dialler, signal, contentTypes = TYPES, language, headers }: RedirectState) {
  const { request } = (await import('undici')).default
  return request(url, {
    method: 'GET',
    dispatcher: dialler,
    signal,
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; crm/1)',
      accept: [...contentTypes, '*/*;q=0.1'].join(', '),
      'accept-encoding': 'gzip, br',
      ...(language && { 'accept-language': language }),
      ...headers,
    },
  })
}

const orNull = (value: string | string[] | undefined): string | null => one(value) || null

const one = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '')

/** The target of a redirect; null if it is invalid, or leads from https to http. */
function targetOf(from: URL, location: string | string[] | undefined): URL | null {
  const text = one(location)
  const to = text ? parseUrl(text, from) : null
  return from.protocol === 'https:' && to?.protocol === 'http:' ? null : to
}

async function read(
  url: URL,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { contentTypes = TYPES, mostBytes = MAX_BYTES, signal }: RedirectState,
): Promise<FetchedPage> {
  try {
    const contentType = one(headers['content-type']).toLowerCase()
    const acceptsAny = contentTypes.length === 0
    if (contentType && !acceptsAny && !contentTypes.includes(first(contentType.split(';')).trim()))
      throw new FetchError('wrong_type')
    // Some servers name a coding also where no body follows.
    const isEmpty = status === 204 || status === 304 || headers['content-length'] === '0'
    const coding = isEmpty ? '' : one(headers['content-encoding']).trim().toLowerCase()
    const plain = await inflated(body, coding)
    const content = await collect(plain, mostBytes, signal).catch((error: unknown) => {
      if (error instanceof FetchError || signal.aborted) throw error
      throw new FetchError('broken', error)
    })
    return {
      ...{ url: url.href, status, contentType, body: content },
      etag: orNull(headers.etag),
      lastModified: orNull(headers['last-modified']),
      retryAfter: orNull(headers['retry-after']),
    }
  } finally {
    body.destroy()
  }
}

/** Only one coding: several could hide a decompression bomb. */
async function inflated(body: Readable, coding: string): Promise<Readable> {
  if (coding === '' || coding === 'identity') return body
  const { createBrotliDecompress, createGunzip } = await import('node:zlib')
  const make = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress }[coding]
  if (!make) throw new FetchError('wrong_coding')
  const inflate = make()
  body.on('error', (error) => inflate.destroy(error))
  return body.pipe(inflate)
}

async function collect(stream: Readable, max: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    const pieces: AsyncIterable<Buffer> = addAbortSignal(signal, stream) // Without an encoding, a stream yields buffers.
    for await (const part of pieces) {
      bytes += part.length
      if (bytes > max) throw new FetchError('too_large')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    stream.on('error', () => {}).destroy()
  }
}
