// Finds PostgreSQL's programs in the npm packages. Adds the symlinks that npm leaves out. Copies a package that cannot run in place.

import { recordOf } from '../../kernel/narrow.ts'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { POSTGRES_RELEASE } from '../../version.ts'
import type { Account } from './account.ts'
import type { Layout } from './address.ts'
import { codeOf, failFromSystem, refuse } from './failures.ts'
import { fetchPackage, packageName } from './fetched.ts'
import { quietly } from '../../kernel/errors.ts'
import { readOrEmpty } from './processes.ts'
import {
  failNotRunnable,
  launchOptions,
  programPath,
  runProgram,
  type Outcome,
  type Binaries,
} from './program.ts'

// Root keeps a copy here if the account that runs PostgreSQL cannot enter the home. It has only programs, for all homes, and no
// user data.
const SYSTEM_FOLDER = '/var/cache/crm'

/** The programs for this platform: installed with crm, or fetched where npm leaves them out. Throws where none exist. */
async function ownBinaries(layout: Layout): Promise<Binaries> {
  if (!isEmulated() || quietly(installedFolder) !== undefined) return binariesIn(installedFolder())
  const why = 'Windows on arm64 runs PostgreSQL for x64, which npm does not install there.'
  return binariesIn(await fetchPackage(layout, POSTGRES_RELEASE, why))
}

const isEmulated = (): boolean => process.platform === 'win32' && process.arch === 'arm64'

export function binariesIn(folder: string): Binaries {
  const manifest = recordOf(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
  const release = String(manifest['version'])
  return { native: path.join(folder, 'native'), release, major: Number.parseInt(release, 10) }
}

/** The programs for `account`: in place if possible, otherwise a copy that is made once. */
export async function runnableBinaries(layout: Layout, account: Account | null, found?: Binaries) {
  const installed = found ?? (await ownBinaries(layout))
  if (repairLinks(installed.native) && (await tryVersion(installed, account)).code === 0) return installed
  const folder = copyFolder(layout, account)
  const copy = { ...installed, native: path.join(folder, `postgres-${installed.release}`) }
  if ((await tryVersion(copy, account)).code === 0) return copy
  // This also replaces a copy that a power failure left with empty files.
  makeCopy(installed.native, copy.native)
  const outcome = await tryVersion(copy, account)
  return outcome.code === 0 ? copy : failNotRunnable(new Error(outcome.output))
}

function installedFolder(): string {
  const name = packageName()
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    refuse(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in this installation (${name}).`,
      'Install again without --omit=optional, or set DATABASE_URL to an existing Postgres.',
      cause,
    )
  }
}

/** Makes the symlinks that an npm package cannot contain; install scripts may be off. False in a read-only folder. */
const repairLinks = (native: string): boolean =>
  quietly(() => missingLinks(native).map(({ file, to }) => makeLink(file, to))) !== undefined

function missingLinks(native: string): { file: string; to: string }[] {
  // Packages for Windows have no list. Its form is trusted, because npm verified the package.
  const list = JSON.parse(readOrEmpty(path.join(native, 'pg-symlinks.json')) || '[]') as {
    source: string
    target: string
  }[]
  return list
    .map(({ source, target }) => ({
      // Both are relative to the package's folder: native/lib/libpq.so.5.18 and native/lib/libpq.so.5.
      file: path.resolve(native, '..', target),
      to: path.relative(path.dirname(target), source),
    }))
    .filter(({ file }) => !lstatSync(file, { throwIfNoEntry: false }))
}

function makeLink(file: string, to: string): void {
  try {
    symlinkSync(to, file)
  } catch (thrown) {
    // Another process created it after the check.
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  }
}

// Runs the program, which takes 6 ms. It is the surest test that the account can reach, execute and link it.
async function tryVersion(binaries: Binaries, account: Account | null): Promise<Outcome> {
  const options = launchOptions(binaries, account, '/')
  try {
    const initdb = await runProgram(programPath(binaries, 'initdb'), ['--version'], options)
    return initdb.code === 0
      ? await runProgram(programPath(binaries, 'postgres'), ['--version'], options)
      : initdb
  } catch (thrown) {
    return { code: null, output: String(thrown) }
  }
}

function copyFolder(layout: Layout, account: Account | null): string {
  if (!account || canEnter(layout.root, account)) return layout.root
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const found = lstatSync(SYSTEM_FOLDER)
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return SYSTEM_FOLDER
  refuse(
    `${SYSTEM_FOLDER} is needed for PostgreSQL's programs, but others may write to it.`,
    `Give it to root with mode 0755, or set CRM_HOME to a folder all users can enter.`,
  )
}

/** Whether the mode bits let the account traverse every folder down to `folder`. */
function canEnter(folder: string, { uid, gid }: Account): boolean {
  const { uid: owner, gid: group, mode } = statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return folder === path.dirname(folder) || canEnter(path.dirname(folder), { uid, gid })
}

function makeCopy(native: string, destination: string): void {
  const folder = path.dirname(destination)
  try {
    const making = mkdtempSync(`${destination}.`)
    copyOpen(native, making)
    for (const { file, to } of missingLinks(native))
      makeLink(path.join(making, path.relative(native, file)), to)
    rmSync(destination, { recursive: true, force: true })
    renameSync(making, destination)
  } catch (thrown) {
    // Two homes of root may copy at the same time, and the first one done removes the other's files. Either copy will do.
    const isOvertaken =
      ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(codeOf(thrown))) && existsSync(destination)
    if (!isOvertaken) failFromSystem(thrown, folder)
  }
  // Removes incomplete copies of killed processes.
  for (const name of readdirSync(folder))
    if (name.startsWith(`${path.basename(destination)}.`))
      rmSync(path.join(folder, name), { recursive: true, force: true })
}

// Sets the modes: folders of a read-only store are not writable, and a strict umask at npm install excludes the account.
function copyOpen(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyOpen(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target)
      chmodSync(target, path.basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}
