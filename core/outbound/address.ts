// Checks the URLs that users supply: when they supply one, and at every connection (dial.ts), because DNS may change.
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { HostMap } from '../setting-values.ts'
import { parseUrl } from '../kernel/url.ts'

export interface AddressRules {
  /** Hosts that are allowed although they are private or on an unusual port. From the environment, never from data. */
  allowPrivateHosts: readonly string[]
  mayUsePort: (port: number) => boolean
  /** Hosts whose connections go to another address, without TLS. From the environment, never from data. */
  hostMap?: HostMap | undefined
}

const OTHER_SERVICES = new Set([
  1080, 1433, 1434, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3260, 3306, 3389, 4369, 5060, 5061,
  5432, 5671, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 6660, 6666, 6667, 6668, 6669, 6697,
  7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10_250, 10_255, 11_211, 15_672, 25_672, 27_017, 27_018,
  27_019, 50_000,
])

/** Ports for webhooks: 80, 443, and high ports that no other common service uses. */
export const webhookPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !OTHER_SERVICES.has(port))

export const pagePort = (port: number): boolean => port === 80 || port === 443

const MAX_CHARACTERS = 2_048
/** Names that mean this machine or network, whatever their address. */
const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa|onion)$/
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

type Verdict = { url: URL; exempt: boolean } | { problem: string }

/** Checks a URL without a DNS lookup. Connect only to the URL it returns. A URL that the parser would repair is refused. */
export function readAddress(text: string, rules: AddressRules): Verdict {
  if (text.length > MAX_CHARACTERS) return { problem: `is longer than ${MAX_CHARACTERS} characters` }
  if (/[\x00-\x20\x7f\\]/.test(text))
    return { problem: 'contains a space, a control character or a backslash' }
  if (!/^https?:\/\/[^/]/i.test(text)) return { problem: 'must start with http:// or https://' }
  const url = parseUrl(text)
  if (!url) return { problem: 'is not a URL' }
  const authority = text.split(/[/?#]/)[2] ?? ''
  if (url.username || url.password || authority.includes('@'))
    return { problem: 'must not carry a user name or password' }
  if (isExempt(url, rules.allowPrivateHosts) || mappedPlace(url, rules.hostMap)) return { url, exempt: true }
  if (!isPublicHost(hostOf(url))) return { problem: NOT_PUBLIC }
  if (!rules.mayUsePort(portOf(url))) return { problem: `must not use port ${portOf(url)}` }
  return { url, exempt: false }
}

export const NOT_PUBLIC = 'is not a public address'

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Where to connect instead of this URL. `*.example.com` matches every subdomain. */
export function mappedPlace(url: URL, map: HostMap = {}): HostMap[string] | undefined {
  const host = hostOf(url)
  const names = [host, ...host.split('.').map((_, at, labels) => `*.${labels.slice(at + 1).join('.')}`)]
  // Not `in`: every object also has a `constructor`, which a host may be named.
  const found = names.find((name) => Object.hasOwn(map, `${name}:${portOf(url)}`) || Object.hasOwn(map, name))
  return found === undefined ? undefined : (map[`${found}:${portOf(url)}`] ?? map[found])
}

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
    const named = parseUrl(`http://${isIPv6(entry) ? `[${entry}]` : entry}`)
    if (!named) return false
    const namesPort = /(?:^|\]|[^:]):\d+$/.test(entry) && !isIPv6(entry)
    return hostOf(named) === hostOf(url) && (!namesPort || portOf(named) === portOf(url))
  })
}

/** Azure's metadata host, which every machine in Azure can reach. ipaddr.js takes it for an ordinary public address. */
const INNER_IPV4 = ['168.63.129.16/32']
const INNER_IPV6 = ['2001::/23', '2002::/16', '3fff::/20', '64:ff9b::/32']

export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4)
    return !INNER_IPV4.some((block) => address.match(ipaddr.IPv4.parseCIDR(block)))
  // Every global unicast address begins with 001. Addresses that contain an IPv4 address do not, or are in INNER_IPV6.
  const isGlobal = address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
  return isGlobal && !INNER_IPV6.some((block) => address.match(ipaddr.IPv6.parseCIDR(block)))
}

export type Resolve = (host: string) => Promise<string[]>

const RESOLVE_MS = 2_000
const MAX_ADDRESSES = 16

/** Not `lookup`: it holds one of four threads until the system gives up, so four slow names would stop all file I/O. */
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

/** The operator's own names may be in the hosts file, which name servers do not know. */
const askSystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Ends a lookup that hangs, a little after its own timeout. */
function withTimeout(asked: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>((resolve) => (timer = setTimeout(() => resolve([]), RESOLVE_MS + 200)))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** `private` if any address is private, because a connection may use any of them. `unknown` without an answer in time. */
export async function resolvePublic(
  host: string,
  exempt: boolean,
  resolve: Resolve = exempt ? askSystem : askNameServers,
): Promise<{ addresses: string[] } | 'private' | 'unknown'> {
  const addresses = isIP(host) ? [host] : await withTimeout(resolve(host)).catch(() => [])
  if (!addresses.length) return 'unknown'
  if (exempt) return { addresses }
  return addresses.length <= MAX_ADDRESSES && addresses.every(isPublicAddress) ? { addresses } : 'private'
}
