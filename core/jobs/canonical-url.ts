// Normalises a posting's URL into the key that detects duplicates.
import { hash } from 'node:crypto'
import lists from '../../sql/data/reading/addresses.json' with { type: 'json' }
import { parameter, postingAt } from './job-boards.ts'
import { parseUrl } from '../kernel/url.ts'

/**
 * Returns the posting's URL in a form for comparison, or null if the URL identifies no single posting (a careers page). Removes
 * `www.`, default ports, fragment (except `#/…` routes), trailing slash, and tracking and language parameters. On known boards,
 * keeps only the posting's number. Idempotent, never throws. To open a posting, use the original URL.
 */
export function canonicalUrl(text: string): string | null {
  const url = readUrl(text)
  if (url === null) return null
  const host = hostOf(url)
  const posting = postingAt(host, url)
  if (posting !== undefined) return posting && `https://${posting.address}`
  const path = pathOf(url)
  const query = identifyingQuery(url)
  const route = /^#!?\/./.test(url.hash) ? `#${url.hash.replace(/^#!?/, '')}` : ''
  if (route === '' && isShared(path, query)) return null
  return `https://${host}${portOf(url)}${path}${printQuery(query)}${route}`
}

/** SHA-256 of the canonical URL; null when the URL identifies no single posting. */
export function urlKeyOf(url: string | null): Buffer | null {
  const canonical = url === null ? null : canonicalUrl(url)
  return canonical === null ? null : hash('sha256', canonical, 'buffer')
}

/**
 * The employer's own number of a posting, with its system: `greenhouse:4012345`, `jobs.acme.com:88123`. Two numbers are
 * comparable only if the text before their last colons is equal. Null for boards of many employers, such as LinkedIn.
 */
export function requisitionId(text: string): string | null {
  const url = readUrl(text)
  if (url === null) return null
  const host = hostOf(url)
  const posting = postingAt(host, url)
  if (posting !== undefined) return posting?.requisition ?? null
  for (const { names, form, system } of embedded) {
    const id = parameter(url, names, form)
    if (id !== null) return `${system}:${id.toLowerCase()}`
  }
  const id = parameter(url, idParameters, numberForm) ?? numberInPath(url)
  return id === null ? null : `${host}:${id.toUpperCase()}`
}

function readUrl(text: string): URL | null {
  const trimmed = text.trim()
  if (trimmed.length > 8192) return null
  const bare = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(trimmed)
  const address = bare ? `https://${trimmed}` : trimmed
  const url = parseUrl(address)
  if (url === null || !/^https?:$/.test(url.protocol) || /^$|^\.|\.\./.test(url.hostname)) return null
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/gi, '')
  return url
}

const hostOf = (url: URL) => url.hostname.replace(/\.$/, '').replace(/^(?:www\d?\.)+(?=[^.]+\.)/, '')

// Both default ports are removed, because the scheme is not part of the identity.
const portOf = (url: URL) => (/^(?:|80|443)$/.test(url.port) ? '' : `:${url.port}`)

function pathOf(url: URL): string {
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, plainEscape)
  return path.replace(/\/{2,}/g, '/').replace(/\/$/, '')
}

/** Decodes escapes of characters that need none (`%7E` becomes `~`), and writes the other escapes in upper case. */
function plainEscape(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16))
  return /[A-Za-z0-9_~-]/.test(character) ? character : escape.toUpperCase()
}

type Parameter = readonly [name: string, value: string]

function identifyingQuery(url: URL): Parameter[] {
  // If the path contains the posting's number, search parameters do not help to identify the posting.
  const numbered = numberInPath(url) !== null
  const own = embedded.map(({ names, form }) => parameter(url, names, form)).find((id) => id !== null)
  const kept = [...url.searchParams].filter(([name, value]) => {
    const lower = name.toLowerCase()
    return value !== '' && !isTracking(lower, value) && !(numbered && searchParameters.has(lower))
  })
  // On a site that embeds a known system, only that system's number identifies the posting.
  const ids = own === undefined ? kept : kept.filter(([, value]) => value === own)
  return ids.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function printQuery(query: readonly Parameter[]): string {
  const printed = new URLSearchParams()
  for (const [name, value] of query) printed.append(name, value)
  return printed.size === 0 ? '' : `?${printed}`
}

/** Systems that employers embed in their own pages. The number in the query identifies the posting. */
const embedded = [
  { system: 'greenhouse', names: ['gh_jid'], form: /^\d{4,20}$/ },
  { system: 'ashby', names: ['ashby_jid'], form: /^[0-9a-f-]{36}$/i },
  { system: 'lever', names: ['lever_jid', 'lever-id'], form: /^[0-9a-f-]{36}$/i },
] as const

const idParameters = lists.idParameters.split(', ')

/** A requisition number: digits, with an optional short prefix: 88123, R-1001, JR_10023, 2024-1187. */
const numberForm = /^(?:[A-Za-z]{1,5}[-_]?)?\d{3,}(?:-\d+)?$/

/** The number in a path segment: the whole segment, or its first or last part ("88123-engineer"). */
function numberInPath(url: URL): string | null {
  for (const segment of pathOf(url).split('/').reverse()) {
    const found =
      /^(?!(?:19|20)\d\d$)(?:[A-Za-z]{1,5}[-_]?)?\d{4,}$|^\d{5,}(?=-)|(?<=[-_])(?:(?:JR|REQ|R)[-_]?)?\d{5,}$/.exec(
        segment,
      )?.[0]
    if (found !== undefined) return found
  }
  return null
}

const tracking = new Set(lists.tracking.split(', '))

/** Whether a parameter only tracks where the visitor came from. */
function isTracking(name: string, value: string): boolean {
  // On some employers' sites "?ref=JR-1001" is a requisition; "?ref=newsletter" is not.
  if (name === 'ref') return !numberForm.test(value)
  return tracking.has(name) || /^(?:utm|mtm|pk|piwik|hsa|stm|itm|wt|rx)[_.]/.test(name)
}

const sharedWords = new Set(lists.sharedWords.split(', '))

const searchParameters = new Set(lists.searchParameters.split(', '))

function isShared(path: string, query: readonly Parameter[]): boolean {
  if (!query.every(([name]) => searchParameters.has(name.toLowerCase()))) return false
  return path.split('/').every((segment) => segment === '' || sharedWords.has(segment.toLowerCase()))
}
