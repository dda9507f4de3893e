// The lock of a home. Its holder creates, starts, upgrades, moves, stops or restores the home; other processes wait. The
// lock is a symbolic link whose target names the holder. One system call makes it, so a full disk or a kill -9 leaves either no
// lock or a readable one.

import {
  lstatSync,
  lutimesSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS, uptimeMs } from '../../kernel/clock.ts'
import { codeOf, refuse } from './failures.ts'
import { quietly } from '../../kernel/errors.ts'
import { isAlive, pidNamespace, startTimeOf } from './processes.ts'

const POLL_MS = 20
// How often the holder renews its lock. A holder in another container counts as dead after 30 seconds without a renewal.
const RENEW_MS = 2 * SECOND_MS
const OTHER_CONTAINER_MS = 30 * SECOND_MS

export type Tell = (sentence: string) => void

interface WaitOptions {
  tell: Tell
  doing: () => string
}

/** Returns a function that tells the user about a wait: after one second, and only once. */
export function tellsWait(tell: Tell): Tell {
  const began = uptimeMs()
  let isTold = false
  return (sentence) => {
    if (isTold || uptimeMs() - began <= SECOND_MS) return
    isTold = true
    tell(sentence)
  }
}

/** Whether to stop waiting: after a minute without a sign of the holder, or after ten minutes in any case. */
export const isOverdue = (waitedMs: number, unseenMs: number): boolean =>
  Math.min(waitedMs, unseenMs) > MINUTE_MS || waitedMs > 10 * MINUTE_MS

/** Runs `work` under the lock. Tells the user about a wait, and gives up when `isOverdue`. */
export async function withLock<T>(file: string, waiting: WaitOptions, work: () => Promise<T>): Promise<T> {
  const me = `${process.pid} ${startTimeOf(process.pid)} ${pidNamespace()} ${Math.random().toString(36).slice(2)}`
  await acquire(file, me, waiting)
  const renewing = setInterval(() => {
    const now = wallClockMs() / 1000
    quietly(() => lutimesSync(file, now, now))
  }, RENEW_MS).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    if (contentOf(file) === me) remove(file)
  }
}

async function acquire(file: string, me: string, { tell, doing }: WaitOptions): Promise<void> {
  const began = uptimeMs()
  const tellWait = tellsWait(tell)
  while (!take(file, me)) {
    breakStale(file, me)
    const waited = uptimeMs() - began
    if (isOverdue(waited, ageMsOf(file))) giveUp(file, doing(), waited)
    tellWait(`Waiting for another crm, which is ${doing()}.`)
    await sleep(POLL_MS)
  }
}

function take(file: string, me: string): boolean {
  try {
    // On Windows only administrators create links, so the lock is a file there, which is empty for a moment.
    if (IS_WINDOWS) writeFileSync(file, me, { flag: 'wx' })
    else symlinkSync(me, file)
    return true
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false
    throw thrown
  }
}

const IS_WINDOWS = process.platform === 'win32'

/** The holder that the lock names; null without a lock, empty when the content is not ours. */
function contentOf(file: string): string | null {
  try {
    return IS_WINDOWS ? readFileSync(file, 'utf8') : readlinkSync(file)
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' ? null : ''
  }
}

export function holderOf(file: string): number | null {
  const content = contentOf(file)
  return content === null || isStale(file, content) ? null : Number.parseInt(content, 10)
}

function isStale(file: string, content: string): boolean {
  const [pid = '', birth = '', namespace = ''] = content.split(' ')
  if (IS_WINDOWS && content === '') return ageMsOf(file) > RENEW_MS
  if (!/^\d+$/.test(pid)) return true
  if (namespace !== pidNamespace()) return ageMsOf(file) > OTHER_CONTAINER_MS
  return !isAlive(Number(pid)) || startTimeOf(Number(pid)) !== birth
}

// Removes a dead holder's lock, under a second lock: two processes could otherwise each remove the other's new lock.
function breakStale(file: string, me: string): void {
  const content = contentOf(file)
  if (content === null || !isStale(file, content)) return
  const breaking = `${file}.break`
  if (take(breaking, me)) {
    if (contentOf(file) === content) remove(file)
    remove(breaking)
  } else if (isStale(breaking, contentOf(breaking) ?? '')) remove(breaking)
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown
  }
}

function giveUp(file: string, doing: string, waitedMs: number): never {
  const pid = holderOf(file)
  refuse(
    `Another crm${pid === null ? '' : ` (process ${pid})`} has been ${doing} for ${waitedMs < 2 * MINUTE_MS ? 'a minute' : 'minutes'}.`,
    'Try again when it is done. If that process hangs, end it: the next command finishes its work.',
  )
}

/** The time since the last renewal; zero for a lock that is gone. The wall clock is only compared with file times. */
export const ageMsOf = (file: string): number =>
  Math.abs(wallClockMs() - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? wallClockMs()))

const wallClockMs = (): number => performance.timeOrigin + performance.now()
