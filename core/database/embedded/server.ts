// Starts and stops the server process, whatever the previous one left behind.

import { spawn } from 'node:child_process'
import { closeSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, uptimeMs } from '../../kernel/clock.ts'
import { ping } from '../connect.ts'
import type { Account } from './account.ts'
import { socketFileOf, type Address, type Layout } from './address.ts'
import {
  type Binaries,
  dataArgument,
  failNotRunnable,
  launchOptions,
  programPath,
  runProgram,
} from './program.ts'
import { codeOf, failFromLog, refuse } from './failures.ts'
import { openLog, readLogSince } from './log.ts'
import { isOverdue, tellsWait, type Tell } from './lock.ts'
import { isAlive, isPaused, postmasterOf, readOrEmpty, saysReady } from './processes.ts'
import { settingArguments } from './settings.ts'

export interface Plan {
  layout: Layout
  address: Address
  binaries: Binaries
  account: Account | null
}

const POLL_MS = 5
/** How long to wait for a server that starts, recovers or pauses. Commands have shorter timeouts of their own. */
const START_MS = 2 * MINUTE_MS
/** How many times to try to start a server that is killed while it starts. */
const MOST_TRIES = 5

type Attempt = Awaited<ReturnType<typeof launchOnWindows>>

/** Starts the server if needed, under the lock. Returns whether it did. Calls `tell` if it has to wait. */
export async function bringUp(plan: Plan, tell: Tell = () => {}): Promise<boolean> {
  const { data, root, log } = plan.layout
  const began = uptimeMs()
  let attempt: Attempt | null = null
  let tries = 0
  const tellWait = tellsWait(tell)
  while (uptimeMs() - began < START_MS) {
    const pid = postmasterOf(data)
    // A ping costs a server process, and a line in the log if the server is not ready. Reading the pid file costs neither.
    const answer = pid === null || saysReady(data) ? await ping(plan.address) : 'starting'
    if (answer === 'ready') return tries > 0
    if (answer === 'empty') failWithoutDatabase(plan)
    if (pid !== null) {
      if (answer === 'absent' && hasLostSocket(plan.layout, pid)) await shutDown(plan.layout, pid)
    } else if (!attempt) {
      attempt = await launch(plan)
      tries += 1
    } else if (attempt.hasEnded()) {
      if (!mayTryAgain(attempt, tries)) failFromLog(attempt.words(), plan.layout)
      attempt = null
      await sleep(50)
    }
    tellWait(
      answer === 'silent' ? 'Waiting for the database, which pauses.' : 'Waiting for the database to start.',
    )
    await sleep(POLL_MS)
  }
  refuse(
    `The database in ${root}${whichIs(postmasterOf(data))} has not answered within ${START_MS / MINUTE_MS} minutes.`,
    `It may be recovering from a crash, or be paused: the log is ${log}. Try again, or end that process.`,
  )
}

const whichIs = (pid: number | null): string => (pid === null ? '' : ` (process ${pid})`)

// A ready server always has its socket, unless somebody deleted the file.
const hasLostSocket = ({ data }: Layout, pid: number): boolean =>
  postmasterOf(data) === pid && saysReady(data)

/** Stops the server: cancels running queries, keeps committed data, and waits until it has ended. A slow disk takes minutes. */
export async function shutDown(layout: Layout, pid: number, tell: Tell = () => {}): Promise<void> {
  if (process.platform === 'win32') await stopOnWindows(layout)
  else signal(pid, layout)
  const began = uptimeMs()
  let lastRunMs = began
  const tellWait = tellsWait(tell)
  while (!isOverdue(uptimeMs() - began, uptimeMs() - lastRunMs)) {
    if (!isAlive(pid) || postmasterOf(layout.data) !== pid) return
    if (!isPaused(pid)) lastRunMs = uptimeMs()
    tellWait('Waiting for the database to stop.')
    await sleep(POLL_MS)
  }
  refuse(
    `The database (process ${pid}) has not stopped within ${uptimeMs() - began < 2 * MINUTE_MS ? 'a minute' : 'ten minutes'}.`,
    `It may be paused or writing to a slow disk: try again. What is saved is safe, also if you end it: kill -9 ${pid}`,
  )
}

// On Windows a signal ends a process without a shutdown, as kill -9 does.
async function stopOnWindows(layout: Layout): Promise<void> {
  const started = readOrEmpty(path.join(layout.data, 'postmaster.opts'))
  const native = /^"?(.*?)[\\/]bin[\\/]postgres/.exec(started)?.[1]
  if (!native) return
  const control = path.join(native, 'bin', 'pg_ctl.exe')
  await runProgram(control, ['stop', '-D', layout.data, '-m', 'fast', '-w'], { windowsHide: true })
}

function signal(pid: number, layout: Layout): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (thrown) {
    if (codeOf(thrown) === 'ESRCH') return
    refuse(
      `The database of ${layout.home} (process ${pid}) belongs to another user.`,
      'Run the command as that user.',
      thrown,
    )
  }
}

// Starts the server in a session of its own, so that neither Ctrl-C nor closing the terminal stops it.
async function launch({ layout, address, binaries, account }: Plan): Promise<Attempt> {
  removeStaleFiles(layout, address)
  if (process.platform === 'win32') return launchOnWindows({ layout, address, binaries, account })
  const { descriptor, from } = openLog(layout.log)
  const isInHome = path.dirname(address.socketFolder) === layout.root
  const settings = settingArguments(address, isInHome, binaries.major)
  const args = ['-D', dataArgument(layout.data, account), ...settings]
  const options = launchOptions(binaries, account, layout.data)
  try {
    const stdio = ['ignore' as const, descriptor, descriptor]
    const child = spawn(programPath(binaries, 'postgres'), args, { ...options, detached: true, stdio })
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    return {
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      wasKilled: () => child.signalCode !== null,
      words: () => readLogSince(layout.log, from),
    }
  } catch (thrown) {
    return failNotRunnable(thrown)
  } finally {
    closeSync(descriptor)
  }
}

// On Windows pg_ctl drops administrator rights, as PostgreSQL requires, and waits until the server is ready.
async function launchOnWindows({ layout, address, binaries, account }: Plan) {
  const settings = settingArguments(address, true, binaries.major).map((word) => `"${word}"`)
  const args = ['start', '-D', layout.data, '-l', layout.log, '-w', '-t', String(START_MS / 1000), '-o']
  const options = launchOptions(binaries, account, layout.data)
  const program = programPath(binaries, 'pg_ctl')
  const { code, output } = await runProgram(program, [...args, settings.join(' ')], options)
  return {
    hasEnded: () => code !== 0,
    wasKilled: () => false,
    words: () => `${output}\n${readOrEmpty(layout.log).slice(-32_768)}`,
  }
}

// PostgreSQL takes any live process with the recorded pid for its predecessor, which is often wrong after a reboot. `bringUp` has
// checked that no process uses this folder, and the shared memory check would still stop a second server.
function removeStaleFiles(layout: Layout, address: Address): void {
  rmSync(path.join(layout.data, 'postmaster.pid'), { force: true })
  rmSync(`${socketFileOf(address)}.lock`, { force: true })
}

// Another try may work in three cases: children of a killed server still hold its shared memory, a server of another container was
// first, or a signal ended the program. In the last case, the log has no error.
const mayTryAgain = (attempt: Attempt, tries: number): boolean => {
  const words = attempt.words()
  if (/pre-existing shared memory block|lock file "[^"]*" already exists/.test(words)) return true
  // Processes of a killed server may still write while the next server recovers.
  const isShared = /could not create file "[^"]*": File exists/.test(words)
  return tries < MOST_TRIES && (attempt.wasKilled() || isShared || !/\b(?:FATAL|PANIC|ERROR):/.test(words))
}

function failWithoutDatabase({ address, layout }: Plan): never {
  refuse(
    `The server in ${layout.data} has no database “${address.database}”.`,
    `Make it again: psql '${address.socketFolder}' -c 'create database ${address.database}', then restore a backup.`,
  )
}
