// The embedded PostgreSQL: one background server per home folder, on a private unix socket, shared by every
// crm process of that home and started by the first one that needs it.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { POSTGRES_RELEASE } from '../version.ts'
import { accountFor, type Account } from './embedded/account.ts'
import { addressOf, layoutOf, type Address, type Layout } from './embedded/address.ts'
import { binariesIn, runnableBinaries } from './embedded/binaries.ts'
import { closeToOthers, hasCluster, isOwned, majorOf, makeCluster } from './embedded/cluster.ts'
import { fetchPackage, releaseOf } from './embedded/fetched.ts'
import { codeOf, failFromSystem } from './embedded/failures.ts'
import { clearLeftovers } from './embedded/leftovers.ts'
import { withLock } from './embedded/lock.ts'
import { trimLog } from './embedded/log.ts'
import { settleMove } from './embedded/moving.ts'
import { ping } from './embedded/ping.ts'
import {
  dropOldCopies,
  finishOldCopies,
  keepOldCopy,
  oldCopyOf,
  roomForCopy,
  unfinishedCopies,
} from './embedded/old-copy.ts'
import { leftPidOf, postmasterOf } from './embedded/processes.ts'
import { bringUp, failSilent, shutDown, type Plan } from './embedded/server.ts'

export { addressOf, splitSocketUrl, urlOf, type Address } from './embedded/address.ts'

