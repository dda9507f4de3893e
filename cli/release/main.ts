// `npm run release`: builds and lists all files of a release, and publishes the package unless `--dry-run`.
import { spawnSync, type StdioOptions } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { packedFiles } from '../bundle/packed.ts'
import { registryEntry } from '../bundle/registry.ts'
import { blockersOf, unlicensedIn } from './blockers.ts'
import { componentsOf } from './components.ts'
import { SBOM } from './sbom.ts'

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    /** Builds bundles for all platforms, from packages that npm fetches, instead of one for this computer. */
    everywhere: { type: 'boolean', default: false },
    /** The released tag, `v1.2.3`; it must match this version. */
    tag: { type: 'string' },
    out: { type: 'string', default: 'dist/release' },
  },
})

const root = join(import.meta.dirname, '..', '..')
const out = resolve(root, values.out)
const { name, version } = packageJson
const page = packageJson.repository.url.replace(/^git\+|\.git$/g, '')
const say = (line = ''): void => void process.stdout.write(`${line}\n`)

function run(command: string, args: string[], isShown = false): string {
  const stdio: StdioOptions = ['ignore', isShown ? 'inherit' : 'pipe', 'inherit']
  // On Windows npm is a batch file, which needs a shell.
  const shell = process.platform === 'win32' && command === 'npm'
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell, stdio })
  if (status !== 0) process.exit(status ?? 1)
  return (stdout ?? '').trim()
}

const sha256 = (file: string): string => hash('sha256', readFileSync(join(out, file)), 'hex')
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort()
const write = (file: string, text: string): void => writeFileSync(join(out, file), text)

/** Makes every file; returns the names of the package's own. */
function make(): string[] {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const files = packedFiles(run('npm', ['pack', '--json', '--silent', '--pack-destination', out]))
  const bundle = ['node_modules/tsx/dist/cli.mjs', 'cli/bundle/main.ts', '--out', out, '--url', page]
  run(process.execPath, values.everywhere ? [...bundle, '--everywhere'] : bundle)
  const url = `${page}/releases/download/v${version}`
  const bundles = filesIn(out).filter((file) => file.endsWith('.mcpb'))
  const digests = Object.fromEntries(bundles.map((file) => [file, sha256(file)]))
  write('server.json', `${JSON.stringify(registryEntry({ bundles: { url, digests } }), null, 2)}\n`)
  copyFileSync(join(root, SBOM), join(out, basename(SBOM)))
  const sums = filesIn(out).map((file) => `${sha256(file)}  ${file}\n`)
  write('SHA256SUMS', sums.join(''))
  return files
}

function show(): void {
  say(`${name} ${version}`)
  for (const file of filesIn(out))
    say(`  ${file.padEnd(17)} ${String(statSync(join(out, file)).size).padStart(9)} bytes  ${sha256(file)}`)
  const places = componentsOf(root).map(({ place }) => place)
  const bundled = places.filter((place) => place === 'bundled').length
  say(
    `  ${bundled} packages in the bundles, ${places.length - bundled} beside them, all in ${basename(SBOM)}`,
  )
  say()
  say('Published as')
  say(`  npm        ${name}@${version}, public, with provenance`)
  say(`  GitHub     ${page}/releases/tag/v${version}, with every file above`)
  say(
    `  container  ${new URL(page).pathname.slice(1)}:v${version}, linux/amd64 and linux/arm64, in the registry of the workflow's settings`,
  )
  if (!values.everywhere) say('  bundles    for every computer instead of crm.mcpb, made with --everywhere')
  say(`  MCP        ${packageJson.mcpName} in the registry, by server.json`)
}

/** Publishes the package, unless there are blockers or it is a dry run. */
function finish(files: string[]): void {
  const blockers = blockersOf(root, files, values)
  if (blockers.length > 0)
    say(`\nBefore it can be published:\n${blockers.map((each) => `  - ${each}`).join('\n')}`)
  if (unlicensedIn(root, files).length > 0) process.exit(1)
  if (values['dry-run']) return
  if (blockers.length > 0) process.exit(1)
  run('npm', ['publish', join(out, `${name}-${version}.tgz`), '--access', 'public', '--provenance'], true)
}

const files = make()
show()
finish(files)
