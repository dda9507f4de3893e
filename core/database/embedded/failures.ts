// Turns errors of the system and of PostgreSQL into a message of one sentence and a hint.

import { SIZE_HINT, systemCause, type Cause } from '../../kernel/system-causes.ts'
import { recordOf } from '../../kernel/narrow.ts'
import { systemCodeOf, CrmError, fail } from '../../kernel/errors.ts'
import { statfsSync, statSync } from 'node:fs'

export function refuse(reason: string, hint: string, cause?: unknown): never {
  fail('database_unavailable', { reason }, { hint, cause })
}

const ERRNOS: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/Read-only file system/, 'EROFS'],
  [/Too many open files|file descriptors/, 'EMFILE'],
  [/File too large|File size limit/, 'EFBIG'],
]

/** Known PostgreSQL log messages. The first matching row wins. */
const LOG_MESSAGES: readonly { pattern: RegExp; reason: (line: string) => string; hint: string }[] = [
  {
    pattern: /could not look up effective user ID (\d+)/,
    reason: (line) => `User id ${line.match(/user ID (\d+)/)?.[1]} has no name here; PostgreSQL needs one.`,
    hint: 'Add the user to /etc/passwd, or set DATABASE_URL to an existing Postgres.',
  },
  {
    pattern: /Permission denied|Operation not permitted|wrong ownership/,
    reason: (line) => `PostgreSQL may not use its files: ${line}.`,
    hint: 'Make the user who created the folder its owner again, or set CRM_HOME to another one.',
  },
  {
    pattern: /Cannot allocate memory|could not map anonymous shared memory/,
    reason: () => 'There is not enough memory to start the database (about 150 MB).',
    hint: 'Close something and try again.',
  },
  {
    pattern:
      /could not open file|could not find the database system|invalid data in file|checksum|corrupt|could not locate a valid checkpoint|is not a valid data directory|incompatible with server/,
    reason: (line) => `The data folder is damaged: ${line}.`,
    hint: 'Move the folder away and restore a backup with `crm db restore FILE`.',
  },
]

export function failFromLog(words: string, layout: { root: string; data: string; log: string }): never {
  const line = lastFatalLine(words).replaceAll('/proc/self/cwd', layout.data)
  // On a completely full disk not even the log can be written.
  const message = words.trim() === '' && isFull(layout.root) ? 'No space left on device' : words
  const cause = new Error(words.trim() || 'no output')
  const system = systemCause({ code: ERRNOS.find(([pattern]) => pattern.test(message))?.[1] }, layout.root)
  if (system) refuse(system.reason, system.hint, cause)
  const known = LOG_MESSAGES.find(({ pattern }) => pattern.test(message))
  if (known) refuse(known.reason(line), known.hint, cause)
  const reason = line ? `PostgreSQL did not start: ${line}.` : 'PostgreSQL did not start and said nothing.'
  refuse(reason, `The log is ${layout.log}.`, cause)
}

/** System errors that only concern a home's folder; kernel/system-causes.ts has the others. */
const HOME_CAUSES: Record<string, (folder: string) => Cause> = {
  EACCES: explainPermission,
  EPERM: explainPermission,
  ENOENT: (folder) => ({
    reason: `The folder ${folder} cannot be made.`,
    hint: 'Set CRM_HOME to a folder you can write to.',
  }),
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  ENAMETOOLONG: (folder) => ({
    reason: `The path ${folder} is too long.`,
    hint: 'Set CRM_HOME to a shorter path.',
  }),
}

class EndedBySignal extends Error {}

export function failKilled(program: string, signal: string): never {
  refuse(
    `PostgreSQL’s ${program} was ended (${signal}), by somebody or for lack of memory.`,
    'Run the command again: it starts again, and nothing is damaged.',
    new EndedBySignal(signal),
  )
}

export const wasEndedBySignal = (error: unknown): boolean =>
  error instanceof CrmError && error.cause instanceof EndedBySignal

/** PostgreSQL stores a table in files of at most 1 GiB. */
const FILE_BYTES = 2 ** 30

/** Throws if this process may only write smaller files than the database needs. Its server would have the same limit. */
export function refuseSmallFiles(): void {
  Object.assign(process.report, { excludeNetwork: true })
  // Node reports this limit in bytes, despite its name.
  const { userLimits } = recordOf(process.report.getReport())
  const bytes = recordOf(recordOf(userLimits)['file_size_blocks'])['soft']
  if (typeof bytes !== 'number' || bytes >= FILE_BYTES) return
  const reason = `Files may have at most ${Math.floor(bytes / 1000)} kB here (ulimit -f), and those of the database grow to 1 GiB.`
  refuse(reason, SIZE_HINT)
}

/** Throws `database_unavailable` for a failed file operation under `folder`. Throws other errors unchanged. */
export function failFromSystem(thrown: unknown, folder: string): never {
  const code = codeOf(thrown)
  if (thrown instanceof CrmError || !(thrown instanceof Error && 'syscall' in thrown)) throw thrown
  const words = HOME_CAUSES[code]?.(folder) ??
    systemCause(thrown, folder) ?? {
      reason: `The database folder ${folder} cannot be used (${code || String(thrown)}).`,
      hint: 'Check it, or set CRM_HOME to another folder.',
    }
  refuse(words.reason, words.hint, thrown)
}

export const codeOf = (thrown: unknown): string => systemCodeOf(thrown) ?? ''

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 1024 * 1024
}

function inTheWay(folder: string): Cause {
  return {
    reason: `${folder} cannot be a folder: a file is in the way.`,
    hint: 'Set CRM_HOME to another folder.',
  }
}

function explainPermission(folder: string): Cause {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  const whose = owner === undefined || owner === process.getuid?.() ? '' : ` It belongs to user id ${owner}.`
  return {
    reason: `You have no permission to write to ${folder}.${whose}`,
    hint: 'Run crm as the user who created it, or set CRM_HOME to a folder of your own.',
  }
}

// Lines look like `2026-01-31 10:00:00.000 UTC [42] FATAL: message`, or like `initdb: error: message`.
function lastFatalLine(words: string): string {
  const lines = words.split('\n').map((line) => line.trim())
  const fatal =
    lines.findLast((line) => /\b(FATAL|PANIC):|error:/.test(line)) ?? lines.findLast((line) => line !== '')
  return (fatal ?? '').replace(/^.*?\b(FATAL|PANIC|error):\s*|^postgres: /, '').replace(/\.$/, '')
}
