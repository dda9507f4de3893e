// Creates, starts, upgrades, moves, stops and restores the PostgreSQL of a home. It is a background server on a private unix socket,
// which all crm processes of the home share. Each step holds one lock (lock.ts) and has its state in one file (state.ts). If a
// process dies, the next one finishes its step.

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, lchownSync, lstatSync, writeFileSync } from 'node:fs'
import { POSTGRES_RELEASE } from '../version.ts'
import { ping } from './connect.ts'
import { isLost, retried } from './retry.ts'
import { accountFor, type Account } from './embedded/account.ts'
import { addressOf, layoutOf, type Address, type Layout } from './embedded/address.ts'
import { binariesIn, runnableBinaries } from './embedded/binaries.ts'
import { closeToOthers, hasCluster, requireOwner, majorOf, makeCluster } from './embedded/cluster.ts'
import { clearLeftovers, copiesIn, copyOf, dropCopies, settleMove } from './embedded/copies.ts'
import { failFromSystem, refuse, refuseSmallFiles } from './embedded/failures.ts'
import { fetchPackage, releaseOf } from './embedded/fetched.ts'
import { holderOf, withLock, type Tell } from './embedded/lock.ts'
import { trimLog } from './embedded/log.ts'
import { leftPidOf, postmasterOf } from './embedded/processes.ts'
import { bringUp, shutDown, type Plan } from './embedded/server.ts'
import { doingOf, enter, isUnfinished, readState, settle, type State } from './embedded/state.ts'
import { makeFolder } from '../kernel/make-folder.ts'
import { quietly } from '../kernel/errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'

export { addressOf, splitSocketUrl, urlOf, type Address } from './embedded/address.ts'

/** `known`: the newest schema of this crm. `find`: the database's schema. `run`: migrates it, and returns the names of the steps. */
export interface Upgrade {
  known: number
  find(): Promise<number>
  run(): Promise<string[]>
}

interface EnsureOptions {
  onProgress?: Tell | undefined
  upgrade?: Upgrade
}

interface LockedHome {
  layout: Layout
  address: Address
  account: Account | null
  tell: Tell
}

/** Creates the home (about 0.7 s) or starts its server (0.1 s) if needed. Finishes a step that was interrupted. */
export const ensureServer = (home: string, { onProgress, upgrade }: EnsureOptions = {}) =>
  holding(home, onProgress, (held) => bring(held, upgrade))

/** Stops the server, after finishing the step of a process that died. Returns false if no server was running. */
export async function stopServer(home: string, options: EnsureOptions = {}): Promise<boolean> {
  if (!existsSync(layoutOf(home).root)) return false
  return holding(home, options.onProgress, async (held) => {
    const { layout } = held
    const pid = postmasterOf(layout.data)
    if (pid !== null) {
      if (options.upgrade && isUnfinished(readState(layout))) await bring(held, options.upgrade)
      // crm can stop the server even on a read-only or full disk.
      if (!isUnfinished(readState(layout))) quietly(() => enter(layout, 'stopping'))
      await shutDown(layout, pid, held.tell)
    }
    const state = readState(layout)
    if (state === 'absent' || (isUnfinished(state) && state !== 'stopping')) return pid !== null
    settle(layout, 'stopped')
    dropCopies(layout)
    clearLeftovers(layout)
    return pid !== null
  })
}

/** Runs a restore on the running server of `home`. The lock keeps others from starting, stopping or restoring it meanwhile. */
export const restoreHome = <T>(
  home: string,
  upgrade: Upgrade,
  restore: () => Promise<T>,
  onProgress?: Tell,
) =>
  holding(home, onProgress, async (held) => {
    await bring(held, upgrade)
    enter(held.layout, 'restoring')
    try {
      return await restore()
    } finally {
      // A restore that failed changed nothing. So in both cases the home is ready once the data are migrated.
      await upgrade.run().then(
        () => settle(held.layout, 'ready'),
        () => undefined,
      )
    }
  })

