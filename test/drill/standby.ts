// A primary with a synchronous standby, of the programs that crm brings along, for the drill of promotion.
import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { connectForMaintenance, type Sql } from '../../core/database/connect.ts'
import { ensureServer, stopServer } from '../../core/database/embedded.ts'
import { accountFor, type Account } from '../../core/database/embedded/account.ts'
import { addressOf, layoutOf, type Address } from '../../core/database/embedded/address.ts'
import { runnableBinaries } from '../../core/database/embedded/binaries.ts'
import { ping } from '../../core/database/connect.ts'
import {
  dataArgument,
  launchOptions,
  programPath,
  type Binaries,
} from '../../core/database/embedded/program.ts'
import { settingArguments } from '../../core/database/embedded/settings.ts'
import { setTimeout as sleep } from 'node:timers/promises'

interface Server {
  address: Address
  child: ChildProcess
}

export interface Pair {
  primary: Address
  standby: Address
  /** `kill -9` of the primary; its processes end when they notice. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary; resolves when it takes writes. */
  promote(): Promise<void>
  close(): Promise<void>
}

const REPLICATING = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB', hot_standby: 'on' }

/** Starts both in homes under `folder`; what the primary acknowledges, the standby has on its disk. */
export async function openPair(folder: string): Promise<Pair> {
  const homes = [join(folder, 'one'), join(folder, 'two')] as const
  for (const home of homes) {
    await ensureServer(home)
    await stopServer(home)
    // The account of the standby goes through it to the primary's socket.
    chmodSync(home, 0o711)
  }
  const [one, two] = homes.map(layoutOf) as [ReturnType<typeof layoutOf>, ReturnType<typeof layoutOf>]
  const account = accountFor(one)
  const binaries = await runnableBinaries(one, account)
  const primary = await start(homes[0], binaries, account)
  const sql = connectForMaintenance(primary.address)
  await copyBase(sql, one.data, two.data, account)
  const standby = await start(homes[1], binaries, account, {
    primary_conninfo: `host=${primary.address.socketFolder} port=${primary.address.port} user=${primary.address.user} application_name=standby`,
  })
  await until(
    async () => (await sql`select 1 from pg_stat_replication where state = 'streaming'`).length === 1,
  )
  await sql`alter system set synchronous_standby_names = '*'`
  await sql`select pg_reload_conf()`
  await until(
    async () => (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 1,
  )
  await sql.end({ timeout: 5 })
  return {
    primary: primary.address,
    standby: standby.address,
    killPrimary: () => end(primary, 'SIGKILL'),
    promote: async () => {
      const other = connectForMaintenance(standby.address)
      await other`select pg_promote(true, 30)`.finally(() => other.end({ timeout: 5 }))
    },
    async close() {
      await Promise.all([end(primary, 'SIGKILL'), end(standby, 'SIGQUIT')])
    },
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await isSo()); await sleep(50))
    if (performance.now() - began > 40_000) throw new Error('The servers do not come up.')
}

/** A base backup as the server describes it: the files of a running server, and a label that says where its log begins. */
async function copyBase(sql: Sql, from: string, to: string, account: Account | null): Promise<void> {
  rmSync(to, { recursive: true })
  await sql`select pg_backup_start('drill', true)`
  cpSync(from, to, {
    recursive: true,
    filter: (file) => !/postmaster\.(?:pid|opts)$|pg_wal\/.+|pg_stat_tmp\/.+/.test(file),
  })
  const [stopped] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
  writeFileSync(join(to, 'backup_label'), stopped?.labelfile ?? '')
  writeFileSync(join(to, 'standby.signal'), '')
  mkdirSync(join(to, 'pg_wal', 'archive_status'), { recursive: true })
  if (account) give(to, account)
}

function give(entry: string, account: Account): void {
  lchownSync(entry, account.uid, account.gid)
  if (statSync(entry).isDirectory()) for (const name of readdirSync(entry)) give(join(entry, name), account)
}

async function start(
  home: string,
  binaries: Binaries,
  account: Account | null,
  more: Record<string, string> = {},
): Promise<Server> {
  const [layout, address] = [layoutOf(home), addressOf(home)]
  const settings = Object.entries({ ...REPLICATING, ...more }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const isInHome = address.socketFolder.startsWith(layout.root)
  const child = spawn(
    programPath(binaries, 'postgres'),
    [
      '-D',
      dataArgument(layout.data, account),
      ...settingArguments(address, isInHome, binaries.major),
      ...settings,
    ],
    { ...launchOptions(binaries, account, layout.data), stdio: 'ignore' },
  )
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The server of ${home} ended with ${child.exitCode}.`)
    return (await ping(address)) === 'ready'
  })
  return { address, child }
}

async function end({ child }: Server, how: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(how)
  await ended
}
