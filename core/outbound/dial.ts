// The only way to connect to hosts that users name. Every connection looks up the name, checks the address, and uses that address.
import { must } from '../kernel/narrow.ts'
import { isIP } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import {
  hostOf,
  mappedPlace,
  isPublicAddress,
  resolvePublic,
  readAddress,
  type AddressRules,
  type Resolve,
} from './address.ts'

/** The address was rejected; nothing was sent. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}

const CONNECT_MS = 5_000
const MAX_HEADER_BYTES = 16 * 1024
const CONNECTIONS_PER_ORIGIN = 4
const HEADERS_MS = 10_000

interface DiallerOptions {
  /** Maximum connections to one origin at a time; default 4. */
  connections?: number
  headersMs?: number
  resolve?: Resolve | undefined
}

interface Place {
  address: string
  /** For SNI and the certificate; undefined for an IP literal. */
  name: string | undefined
  exempt: boolean
  /** Connect to this port without TLS, because the host is mapped to it, for development. */
  plainPort?: number
}

/** Checks an origin again and chooses the address: IPv4 first, because more networks have it. */
async function placeOf(origin: string, rules: AddressRules, resolve?: Resolve): Promise<Place> {
  const read = readAddress(origin, rules)
  if ('problem' in read) throw new AddressRefusedError(read.problem)
  const host = hostOf(read.url)
  const mapped = mappedPlace(read.url, rules.hostMap)
  if (mapped) return { address: mapped.host, name: undefined, exempt: true, plainPort: mapped.port }
  const where = await resolvePublic(host, read.exempt, resolve)
  if (where === 'private') throw new AddressRefusedError('resolves to an address that is not public')
  if (where === 'unknown') throw new Error(`${host} does not resolve`)
  const [address] = [...where.addresses].sort((a, b) => isIP(a) - isIP(b))
  return { address: must(address), name: isIP(host) ? undefined : host, exempt: read.exempt }
}

type Connect = ReturnType<typeof buildConnector>

/** undici calls `lookup` only for names. An IP address would get past a check there, so the check is in `connect`. */
const guarded =
  (dial: Connect, rules: AddressRules, resolve?: Resolve): Connect =>
  (options, callback) => {
    const connectTo = (place: Place) => {
      const target = {
        ...{ ...options, hostname: place.address },
        ...(place.name && { servername: place.name }),
        ...(place.plainPort && { protocol: 'http:', port: String(place.plainPort) }),
      }
      dial(target, (...[error, socket]) => {
        if (error) return callback(error, null)
        if (place.exempt || isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
        socket.on('error', () => {}).destroy()
        callback(new AddressRefusedError('is connected to an address that is not public'), null)
      })
    }
    placeOf(`${options.protocol}//${options.host}`, rules, resolve).then(connectTo, (error: Error) =>
      callback(error, null),
    )
  }

export async function openDialler(
  rules: AddressRules,
  { connections = CONNECTIONS_PER_ORIGIN, headersMs = HEADERS_MS, resolve }: DiallerOptions = {},
): Promise<Agent> {
  const { Agent, buildConnector } = (await import('undici')).default
  const dial = buildConnector({ timeout: CONNECT_MS, allowH2: false, maxCachedSessions: 0 })
  return new Agent({
    connect: guarded(dial, rules, resolve),
    connections,
    pipelining: 1,
    headersTimeout: headersMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
}
