// Computes the address of a home's embedded server from its path, so that the terminal can connect directly.

import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { parseUrl } from '../../kernel/url.ts'
import { accountFor } from './account.ts'
import { refuse } from './failures.ts'
import { readOrEmpty } from './processes.ts'

/** A unix socket in a private folder; on Windows, a local port with a password that is stored in the home. */
export interface Address {
  socketFolder: string
  /** Null over a unix socket. */
  tcp?: { host: string; password: string } | null
  port: number
  user: string
  database: string
}

export interface Layout {
  home: string
  root: string
  data: string
  log: string
  lock: string
  state: string
  password: string
}

// The port only names the socket file: the server does not listen on TCP.
const PORT = 5432
// Below the ports that systems use for outgoing connections.
const FIRST_PORT = 20_000
const PORTS = 12_000
// sun_path is 104 bytes on macOS and 108 on Linux, including the terminating zero.
const MAX_SOCKET_PATH_BYTES = 103

export function layoutOf(home: string): Layout {
  const root = path.join(path.resolve(home), 'postgres')
  return {
    home: path.resolve(home),
    root,
    data: path.join(root, 'data'),
    log: path.join(root, 'server.log'),
    lock: path.join(root, 'start.lock'),
    state: path.join(root, 'state'),
    password: path.join(root, 'password'),
  }
}

/** Always the same for a home; usually found without a system call. In /tmp if the home's path is too long for a socket. */
export function addressOf(home: string): Address {
  if (process.platform === 'win32') return windowsAddressOf(layoutOf(home))
  const address = { port: PORT, user: 'crm', database: 'crm' }
  const inHome = path.join(layoutOf(home).root, 'socket')
  if (Buffer.byteLength(`${inHome}/.s.PGSQL.${PORT}`) <= MAX_SOCKET_PATH_BYTES)
    return { socketFolder: inHome, ...address }
  const name = hash('sha256', path.resolve(home), 'hex').slice(0, 24)
  // /tmp, not os.tmpdir(): TMPDIR differs between a login, a service and a Nix shell, and all must find the same server.
  // XDG_RUNTIME_DIR disappears at logout, while the server keeps running.
  const socketFolder = `/tmp/crm-${name}`
  refuseForeignFolder(socketFolder, layoutOf(home))
  return { socketFolder, ...address }
}

/** The address of a home on Windows: a port computed from its path, and the database that initdb creates. */
export function windowsAddressOf(layout: Layout): Address {
  const digest = hash('sha256', layout.home.toLowerCase(), 'buffer')
  return {
    socketFolder: path.join(layout.root, 'socket'),
    tcp: { host: '127.0.0.1', password: readOrEmpty(layout.password).trim() },
    port: FIRST_PORT + (digest.readUInt16BE(0) % PORTS),
    user: 'crm',
    database: 'postgres',
  }
}

export const socketFileOf = ({ socketFolder, port }: Address): string =>
  path.join(socketFolder, `.s.PGSQL.${port}`)

/** A URL for libpq programs. postgres.js cannot read a socket folder from one: see `splitSocketUrl`. */
export function urlOf(address: Address): string {
  const { tcp, user, port, database } = address
  if (tcp) return `postgres://${user}:${tcp.password}@${tcp.host}:${port}/${database}`
  const host = encodeURIComponent(address.socketFolder).replaceAll('%2F', '/')
  return `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${host}`
}

/** Separates the socket folder (`?host=/folder`) from a URL. postgres.js 3.4.9 would send it as a setting. */
export function splitSocketUrl(url: string): { url: string; host?: string } {
  const parsed = parseUrl(url)
  const host = parsed?.searchParams.get('host')
  if (!parsed || !host?.startsWith('/')) return { url }
  parsed.searchParams.delete('host')
  return { url: parsed.href, host }
}

/** Any user could create the folder in /tmp first and listen there. So crm uses it only if it is private and ours. */
function refuseForeignFolder(folder: string, layout: Layout): void {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return
  // For a new home of root, the server's account owns the folder before there are data.
  const owners = [
    process.getuid?.(),
    accountFor(layout)?.uid,
    lstatSync(layout.data, { throwIfNoEntry: false })?.uid,
  ]
  if (found.isDirectory() && (found.mode & 0o077) === 0 && owners.includes(found.uid)) return
  refuse(
    `The socket folder ${folder} was not made by this crm, so it is not trusted.`,
    'Remove it, or choose a shorter CRM_HOME (up to 73 bytes).',
  )
}
