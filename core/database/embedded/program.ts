// Runs PostgreSQL's programs as the right user, with an environment of their own, in a folder that this user can enter.

import { spawn, type SpawnOptions } from 'node:child_process'
import path from 'node:path'
import type { Account } from './account.ts'
import { refuse } from './failures.ts'

export interface Outcome {
  code: number | null
  signal?: NodeJS.Signals | null
  output: string
}

/** The environment is new: no PGDATA gets in, and no secret stays in a background process. */
export function launchOptions(
  binaries: Pick<Binaries, 'native'>,
  account: Account | null,
  folder: string,
): SpawnOptions {
  const lib = path.join(binaries.native, 'lib')
  // Node adds the variables that Windows programs require.
  const env = { LD_LIBRARY_PATH: lib, LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
  return { cwd: folder, env, windowsHide: true, ...(account ?? {}) }
}

/** The `-D` argument. An account that cannot enter the folders above reaches the data through the working folder. */
export function dataArgument(folder: string, account: Account | null): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

export function programPath(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return path.join(binaries.native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Runs a program with `input` on its stdin until it ends. A non-zero exit code does not throw. */
export function runProgram(file: string, args: string[], options: SpawnOptions, input = '') {
  return new Promise<Outcome>((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    // If the program ends before it reads its input, its exit code says so.
    child.stdin?.on('error', () => undefined)
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: Buffer.concat(chunks).toString('utf8') }),
    )
    child.stdin?.end(input)
  })
}

export function failNotRunnable(cause: unknown): never {
  refuse(
    `The PostgreSQL that comes with crm does not run on this system (${process.platform}-${process.arch}).`,
    'It needs macOS, Windows or a glibc Linux. Set DATABASE_URL to an existing Postgres instead.',
    cause,
  )
}

export interface Binaries {
  native: string
  /** The package's version, such as 18.4.0-beta.17. The name of the copy contains it. */
  release: string
  major: number
}
