// The embedded PostgreSQL: one background server per home folder, on a private unix socket, shared by every
// crm process of that home, started by whoever needs it first.

import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { accountFor, type Account } from './embedded/account.ts'
import { addressOf, layoutOf, type Address, type Layout } from './embedded/address.ts'
import { installedBinaries, runnableBinaries } from './embedded/binaries.ts'
import { closeToOthers, hasCluster, makeCluster } from './embedded/cluster.ts'
import { codeOf, failFromSystem } from './embedded/failures.ts'
import { withLock } from './embedded/lock.ts'
import { trimLog } from './embedded/log.ts'
import { ping } from './embedded/ping.ts'
import { postmasterOf } from './embedded/processes.ts'
import { bringUp, failSilent, shutDown, type Plan } from './embedded/server.ts'

export { addressOf, splitSocketUrl, urlOf, type Address } from './embedded/address.ts'

interface EnsureOptions {
  /** Called with a sentence when a step begins that a person may wait for. */
  onProgress?: (sentence: string) => void
}

interface ServerStatus {
  running: boolean
  pid: number | null
  /** PostgreSQL's version, such as 18.4. */
  version: string
  dataFolder: string
  socketFolder: string
  logFile: string
}

/**
 * Makes sure that the server of `home` takes connections: makes it on first use (about 0.7 s), starts it if it
 * does not run (about 0.1 s), else only asks (2 ms). `started` says whether this call started it. Every failure
 * is `database_unavailable` with one sentence.
 */
export async function ensureServer(
  home: string,
  options: EnsureOptions = {},
): Promise<{ address: Address; started: boolean }> {
  const address = addressOf(home)
  const layout = layoutOf(home)
  try {
    if ((await ping(address)) === 'ready') {
      keepLogSmall(layout)
      return { address, started: false }
    }
    const account = accountFor(layout)
    makeFolders(layout, address, account)
    const started = await withLock(
      layout.lock,
      () => startUnlessReady(layout, address, account, options),
      () => options.onProgress?.('Waiting for another crm that is starting the database.'),
    )
    return { address, started }
  } catch (thrown) {
    return failFromSystem(thrown, layout.root)
  }
}

/** Stops the server of `home` and waits until it has ended; false when none ran. */
export async function stopServer(home: string): Promise<boolean> {
  const layout = layoutOf(home)
  try {
    if (!statSync(layout.data, { throwIfNoEntry: false })) return false
    return await withLock(layout.lock, async () => {
      const pid = postmasterOf(layout.data)
      if (pid === null) return false
      await shutDown(layout, pid)
      return true
    })
  } catch (thrown) {
    return failFromSystem(thrown, layout.root)
  }
}

/** What there is to know about the server of `home`, without starting or changing anything. */
export async function serverStatus(home: string): Promise<ServerStatus> {
  const layout = layoutOf(home)
  const address = addressOf(home)
  const running = (await ping(address)) === 'ready'
  return {
    running,
    pid: postmasterOf(layout.data),
    version: installedBinaries().version,
    dataFolder: layout.data,
    socketFolder: address.socketFolder,
    logFile: layout.log,
  }
}

async function startUnlessReady(
  layout: Layout,
  address: Address,
  account: Account | null,
  { onProgress }: EnsureOptions,
): Promise<boolean> {
  // Whoever held the lock before us has usually done it.
  const answer = await ping(address)
  if (answer === 'ready') return false
  if (answer === 'silent') failSilent(layout)
  const binaries = await runnableBinaries(layout, account)
  if (!hasCluster(layout, binaries, account)) {
    onProgress?.('Making the database (once, about a second).')
    await makeCluster(layout, address, binaries, account)
  }
  closeToOthers(layout.data)
  const plan: Plan = { layout, address, binaries, account }
  await bringUp(plan, () =>
    onProgress?.('Waiting for the database to start; it may be recovering from a crash.'),
  )
  return true
}

// Under root only the data and the socket belong to the account that runs PostgreSQL; it may pass through the
// folder above them (0711) but neither list nor change it, so nothing root writes there can be misdirected.
function makeFolders(layout: Layout, address: Address, account: Account | null): void {
  makeHome(layout.home)
  makeFolder(layout.root, account ? 0o711 : 0o700, null)
  makeFolder(address.socketFolder, 0o700, account)
}

// Not `recursive`: on a read-only disk Node 20 then reports ENOENT.
function makeHome(home: string): void {
  if (lstatSync(home, { throwIfNoEntry: false })) return
  if (path.dirname(home) !== home) makeHome(path.dirname(home))
  mkdirSync(home, { mode: 0o700 })
}

function makeFolder(folder: string, mode: number, owner: Account | null): void {
  try {
    mkdirSync(folder, { mode })
    // The umask may have taken bits away.
    chmodSync(folder, mode)
    if (owner) chownSync(folder, owner.uid, owner.gid)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST' || !lstatSync(folder).isDirectory()) throw thrown
  }
}

// The log is only a courtesy here: on a full or read-only disk the running server still serves.
function keepLogSmall(layout: Layout): void {
  try {
    trimLog(layout.log)
  } catch {
    return
  }
}
