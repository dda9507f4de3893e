// Translates system and PostgreSQL errors into a one-sentence message and a hint.

import { systemCodeOf } from '../../kernel/thrown.ts'
import { statfsSync, statSync } from 'node:fs'
import { CrmError, fail } from '../../kernel/errors.ts'
import type { Layout } from './address.ts'

interface Explanation {
  pattern: RegExp
  reason: (line: string) => string
  hint: string
}

const FULL_DISK_HINT = 'Free some space and try again; nothing that was saved is lost.'

/** Known PostgreSQL log messages. The first matching row wins. */
const LOG_MESSAGES: Explanation[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    reason: () => 'The disk is full, so the database cannot start.',
    hint: FULL_DISK_HINT,
  },
  {
    pattern: /could not look up effective user ID (\d+)/,
    reason: (line) => `User id ${line.match(/user ID (\d+)/)?.[1]} has no name here; PostgreSQL needs one.`,
    hint: 'Add the user to /etc/passwd, or set DATABASE_URL to an existing Postgres.',
  },
  {
    pattern: /Read-only file system/,
    reason: () => 'The home folder is on a read-only file system, so the database cannot start.',
    hint: 'Set CRM_HOME to a folder you can write to.',
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

/** Throws the error that matches the output of PostgreSQL or initdb. */
export function failFromLog(words: string, layout: Layout): never {
  const line = lastFatalLine(words).replaceAll('/proc/self/cwd', layout.data)
  // On a completely full disk not even the log can be written.
  const said = words.trim() === '' && isFull(layout.root) ? 'No space left on device' : words
  const known = LOG_MESSAGES.find(({ pattern }) => pattern.test(said))
  const extras = { cause: new Error(words.trim() || 'no output') }
  if (known) fail('database_unavailable', { reason: known.reason(line) }, { ...extras, hint: known.hint })
  const reason = line ? `PostgreSQL did not start: ${line}.` : 'PostgreSQL did not start and said nothing.'
  fail('database_unavailable', { reason }, { ...extras, hint: `The log is ${layout.log}.` })
}

const CALLS: Record<string, (folder: string) => { reason: string; hint: string }> = {
  ENOSPC: (folder) => ({ reason: `The disk that holds ${folder} is full.`, hint: FULL_DISK_HINT }),
  EDQUOT: (folder) => ({ reason: `Your disk quota for ${folder} is used up.`, hint: FULL_DISK_HINT }),
  EROFS: (folder) => ({
    reason: `${folder} is on a read-only file system.`,
    hint: 'Set CRM_HOME to a folder you can write to.',
  }),
  EACCES: explainPermission,
  EPERM: explainPermission,
  ENOTDIR: (folder) => ({
    reason: `${folder} cannot be a folder: a file is in the way.`,
    hint: 'Set CRM_HOME.',
  }),
  EEXIST: (folder) => ({
    reason: `${folder} cannot be a folder: a file is in the way.`,
    hint: 'Set CRM_HOME.',
  }),
  ENAMETOOLONG: (folder) => ({
    reason: `The path ${folder} is too long.`,
    hint: 'Set CRM_HOME to a shorter one.',
  }),
}

/**
 * Throws a failed file operation under `folder` as a `database_unavailable`. A CrmError is rethrown
 * unchanged.
 */
export function failFromSystem(thrown: unknown, folder: string): never {
  if (thrown instanceof CrmError) throw thrown
  const code = codeOf(thrown)
  const words = CALLS[code]?.(folder) ?? {
    reason: `The database folder ${folder} cannot be used (${code || String(thrown)}).`,
    hint: 'Check the folder, or set CRM_HOME to another one.',
  }
  fail('database_unavailable', { reason: words.reason }, { hint: words.hint, cause: thrown })
}

/** The `code` of a system error, or ''. */
export function codeOf(thrown: unknown): string {
  return systemCodeOf(thrown) ?? ''
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < 1024 * 1024
}

function explainPermission(folder: string): { reason: string; hint: string } {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  const whose = owner === undefined || owner === process.getuid?.() ? '' : ` It belongs to user id ${owner}.`
  return {
    reason: `You have no permission to write to ${folder}.${whose}`,
    hint: 'Run crm as the user who created it, or set CRM_HOME to a folder of your own.',
  }
}

// Log lines look like `2026-01-31 10:00:00.000 UTC [42] FATAL: message`, initdb's like `initdb: error:
// message`.
function lastFatalLine(words: string): string {
  const lines = words.split('\n').map((line) => line.trim())
  const fatal =
    lines.findLast((line) => /\b(FATAL|PANIC):|error:/.test(line)) ?? lines.findLast((line) => line !== '')
  return (fatal ?? '').replace(/^.*?\b(FATAL|PANIC|error):\s*|^postgres: /, '').replace(/\.$/, '')
}
