// Lets one crm process at a time create, start or stop the server of a home; the others wait and share it.
//
// The lock is a symbolic link whose target names its holder. One system call creates it with its content, so
// a full disk or a kill -9 leaves either no lock or a readable one, never a partial one.
// Correctness does not depend on the lock; it only avoids duplicate work. If two processes ever hold it (two
// containers on one folder), the rename of a finished cluster and PostgreSQL's own interlock still let only
// one succeed.

import {
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../kernel/errors.ts'
import { codeOf } from './failures.ts'
import { startTimeOf, isAlive, pidNamespace } from './processes.ts'

const POLL_MS = 20
const TIMEOUT_MS = 120_000
// A holder in another container, or in this one before its restart, cannot be looked up, so its lock expires
// after this time; creating and starting take about a second.
const STALE_MS = 10_000

/** Runs `work` while holding the lock at `file`. `onWait` is called once if it has to wait. */
export async function withLock<T>(file: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  const me = `${process.pid} ${startTimeOf(process.pid)} ${pidNamespace()} ${Math.random().toString(36).slice(2)}`
  await acquire(file, me, onWait)
  try {
    return await work()
  } finally {
    release(file, me)
  }
}

async function acquire(file: string, me: string, onWait?: () => void): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  for (let tries = 0; !take(file, me); tries++) {
    const holder = holderOf(file)
    if (holder !== null && isStale(file, holder)) {
      breakLock(file, holder)
      continue
    }
    if (performance.now() > until) giveUp(file, holder)
    if (tries === 0) onWait?.()
    await sleep(POLL_MS)
  }
}

function take(file: string, me: string): boolean {
  try {
    if (IS_WINDOWS) writeFileSync(file, me, { flag: 'wx' })
    else symlinkSync(me, file)
    return true
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false
    throw thrown
  }
}

function holderOf(file: string): string | null {
  try {
    return contentOf(file)
  } catch (thrown) {
    // Not a symbolic link, so it has no holder: it is from an old crm or a copied folder.
    return codeOf(thrown) === 'ENOENT' ? null : ''
  }
}

// On Windows links are for administrators: there the lock is a file, which is empty for a moment.
const IS_WINDOWS = process.platform === 'win32'
const contentOf = (file: string): string => (IS_WINDOWS ? readFileSync(file, 'utf8') : readlinkSync(file))
const EMPTY_MS = 2_000

function isStale(file: string, holder: string): boolean {
  if (IS_WINDOWS && holder === '' && ageOf(file) < EMPTY_MS) return false
  const [pid = '', birth = '', namespace = ''] = holder.split(' ')
  if (!/^\d+$/.test(pid)) return true
  if (namespace !== pidNamespace()) {
    return ageOf(file) > STALE_MS
  }
  return !isAlive(Number(pid)) || startTimeOf(Number(pid)) !== birth
}

// Renaming the stale lock is atomic, so only one of two processes that found it stale moves it. The other may
// then move a fresh lock; it notices by the name and puts it back.
function breakLock(file: string, holder: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    const moved = holderOf(aside)
    if (moved !== null && moved !== holder) take(file, moved)
    unlinkSync(aside)
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown
  }
}

function release(file: string, me: string): void {
  try {
    if (contentOf(file) === me) unlinkSync(file)
  } catch {
    // The lock is gone, or another process broke it and holds its own, which must not be removed.
  }
}

function giveUp(file: string, holder: string | null): never {
  fail(
    'database_unavailable',
    {
      reason: `Another crm (process ${holder?.split(' ')[0]}) has been starting the database for two minutes.`,
    },
    { hint: `If that process hangs, end it; the lock ${file} then frees itself.` },
  )
}

const ageOf = (file: string): number =>
  Math.abs(wallClock() - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))

// The wall clock of the file system, only compared with file times; never shown or stored.
function wallClock(): number {
  return performance.timeOrigin + performance.now()
}