/** The state of `home` and of its server. Starts and changes nothing. */
export async function serverStatus(home: string) {
  const layout = layoutOf(home)
  const address = addressOf(home)
  const pid = postmasterOf(layout.data)
  const answer = await ping(address)
  const running = answer === 'ready' || (answer === 'silent' && pid !== null)
  const by = holderOf(layout.lock)
  const state = readState(layout)
  const resting = state === 'absent' ? 'absent' : running ? 'ready' : 'stopped'
  // PostgreSQL rolls back a restore that was killed, so nothing is left to finish.
  const isUndone = state === 'restoring' && by === null
  return {
    state: isUnfinished(state) && !isUndone ? state : resting,
    /** The process that holds the lock. Null beside an unfinished state means that it died: the next command finishes its step. */
    by,
    running,
    pid,
    version: POSTGRES_RELEASE.split('.').slice(0, 2).join('.'),
    dataFolder: layout.data,
    socketFolder: address.socketFolder,
    logFile: layout.log,
  }
}

/** A state in words: “upgrading (process 4711)”. */
export const stateWords = ({ state, by }: { state: State; by: number | null }): string => {
  if (!isUnfinished(state)) return state
  return by === null ? `${state} (interrupted: the next command finishes it)` : `${state} (process ${by})`
}

/** Whether the server ended without a stop: by `kill -9`, or for lack of memory. */
export function wasKilled(home: string): boolean {
  const layout = layoutOf(home)
  return leftPidOf(layout.data) !== null && readState(layout) !== 'stopped'
}

/** Removes the copies that finished upgrades left, after a gateway has stopped cleanly. */
export const forgetOldCopies = async (home: string): Promise<void> => {
  if (!copiesIn(layoutOf(home)).length) return
  await holding(home, undefined, async ({ layout }) => {
    if (!isUnfinished(readState(layout))) dropCopies(layout)
  }).catch(() => undefined) // The copies only take space; the next stop tries again.
}

/** Runs `work` under the lock. If the server is killed meanwhile, runs it again. */
async function holding<T>(home: string, tell: Tell = () => {}, work: (held: LockedHome) => Promise<T>) {
  const layout = layoutOf(home)
  try {
    makeFolder(layout.root)
    return await withLock(layout.lock, { tell, doing: () => doingOf(layout) }, () =>
      retried(MOST_TRIES, isLost, () => {
        const [account, address] = [accountFor(layout), addressOf(home)]
        makeFolders(layout, address, account)
        // Read the address again: the password may be new.
        return work({ layout, address: address.tcp ? addressOf(home) : address, account, tell })
      }),
    )
  } catch (thrown) {
    return failFromSystem(thrown, layout.root)
  }
}

const MOST_TRIES = 5

async function bring(held: LockedHome, upgrade?: Upgrade) {
  const { layout, address } = held
  const found = readState(layout)
  const started = await start(held)
  if (!started) quietly(() => trimLog(layout.log))
  // Without an upgrade, the caller manages the schema.
  const applied = upgrade ? await bringUpToDate(held, upgrade) : []
  if (upgrade || found === 'absent' || !['creating', 'upgrading'].includes(found)) settle(layout, 'ready')
  return { address, started, applied }
}

async function start(held: LockedHome): Promise<boolean> {
  const { layout, address, account, tell } = held
  const pid = postmasterOf(layout.data)
  // Only during a move can this be a server of the old version.
  if (pid !== null && readState(layout) === 'moving') await shutDown(layout, pid)
  else if (pid !== null && (await ping(address)) === 'ready') return false
  refuseSmallFiles()
  const binaries = await runnableBinaries(layout, account)
  const plan: Plan = { layout, address, binaries, account }
  if (postmasterOf(layout.data) === null) await prepare(plan, tell)
  return bringUp(plan, tell)
}

