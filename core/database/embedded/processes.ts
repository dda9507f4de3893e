// Tells a running process from a stale pid: after a crash or reboot a pid may belong to another program.

import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from './failures.ts'

/** Whether some process has this number and still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EPERM') return false
  }
  // A dead child keeps its number until someone reaps it, which a container's first process often never does.
  return !['Z', 'X'].includes(statFields(pid)[0] ?? '')
}

/**
 * When a process was born, as text that two calls spell alike for the same process only; '' if it cannot be
 * known. Linux counts from boot, so the boot's id is part of it.
 */
export function birthOf(pid: number): string {
  const ticks = statFields(pid)[19]
  if (ticks) return `${ticks}-${readOrEmpty('/proc/sys/kernel/random/boot_id').trim()}`
  if (process.platform === 'linux') return ''
  const asked = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return (asked.stdout ?? '').trim().replaceAll(/\s+/g, '-')
}

// State first. The name before it is in parentheses and may itself hold spaces and parentheses.
function statFields(pid: number): string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Which set of process numbers this process lives in; two containers that share a folder differ. */
export function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** The pid of the server that has this data folder open, or null: a stale postmaster.pid is seen through. */
export function postmasterOf(data: string): number | null {
  const pid = Number.parseInt(readOrEmpty(path.join(data, 'postmaster.pid')), 10)
  if (!(pid > 0) || pid === process.pid || !isAlive(pid)) return null
  return worksIn(pid, data) ? pid : null
}

/** Whether the server that has this data folder open says that it is past its start and not yet stopping. */
export function saysReady(data: string): boolean {
  return readOrEmpty(path.join(data, 'postmaster.pid')).split('\n')[7]?.trim() === 'ready'
}

// A postmaster's working folder is its data folder. That link is readable for its owner and root; for
// anyone else, and where there is no /proc, the program's name has to do.
function worksIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return programOf(pid).includes('postgres')
  }
}

function programOf(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/comm`)
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

/** A small file's text, or '' when it cannot be read. */
export function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
