// PgBouncer in transaction mode before the database of a test, with the settings it comes with; where it is installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../core/database/embedded.ts'
import { openProxy } from './proxy.ts'

/** Another binary than the installed one: PGBOUNCER=/path/to/pgbouncer. */
const BINARY = process.env['PGBOUNCER'] ?? 'pgbouncer'

/** Whether PgBouncer can be started. */
export const hasPooler = (): boolean => spawnSync(BINARY, ['--version']).status === 0

export interface Pooler {
  /** The URL of a database through the pooler. */
  urlOf(database: string): string
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Where the server listens: a socket that only this process may open, or an address. */
type Upstream = Address & { host?: string }

/** Starts a pooler with few connections to the server, so that every session is soon another client's. */
export async function openPooler(address: Upstream, settings: Record<string, string> = {}): Promise<Pooler> {
  const proxy = address.host ? undefined : await openProxy(address)
  const folder = mkdtempSync(join(tmpdir(), 'crm-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: 5,
    max_client_conn: 1000,
    ...settings,
  }
  writeFileSync(join(folder, 'users.txt'), `"${address.user}" ""\n`)
  writeFileSync(
    join(folder, 'pooler.ini'),
    `[databases]\n* = host=${address.host ?? '127.0.0.1'} port=${proxy ? new URL(proxy.url).port : address.port}\n[pgbouncer]\n${Object.entries(
      all,
    )
      .map(([key, value]) => `${key} = ${value}\n`)
      .join('')}`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(BINARY, [...user, join(folder, 'pooler.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => void (said = (said + String(chunk)).slice(-4_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!/process up/.test(said)) {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start: ${said}`)
    await sleep(20)
  }
  return {
    urlOf: (database) => `postgres://${address.user}@127.0.0.1:${port}/${database}`,
    async close() {
      child.kill('SIGKILL')
      await ended
      await proxy?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