async function prepare(plan: Plan, tell: Tell): Promise<void> {
  const { layout, binaries, account } = plan
  await settleMove(layout)
  const major = majorOf(layout)
  if (major < binaries.major) await moveFrom(major, plan, tell)
  if (readState(layout) === 'moving') settle(layout, 'ready')
  if (!hasCluster(layout, binaries, account)) {
    enter(layout, 'creating')
    tell('Creating the database (once, a few seconds).')
    await makeCluster(plan)
  }
  clearLeftovers(layout, binaries)
  closeToOthers(layout.data)
}

async function moveFrom(major: number, plan: Plan, tell: Tell): Promise<void> {
  const release = releaseOf(major)
  if (release === null) return
  const { layout, account } = plan
  requireOwner(layout, account)
  const why = `The data in ${layout.data} were made by PostgreSQL ${major}, this crm has ${plan.binaries.major}, and moving them takes the programs of both.`
  const fetched = binariesIn(await fetchPackage(layout, release, why))
  const binaries = await runnableBinaries(layout, account, fetched)
  const { moveData } = await import('./embedded/new-major.ts')
  await moveData({ ...plan, binaries }, plan, tell)
}

/** Migrates the data, after a backup. A new home has no data to back up. */
async function bringUpToDate(held: LockedHome, { known, find, run }: Upgrade): Promise<string[]> {
  const { layout, tell } = held
  const found = await find()
  if (found < known && (found === 0 || readState(layout) === 'creating')) enter(layout, 'creating')
  else if (found < known && readState(layout) !== 'upgrading') {
    tell(`Upgrading the data in ${layout.home} from schema ${found} to ${known}.`)
    const { writeBackup } = await import('./backup.ts')
    const file = `${copyOf(layout, `schema-${found}`)}.crm`
    await writeBackup(held.address, file)
    tell(`A backup of the old data is ${file}. “crm db stop” deletes it.`)
    enter(layout, 'upgrading')
  } else if (found < known) {
    // An earlier upgrade may have left another copy, so this names the last one.
    const copies = copiesIn(layout)
      .filter((copy) => copy.startsWith(copyOf(layout, 'schema-')))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    if (copies.length) tell(`The data as they were are in ${copies.at(-1)} already.`)
  }
  return run()
}

// For root, the account that runs PostgreSQL owns only the data and the socket. It may enter the folder above them (0711), but
// not list or change it, so it cannot redirect what root writes there. The mode is set again, because the umask may
// have removed bits, or a first start may have died between these calls.
function makeFolders(layout: Layout, { socketFolder, tcp }: Address, account: Account | null): void {
  if (readState(layout) === 'absent') chmodSync(layout.root, account ? 0o711 : 0o700)
  makeFolder(socketFolder)
  const made = lstatSync(socketFolder)
  if (!made.isDirectory())
    refuse(`The socket folder ${socketFolder} is a link or a file.`, 'Remove it and start again.')
  if (account && made.uid !== account.uid) lchownSync(socketFolder, account.uid, account.gid)
  if (tcp && !existsSync(layout.password))
    writeFileSync(layout.password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
}

const LOOK_MS = 200
// The pause before the next try, so that a server that cannot start does not fill the log.
const PAUSE_MS = 15 * SECOND_MS

/** Until `stop` is called, restarts the server of `home` whenever it was killed. A server that `crm db stop` ended stays stopped. */
export function superviseServer(home: string, log: Log): { stop(): void } {
  const stopping = new AbortController()
  const look = async (): Promise<number> => {
    if (!wasKilled(home)) return LOOK_MS
    try {
      const { started } = await ensureServer(home)
      if (started) log.error({ home }, 'The database had been killed and was started again.')
      return started ? LOOK_MS : PAUSE_MS
    } catch (error) {
      log.error({ home, error }, 'The database was killed and cannot be started again.')
      return PAUSE_MS
    }
  }
  const watch = async (): Promise<void> => {
    const { signal } = stopping
    for (let pauseMs = LOOK_MS; !signal.aborted; pauseMs = await look())
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
  void watch()
  return { stop: () => stopping.abort() }
}