interface EnsureOptions {
  /** Called with a message when a step begins that may take a while. */
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
 * Makes sure that the server of `home` accepts connections: creates it on first use (about 0.7 s), starts it
 * if it is not running (about 0.1 s), otherwise only pings it (2 ms). `started` tells whether this call
 * started it. Every failure is a `database_unavailable`.
 */
export async function ensureServer(
  home: string,
  options: EnsureOptions = {},
): Promise<{ address: Address; started: boolean }> {
  const address = addressOf(home)
  const layout = layoutOf(home)
  try {
    if ((await ping(address)) === 'ready') {
      trimServerLog(layout)
      return { address, started: false }
    }
    const account = accountFor(layout)
    makeFolders(layout, address, account)
    // The password may only now have been made.
    return await startAt(address.tcp ? addressOf(home) : address, layout, account, options)
  } catch (thrown) {
    return failFromSystem(thrown, layout.root)
  }
}

async function startAt(
  address: Address,
  layout: Layout,
  account: Account | null,
  options: EnsureOptions,
): Promise<{ address: Address; started: boolean }> {
  const started = await withLock(
    layout.lock,
    () => startUnlessReady(layout, address, account, options),
    () => options.onProgress?.('Waiting for another crm that is starting the database.'),
  )
  return { address, started }
}

/** Stops the server of `home` and waits for it to exit; false when none was running. */
export async function stopServer(home: string): Promise<boolean> {
  const layout = layoutOf(home)
  try {
    if (!statSync(layout.data, { throwIfNoEntry: false })) return false
    return await withLock(layout.lock, async () => {
      const pid = postmasterOf(layout.data)
      if (pid === null) return false
      await shutDown(layout, pid)
      dropOldCopies(layout)
      return true
    })
  } catch (thrown) {
    return failFromSystem(thrown, layout.root)
  }
}

/** The status of the server of `home`, without starting or changing anything. */
export async function serverStatus(home: string): Promise<ServerStatus> {
  const layout = layoutOf(home)
  const address = addressOf(home)
  const running = (await ping(address)) === 'ready'
  return {
    running,
    pid: postmasterOf(layout.data),
    version: POSTGRES_RELEASE.split('.').slice(0, 2).join('.'),
    dataFolder: layout.data,
    socketFolder: address.socketFolder,
    logFile: layout.log,
  }
}

/** Whether the server of `home` ended without being stopped, by `kill -9` or for lack of memory. */
export const wasKilled = (home: string): boolean => leftPidOf(layoutOf(home).data) !== null

/**
 * Runs `upgrade` over the running server of `home` while no other crm may start or stop it, after keeping a copy of the data
 * under the name that `copyName` gives: null says that there is nothing to upgrade (any more).
 */
export async function upgradeHome<T>(
  home: string,
  copyName: () => Promise<string | null>,
  upgrade: () => Promise<T>,
  options: EnsureOptions = {},
): Promise<T> {
  const layout = layoutOf(home)
  return withLock(layout.lock, async () => {
    const name = await copyName()
    if (name === null) return upgrade()
    await copyStopped(layout, name, options)
    await startUnlessReady(layout, addressOf(home), accountFor(layout), options)
    const done = await upgrade()
    finishOldCopies(layout)
    return done
  })
}

async function copyStopped(layout: Layout, name: string, { onProgress }: EnsureOptions): Promise<void> {
  // An upgrade that was killed halfway has copied what was there before it; half upgraded data are worth no copy.
  const first = unfinishedCopies(layout).find((kept) => kept !== oldCopyOf(layout, name))
  if (first)
    return onProgress?.(`The data as they were are in ${first} already, and stay until crm is next stopped.`)
  try {
    const room = roomForCopy(layout)
    const pid = postmasterOf(layout.data)
    if (pid !== null) await shutDown(layout, pid)
    keepOldCopy(layout, name)
    onProgress?.(
      `The data as they were (${room}) stay in ${oldCopyOf(layout, name)} until crm is next stopped.`,
    )
  } catch (thrown) {
    failFromSystem(thrown, layout.root)
  }
}

/** Whether a copy is kept in `home` of an upgrade of which nobody has noted that it is finished. */
export const isUpgrading = (home: string): boolean => unfinishedCopies(layoutOf(home)).length > 0

/** Notes that the data of `home` are those of this version: a crm that was killed at the end of an upgrade did not come to it. */
export const finishUpgrades = (home: string): void => finishOldCopies(layoutOf(home))

/** Removes the copies that finished upgrades left in `home`, after crm was stopped cleanly. */
export function forgetOldCopies(home: string): void {
  try {
    dropOldCopies(layoutOf(home))
  } catch {
    // They only take space; the next stop tries again.
  }
}

async function startUnlessReady(
  layout: Layout,
  address: Address,
  account: Account | null,
  { onProgress }: EnsureOptions,
): Promise<boolean> {
  // The previous lock holder has usually started it already.
  const answer = await ping(address)
  if (answer === 'ready') return false
  if (answer === 'silent') failSilent(layout)
  const binaries = await runnableBinaries(layout, account)
  await settleMove(layout)
  const major = majorOf(layout)
  if (major < binaries.major) await moveFrom(major, { layout, address, binaries, account }, onProgress)
  if (!hasCluster(layout, binaries, account)) {
    onProgress?.('Creating the database (once, a few seconds).')
    await makeCluster(layout, address, binaries, account)
  }
  clearLeftovers(layout, binaries)
  closeToOthers(layout.data)
  const plan: Plan = { layout, address, binaries, account }
  await bringUp(plan, () =>
    onProgress?.('Waiting for the database to start; it may be recovering from a crash.'),
  )
  return true
}

/** Moves data that an earlier major version of PostgreSQL made. */
async function moveFrom(major: number, plan: Plan, onProgress: EnsureOptions['onProgress']): Promise<void> {
  const release = releaseOf(major)
  if (release === null) return
  const { layout, account } = plan
  isOwned(layout, account)
  const why = `The data in ${layout.data} were made by PostgreSQL ${major}, this crm has ${plan.binaries.major}, and moving them takes the programs of both.`
  const fetched = binariesIn(await fetchPackage(layout, release, why))
  const binaries = await runnableBinaries(layout, account, fetched)
  const { moveData } = await import('./embedded/new-major.ts')
  await moveData({ ...plan, binaries }, { ensureServer, stopServer }, onProgress)
}

// For root, only the data and the socket belong to the account that runs PostgreSQL. That account may
// traverse the folder above them (0711) but not list or change it, so it cannot redirect what root writes
// there.
function makeFolders(layout: Layout, address: Address, account: Account | null): void {
  makeHome(layout.home)
  makeFolder(layout.root, account ? 0o711 : 0o700, null)
  makeFolder(address.socketFolder, 0o700, account)
  if (address.tcp) makePassword(layout)
}

// Whoever comes first makes it; it is never changed.
function makePassword({ password }: Layout): void {
  if (lstatSync(password, { throwIfNoEntry: false })) return
  const making = `${password}.${process.pid}`
  writeFileSync(making, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  try {
    // Complete or absent, and only once.
    linkSync(making, password)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  } finally {
    rmSync(making, { force: true })
  }
}

// Node 20: with `recursive` it reports ENOENT on a read-only disk.
function makeHome(home: string): void {
  if (lstatSync(home, { throwIfNoEntry: false })) return
  if (path.dirname(home) !== home) makeHome(path.dirname(home))
  makeUnlessThere(home, () => mkdirSync(home, { mode: 0o700 }))
}

function makeFolder(folder: string, mode: number, owner: Account | null): void {
  makeUnlessThere(folder, () => {
    mkdirSync(folder, { mode })
    // The umask may have cleared some bits.
    chmodSync(folder, mode)
    if (owner) chownSync(folder, owner.uid, owner.gid)
  })
}

// Several first starts make the folders at the same time, before any of them can take the lock that is in there.
function makeUnlessThere(folder: string, make: () => void): void {
  try {
    make()
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST' || !lstatSync(folder).isDirectory()) throw thrown
  }
}

// Trimming the log is best effort: on a full or read-only disk the running server still works.
function trimServerLog(layout: Layout): void {
  try {
    trimLog(layout.log)
  } catch {
    return
  }
}
