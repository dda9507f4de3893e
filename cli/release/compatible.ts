// Which changes of the pinned surfaces break what was built on the last release: only a new major version may have them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The promises of a release, by surface: each line is one that a program can rely on. */
type Promises = Record<string, string[]>

const lines = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** Each flag with its command, and each command with its arguments. Aliases and descriptions may change. */
function commandPromises(file: string): string[] {
  let command = ''
  return lines(file).flatMap((line) => {
    if (line.startsWith('crm ')) {
      command = line.replace(/\s+\(hidden\)$/, '')
      return [command]
    }
    const flag = /^ {4}.*?(--[\w-]+)/.exec(line)?.[1]
    return flag ? [`${command.split(/ [<[]/)[0]} ${flag}`] : []
  })
}

interface Tool {
  name: string
  inputSchema?: { properties?: Record<string, unknown>; required?: string[] }
}

/** Each tool, its arguments, and that it can be called without any other. */
function toolPromises(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      // As the surface is pinned.
      const { name: tool, inputSchema } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tool
      const required = inputSchema?.required ?? []
      const all = Object.keys(inputSchema?.properties ?? {})
      return [
        tool,
        ...all.map((each) => `${tool} ${each}`),
        `${tool} needs only ${required.sort().join(' ') || 'nothing'}`,
      ]
    })
    .sort()
}

/** The promises of the surfaces pinned in `folder`. */
export const promisesOf = (folder: string): Promises => ({
  routes: lines(join(folder, 'routes.txt')).map((line) => line.split(/\s+/).slice(0, 4).join(' ')),
  errors: lines(join(folder, 'errors.txt')).map((line) => line.split(/\s+/).slice(0, 6).join(' ')),
  commands: commandPromises(join(folder, 'commands.txt')),
  tools: toolPromises(join(folder, 'tools')),
})

/** The promises that were made and are not kept, as `surface: promise`. */
export const broken = (before: Promises, after: Promises): string[] =>
  Object.entries(before).flatMap(([surface, promises]) => {
    const kept = new Set(after[surface])
    return promises.filter((each) => !kept.has(each)).map((each) => `${surface}: ${each}`)
  })

/** A release that was recorded. */
export interface Recorded {
  version: string
  promises: Promises
}

/** The last recorded release in `folder`, or null before the first. */
export function recordedIn(folder: string): Recorded | null {
  const file = join(folder, 'promises.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : null // As `record` wrote it.
}

/** Records what a release promises. */
export function record(folder: string, recorded: Recorded): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'promises.json'), `${JSON.stringify(recorded, null, 1)}\n`)
}

/** What must not be published as `version`: broken promises of a release of the same major version. */
export function unpublishable(last: Recorded | null, version: string, now: Promises): string[] {
  const major = (text: string): number => Number.parseInt(text, 10)
  return last && major(last.version) === major(version) ? broken(last.promises, now) : []
}
