// Finds out whether the process of a pid file still runs. After a crash or reboot, another program may have its pid.

import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { quietly } from '../../kernel/errors.ts'
import { codeOf } from './failures.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EPERM') return false
  }
  // A zombie keeps its pid until its parent collects it. PID 1 of a container often never does.
  return !['Z', 'X'].includes(statFields(pid)[0] ?? '')
}

/** Whether a signal or a debugger has paused a process. */
export const isPaused = (pid: number): boolean => /^t$/i.test(statFields(pid)[0] ?? '')

/** Distinguishes processes with the same pid; '' if unknown. On Linux it includes the boot id, because times count from the boot. */
export function startTimeOf(pid: number): string {
  const ticks = statFields(pid)[19]
  if (ticks) return `${ticks}-${readOrEmpty('/proc/sys/kernel/random/boot_id').trim()}`
  if (process.platform === 'linux' || process.platform === 'win32') return ''
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return (ps.stdout ?? '').trim().replaceAll(/\s+/g, '-')
}

// The fields from the state on. They follow the process name in parentheses, which may itself contain parentheses.
function statFields(pid: number): string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

export const pidNamespace = (): string => quietly(() => readlinkSync('/proc/self/ns/pid')) ?? ''

/** The pid of the server that uses this data folder, or null. Ignores a postmaster.pid of a dead server. */
export function postmasterOf(data: string): number | null {
  const pid = pidIn(data)
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return null
  return worksIn(pid, data) ? pid : null
}

/** The pid in the postmaster.pid of a dead server, or null. A server that stops cleanly removes the file. */
export function leftPidOf(data: string): number | null {
  const pid = pidIn(data)
  return pid > 0 && !isAlive(pid) ? pid : null
}

const pidIn = (data: string): number => Number.parseInt(readOrEmpty(path.join(data, 'postmaster.pid')), 10)

/** Whether postmaster.pid of this data folder reports that the server is ready, neither starting nor stopping. */
export const saysReady = (data: string): boolean =>
  readOrEmpty(path.join(data, 'postmaster.pid')).split('\n')[7]?.trim() === 'ready'

// The working folder of a postmaster is its data folder. Only its owner and root can read that. Otherwise, and without /proc,
// this compares the program's name.
const worksIn = (pid: number, data: string): boolean =>
  quietly(() => readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)) ??
  programOf(pid).includes('postgres')

function programOf(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/comm`)
  const [program, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/NH', '/FI', `PID eq ${pid}`]]
      : ['ps', ['-o', 'comm=', '-p', String(pid)]]
  return spawnSync(program, args, { encoding: 'utf8', windowsHide: true }).stdout ?? ''
}

export const readOrEmpty = (file: string): string => quietly(() => readFileSync(file, 'utf8')) ?? ''

export function syncFolder(folder: string): void {
  // Windows has no such call; its file system keeps a journal of names.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
