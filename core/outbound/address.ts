// Validates user-supplied URLs: public hosts, over http or https. Checked when a URL is given and again at every
// connection (dial.ts), because DNS can change.
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface AddressRules {
  /** `host` or `host:port` that passes although private or on an odd port; from the environment, never from data. */
  allowPrivateHosts: readonly string[]
  mayUsePort: (port: number) => boolean
}

/** Ports above 1023 where something other than a web server is known to listen. */
const OTHER_SERVICES = new Set([
  1080, 1433, 1434, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3260, 3306, 3389, 4369, 5060, 5061,
  5432, 5671, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 6660, 6666, 6667, 6668, 6669, 6697,
  7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10_250, 10_255, 11_211, 15_672, 25_672, 27_017, 27_018,
  27_019, 50_000,
])

/** For webhooks: the web's own ports, and high ones unless another service is at home there. */
export const webhookPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !OTHER_SERVICES.has(port))

/** For reading pages: the web's own ports. */
export const pagePort = (port: number): boolean => port === 80 || port === 443

const MOST_CHARACTERS = 2_048
/** Names that mean this machine or this network, wherever they are looked up. */
const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa|onion)$/
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

type Verdict = { url: URL; exempt: boolean } | { problem: string }

/**
 * Reads an address once; only the URL it answers is to be dialled. Nothing is looked up. The parser would quietly drop
 * tabs, turn `\` into `/` and complete `http:host`, so what needs such mercy is refused before it.
 */
export function readAddress(text: string, rules: AddressRules): Verdict {
  if (text.length > MOST_CHARACTERS) return { problem: `is longer than ${MOST_CHARACTERS} characters` }
  if (/[\x00-\x20\x7f\\]/.test(text))
    return { problem: 'contains a space, a control character or a backslash' }
  if (!/^https?:\/\/[^/]/i.test(text)) return { problem: 'must start with http:// or https://' }
  if (!URL.canParse(text)) return { problem: 'is not a URL' }
  const url = new URL(text)
  const authority = text.split(/[/?#]/)[2] ?? ''
  if (url.username || url.password || authority.includes('@'))
    return { problem: 'must not carry a user name or password' }
  if (isExempt(url, rules.allowPrivateHosts)) return { url, exempt: true }
  if (!isPublicHost(hostOf(url))) return { problem: NOT_PUBLIC }
  if (!rules.mayUsePort(portOf(url))) return { problem: `must not use port ${portOf(url)}` }
  return { url, exempt: false }
}

export const NOT_PUBLIC = 'is not a public address'

/** The host without the brackets of IPv6 and without the root's dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

function isPublicHost(host: string): boolean {
  if (isIP(host)) return isPublicAddress(host)
  const labels = host.split('.')
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !INNER_NAMES.test(host)
  )
}

function isExempt(url: URL, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const written = `http://${isIPv6(entry) ? `[${entry}]` : entry}`
    if (!URL.canParse(written)) return false
    const named = new URL(written)
    const namesPort = /(?:^|\]|[^:]):\d+$/.test(entry) && !isIPv6(entry)
    return hostOf(named) === hostOf(url) && (!namesPort || portOf(named) === portOf(url))
  })
}

/** What ipaddr.js calls unicast and nobody outside may make us call: Azure's metadata host answers everywhere. */
const INNER_IPV4 = ['168.63.129.16/32']
const INNER_IPV6 = ['2001::/23', '2002::/16', '3fff::/20', '64:ff9b::/32']

/** Whether an IP address, in its canonical text, belongs to the public internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4)
    return !INNER_IPV4.some((block) => address.match(ipaddr.IPv4.parseCIDR(block)))
  // Every global unicast address starts with 001; forms that smuggle an IPv4 address lie outside, or are named.
  const isGlobal = address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
  return isGlobal && !INNER_IPV6.some((block) => address.match(ipaddr.IPv6.parseCIDR(block)))
}

export type Resolve = (host: string) => Promise<string[]>

const RESOLVE_MS = 2_000
const MOST_ADDRESSES = 16

/**
 * Asks the name servers, for two seconds at most. Not `lookup`: that holds one of four threads of the process until
 * the system gives up, so four names with slow servers would stop every file and name access.
 */
const askNameServers: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: 1 })
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_MS)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    clearTimeout(timer)
  }
}

/** The operator's own names live in files that name servers do not know. */
const askSystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** A look-up that may hang, given up after a little more than it should need. */
function inTime(asked: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>((resolve) => (timer = setTimeout(() => resolve([]), RESOLVE_MS + 200)))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/**
 * Where a host is. `private` as soon as one address is: which of them a connection takes is chance. `unknown` when
 * nothing answers in time.
 */
export async function locate(
  host: string,
  exempt: boolean,
  resolve: Resolve = exempt ? askSystem : askNameServers,
): Promise<{ addresses: string[] } | 'private' | 'unknown'> {
  const addresses = isIP(host) ? [host] : await inTime(resolve(host)).catch(() => [])
  if (!addresses.length) return 'unknown'
  if (exempt) return { addresses }
  return addresses.length <= MOST_ADDRESSES && addresses.every(isPublicAddress) ? { addresses } : 'private'
}
