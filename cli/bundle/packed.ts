// Packs the bundle for desktop hosts: the npm package without its documents, and the native packages.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Zippable, ZipOptions } from 'fflate'
import { z } from 'zod'

// A fixed date makes the build reproducible byte for byte.
const ENTRY = { mtime: new Date('2020-01-01T00:00:00Z'), level: 6 } satisfies ZipOptions
/** The Unix mode of an executable file. */
const RUNNABLE = { os: 3, attrs: (0o100755 << 16) >>> 0 } satisfies ZipOptions

const Packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })])

export const entryOf = (bytes: Uint8Array): [Uint8Array, ZipOptions] => [bytes, ENTRY]

export const packedFiles = (printed: string): string[] => {
  const [{ files }] = Packed.parse(JSON.parse(printed))
  return files.map(({ path }) => path)
}

/** What npm prints. On Windows it is a batch file, which needs a shell. */
export function npm(args: string[], task: string, cwd?: string): string {
  const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const { status, stdout, stderr } = spawnSync('npm', args, options)
  if (status !== 0) throw new Error(`npm cannot ${task}: ${stderr}`)
  return stdout
}

/** Fields for the checkout only. They include scripts, because npm warns about those of installed packages. */
const CHECKOUT_FIELDS = ['scripts', 'devDependencies', 'allowScripts', 'overrides', 'prettier']

/** The published package.json: without the fields that only this checkout needs. */
export const publishedManifest = (text: string): string => {
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>) // npm has read it.
  const published = fields.filter(([name]) => !CHECKOUT_FIELDS.includes(name))
  return `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`
}

export function programIn(root: string): Zippable {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const files = packedFiles(npm(args, 'say what the package has', root))
  const needed = files.filter((path) => !/^docs\/|\.md$/.test(path))
  const program = needed.map((path) => [path, entryOf(readFileSync(join(root, path)))])
  const manifest = publishedManifest(readFileSync(join(root, 'package.json'), 'utf8'))
  return { ...Object.fromEntries(program), 'package.json': entryOf(Buffer.from(manifest)) }
}

/** GUI libraries in PostgreSQL's Windows package, which no program here uses. */
const UNUSED_LIBRARIES = /^wx\w+\.dll$/

/** Every file of a package at `place` under `root`; crm recreates its links on the target, because archives have none. */
export function packageIn(root: string, place: string): Zippable {
  const files: Zippable = {}
  for (const found of readdirSync(join(root, place), { withFileTypes: true })) {
    const path = `${place}/${found.name}`
    if (found.isDirectory()) Object.assign(files, packageIn(root, path))
    if (found.isFile() && !UNUSED_LIBRARIES.test(found.name)) files[path] = fileIn(root, path)
  }
  return files
}

function fileIn(root: string, path: string): [Uint8Array, ZipOptions] {
  const [bytes, options] = entryOf(readFileSync(join(root, path)))
  return [bytes, path.includes('/native/bin/') ? { ...options, ...RUNNABLE } : options]
}
