// Creates the data folder in one step: makes it in a temporary folder, syncs it, and renames it.

import { chmodSync, chownSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Address, Layout } from './address.ts'
import { retried } from '../retry.ts'
import { type Binaries, dataArgument, launchOptions, programPath, runProgram } from './program.ts'
import { failFromLog, failKilled, refuse, wasEndedBySignal } from './failures.ts'
import { readOrEmpty, syncFolder } from './processes.ts'
import type { Plan } from './server.ts'

/** Whether there is a data folder that these binaries can open; throws if there is one that they cannot. */
export function hasCluster(layout: Layout, binaries: Binaries, account: Account | null): boolean {
  const found = statSync(layout.data, { throwIfNoEntry: false })
  if (!found) return false
  const major = majorOf(layout)
  if (major === binaries.major) return requireOwner(layout, account)
  if (Number.isNaN(major) && !readdirSync(layout.data).length) return false
  if (Number.isNaN(major))
    refuse(
      `The data folder ${layout.data} is incomplete: it has no PG_VERSION.`,
      'Move it away; `crm db restore FILE` then brings back a backup.',
    )
  return refuse(
    `The data folder ${layout.data} was made by PostgreSQL ${major}; this crm has ${binaries.major}.`,
    major > binaries.major
      ? 'Update crm.'
      : 'Run `crm db backup FILE` with the version of crm that created it, then `crm db restore FILE` with this one in a new CRM_HOME.',
  )
}

/** The major version of PostgreSQL that made the data folder; NaN when the folder or its version file is missing. */
export const majorOf = (layout: Layout): number =>
  Number.parseInt(readOrEmpty(path.join(layout.data, 'PG_VERSION')), 10)

const MOST_TRIES = 3

/** Creates the data folder with its database. After a crash at any point, the folder is missing or complete. */
export async function makeCluster(plan: Plan): Promise<void> {
  const { layout, account } = plan
  const making = mkdtempSync(path.join(layout.root, 'making-'))
  try {
    if (account) chownSync(making, account.uid, account.gid)
    await retried(MOST_TRIES, wasEndedBySignal, () => initialize(making, plan))
    renameSync(making, layout.data)
    syncFolder(layout.root)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** Runs initdb. Its builtin C.UTF-8 sorts the same everywhere, so a new libc corrupts no index. */
async function initialize(folder: string, plan: Plan): Promise<void> {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
  const { layout, address, binaries, account } = plan
  const options = launchOptions(binaries, account, folder)
  const where = dataArgument(folder, account)
  const { user, database } = address
  const steps: [program: 'initdb' | 'postgres', args: string[], input: string][] = [
    ['initdb', ['-D', where, '-U', user, ...authenticationOf(address, layout), ...INITDB], ''],
    [
      'postgres',
      ['--single', '-D', where, '-F', '-c', 'dynamic_shared_memory_type=mmap', 'postgres'],
      `create database ${database}\n`,
    ],
    ['initdb', ['-D', where, '--sync-only', ...SYNC], ''],
  ]
  // Over a port, crm uses the database of initdb: see `portOf`.
  const wanted = address.tcp ? steps.filter(([program]) => program === 'initdb') : steps
  for (const [program, args, input] of wanted) {
    const { code, signal, output } = await runProgram(programPath(binaries, program), args, options, input)
    // initdb starts other programs, and reports the signal that ended one of them.
    const killed = signal ?? /was terminated by signal \d+: (.*)/.exec(output)?.[1]
    if (killed) failKilled(program, killed)
    if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) failFromLog(output, layout)
  }
}

// See recovery_init_sync_method in settings.ts.
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

const authenticationOf = ({ tcp }: Address, { password }: Layout): string[] =>
  tcp
    ? ['--auth-local=reject', '--auth-host=scram-sha-256', `--pwfile=${password}`]
    : ['--auth-local=trust', '--auth-host=reject']

const INITDB = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--wal-segsize=4',
  '--no-instructions',
  '--no-sync',
]

export function closeToOthers(data: string): void {
  if ((statSync(data).mode & 0o027) !== 0) chmodSync(data, 0o700)
}

/** Throws unless the data folder belongs to the account that runs PostgreSQL. */
export function requireOwner(layout: Layout, account: Account | null): true {
  const owner = statSync(layout.data).uid
  const uid = account?.uid ?? process.getuid?.() ?? owner
  if (owner === uid) return true
  refuse(
    `The data folder ${layout.data} belongs to user id ${owner}; PostgreSQL needs its own (${uid}).`,
    `Give it back: chown -R ${uid} '${layout.data}'`,
  )
}
