// Starts and stops the server process, whatever state the previous one left behind.

import { spawn } from 'node:child_process'
import { closeSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../kernel/errors.ts'
import type { Account } from './account.ts'
import { socketFileOf, type Address, type Layout } from './address.ts'
import type { Binaries } from './program.ts'
import { codeOf, failFromLog } from './failures.ts'
import { openLog, readLogSince } from './log.ts'
import { ping } from './ping.ts'
import { isAlive, postmasterOf, readOrEmpty, saysReady } from './processes.ts'
import { dataArgument, failNotRunnable, launchOptions, programPath, runProgram } from './program.ts'
import { settingArguments } from './settings.ts'

/** What is needed to start the server. */
export interface Plan {
  layout: Layout
  address: Address
  binaries: Binaries
  account: Account | null
}

const POLL_MS = 5
// Replaying the 256 MB of WAL that the settings allow takes seconds; this leaves time for a slow disk.
const START_MS = 120_000
const STOP_MS = 60_000
// A server opens its socket within milliseconds. One that has had none for this long has lost it (deleted by
// a cleanup).
const UNREACHABLE_MS = 2_000

interface Attempt {
  hasEnded: () => boolean
  words: () => string
}

/**
 * Returns when the server of the plan accepts connections, after starting it if necessary. The caller holds
 * the lock. `onRecovery` is called once when the start takes over a second, which means crash recovery.
 */
export async function bringUp(plan: Plan, onRecovery?: () => void): Promise<void> {
  const { data, root } = plan.layout
  const began = performance.now()
  let attempt: Attempt | null = null
  let lastSeen = began
  let isTold = false
  while (performance.now() - began < START_MS) {
    const pid = postmasterOf(data)
    // A ping costs a server process and, until the server is ready, a line in its log; reading the pid file
    // costs neither.
    if (pid === null || saysReady(data)) {
      if (await isReady(plan)) return
    } else {
      lastSeen = performance.now()
    }
    if (pid !== null) {
      if (performance.now() - lastSeen > UNREACHABLE_MS) await shutDown(plan.layout, pid)
    } else if (!attempt) {
      attempt = await launch(plan)
      lastSeen = performance.now()
    } else if (attempt.hasEnded()) {
      if (!isTransient(attempt.words())) failFromLog(attempt.words(), plan.layout)
      attempt = null
      await sleep(50)
    }
    if (!isTold && performance.now() - began > 1000) {
      isTold = true
      onRecovery?.()
    }
    await sleep(POLL_MS)
  }
  fail(
    'database_unavailable',
    { reason: `The database in ${root} has not started within ${START_MS / 1000} seconds.` },
    { hint: `It may still be recovering from a crash. Try again; the log is ${plan.layout.log}.` },
  )
}

async function isReady(plan: Plan): Promise<boolean> {
  const answer = await ping(plan.address)
  if (answer === 'empty') failWithoutDatabase(plan)
  if (answer === 'silent') failSilent(plan.layout)
  return answer === 'ready'
}

/** Fast shutdown: running queries are cancelled, committed data is kept. Waits for the server to exit. */
export async function shutDown(layout: Layout, pid: number): Promise<void> {
  if (process.platform === 'win32') await stopOnWindows(layout)
  else signal(pid, layout)
  const until = performance.now() + STOP_MS
  while (performance.now() < until) {
    if (!isAlive(pid) || postmasterOf(layout.data) !== pid) return
    await sleep(POLL_MS)
  }
  fail(
    'database_unavailable',
    { reason: `The database (process ${pid}) has not stopped within ${STOP_MS / 1000} seconds.` },
    { hint: `It may be writing to a slow disk. Try again; the log is ${layout.log}.` },
  )
}

// A signal would end it there as kill -9 does.
async function stopOnWindows(layout: Layout): Promise<void> {
  const native = readOrEmpty(path.join(layout.data, 'postmaster.opts')).match(
    /^"?(.*?)[\\/]bin[\\/]postgres/,
  )?.[1]
  if (!native) return
  const control = path.join(native, 'bin', 'pg_ctl.exe')
  await runProgram(control, ['stop', '-D', layout.data, '-m', 'fast', '-w'], { windowsHide: true })
}

function signal(pid: number, layout: Layout): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (thrown) {
    if (codeOf(thrown) === 'ESRCH') return
    fail(
      'database_unavailable',
      { reason: `The database of ${layout.home} (process ${pid}) belongs to another user.` },
      { hint: 'Run the command as that user.', cause: thrown },
    )
  }
}

// Run it in its own session, so that neither Ctrl-C nor closing the terminal stops it.
async function launch({ layout, address, binaries, account }: Plan): Promise<Attempt> {
  removeStaleNames(layout, address)
  if (process.platform === 'win32') return launchOnWindows({ layout, address, binaries, account })
  const { descriptor, from } = openLog(layout.log)
  const isInHome = path.dirname(address.socketFolder) === layout.root
  const args = [
    '-D',
    dataArgument(layout.data, account),
    ...settingArguments(address, isInHome, binaries.major),
  ]
  const options = launchOptions(binaries, account, layout.data)
  try {
    const stdio = ['ignore' as const, descriptor, descriptor]
    const child = spawn(programPath(binaries, 'postgres'), args, { ...options, detached: true, stdio })
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
    return { hasEnded, words: () => readLogSince(layout.log, from) }
  } catch (thrown) {
    return failNotRunnable(thrown)
  } finally {
    closeSync(descriptor)
  }
}

// There pg_ctl gives up an administrator's rights first, which PostgreSQL insists on, and waits until the server is ready.
async function launchOnWindows({ layout, address, binaries, account }: Plan): Promise<Attempt> {
  const settings = settingArguments(address, true, binaries.major).map((word) => `"${word}"`)
  const args = ['start', '-D', layout.data, '-l', layout.log, '-w', '-t', String(START_MS / 1000), '-o']
  const options = launchOptions(binaries, account, layout.data)
  const { code, output } = await runProgram(
    programPath(binaries, 'pg_ctl'),
    [...args, settings.join(' ')],
    options,
  )
  return { hasEnded: () => code !== 0, words: () => `${output}\n${readOrEmpty(layout.log).slice(-32_768)}` }
}

// PostgreSQL assumes that any live process with the recorded pid is its predecessor, which is often wrong
// after a reboot. We just established that no process has this folder open, and the shared memory check would
// still stop a second server.
function removeStaleNames(layout: Layout, address: Address): void {
  rmSync(path.join(layout.data, 'postmaster.pid'), { force: true })
  rmSync(`${socketFileOf(address)}.lock`, { force: true })
}

// After a kill -9 the children of the dead server hold its shared memory until they notice; and a server that
// started without our lock (two containers on one folder) may have been first.
function isTransient(words: string): boolean {
  return /pre-existing shared memory block|lock file "[^"]*" already exists/.test(words)
}

function failWithoutDatabase({ address, layout }: Plan): never {
  fail(
    'database_unavailable',
    { reason: `The server in ${layout.data} has no database “${address.database}”.` },
    {
      hint: `Make it again: psql '${address.socketFolder}' -c 'create database ${address.database}', then restore a backup.`,
    },
  )
}

/** Throws that a server listens but does not respond. */
export function failSilent(layout: Layout): never {
  const pid = readOrEmpty(path.join(layout.data, 'postmaster.pid')).split('\n')[0]
  fail(
    'database_unavailable',
    { reason: `The database (process ${pid}) is running but does not answer.` },
    { hint: 'It may be stopped or the machine overloaded. Try again, or end that process.' },
  )
}
