// The packages of an installation: those in the bundles, from the build's metadata, and those that npm installs beside them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Component {
  name: string
  version: string
  licence: string
  /** `bundled`: its code is in our files. `beside`: npm installs it next to them, on the platforms that it supports. */
  place: 'bundled' | 'beside'
  /** From the lock file, such as `sha512-…`. */
  integrity: string | null
  /** Where npm put it, `node_modules/zod`. Packages for other platforms are not there. */
  folder: string
}

export interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
}
type Packages = Record<string, LockEntry>

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The packages that npm has locked, by their places. */
export const packagesIn = (lockFile: string): Packages => (read(lockFile) as { packages: Packages }).packages

/** Every package of an installation by name and version, for the built checkout at `root`. */
export function componentsOf(root: string): Component[] {
  const packages = packagesIn(join(root, 'package-lock.json'))
  const all = [...bundledIn(root, packages), ...besideIn(packages)]
  const unique = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique.values()].sort((one, other) => order(one).localeCompare(order(other), 'en'))
}

const order = ({ name, version }: Component): string => `${name} ${version}`

/** The bundler's format. */
type Metafile = { outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> }

function bundledFolders(root: string): string[] {
  const names = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  const metafiles = names.filter((name) => /metafile-\w+\.json$/.test(name))
  const inputs = metafiles
    .map((name) => read(join(root, 'dist', name)) as Metafile)
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0))
  const folders = inputs.flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

function bundledIn(root: string, packages: Packages): Component[] {
  return bundledFolders(root).map((folder) => {
    const { name, version, license = 'unknown' } = packageFileIn(join(root, folder))
    const { license: licence = license, integrity = null } = packages[folder] ?? {}
    return { name, version, place: 'bundled', licence, integrity, folder }
  })
}

/** npm refuses a package without a name and version. */
export interface PackageFile extends LockEntry {
  name: string
  version: string
  author?: string | { name: string }
  repository?: string | { url: string }
}

export const packageFileIn = (folder: string) => read(join(folder, 'package.json')) as PackageFile

function besideIn(packages: Packages): Component[] {
  const found = new Map<string, LockEntry>()
  const queue = needsOf(packages[''])
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const entry = packages[`node_modules/${name}`]
    if (!entry || found.has(name)) continue
    found.set(name, entry)
    queue.push(...needsOf(entry))
  }
  return [...found].map(([name, { version = '', license = 'unknown', integrity = null }]) => ({
    ...{ name, version, licence: license, integrity, folder: `node_modules/${name}` },
    place: 'beside',
  }))
}

const needsOf = (entry: LockEntry | undefined): string[] =>
  Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })
