// The steps to this version's schema. A new database gets the baseline and the migrations after it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  number: number
  name: string
  sql: () => string
}

export function sqlFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'sql')
    if (existsSync(join(candidate, 'baseline'))) return candidate
    if (folder === dirname(folder)) throw new Error('The sql folder is missing from this installation.')
  }
}

/** The schema number of a new database before migrations. Earlier builds counted up to 159. */
const BASELINE = 200

const read = (...path: string[]): string => readFileSync(join(sqlFolder(), ...path), 'utf8')

const filesIn = (name: string): string[] =>
  readdirSync(join(sqlFolder(), name))
    .filter((file) => /^\d+_\w+\.sql$/.test(file))
    .sort()

const baseline = (sql: () => string): Migration => ({ number: BASELINE, name: 'baseline', sql })

const afterBaseline = (): Migration[] =>
  filesIn('migrations').map((file) => ({
    number: Number(file.slice(0, 4)),
    name: file.slice(5, -4),
    sql: () => read('migrations', file),
  }))

export const migrations = (): Migration[] => [
  baseline(() =>
    filesIn('baseline')
      .map((file) => read('baseline', file))
      .join('\n'),
  ),
  ...afterBaseline(),
]

/** A heading of sql/before-0.1/steps.sql, where a step begins. */
const HEADING = /^-- (\d{4}) (\w+)$/m

/** The migrations of a database that is older than the baseline. The last one brings it to the baseline. */
export function formerMigrations(): Migration[] {
  const [, ...parts] = read('before-0.1', 'steps.sql').split(HEADING)
  const steps = parts.flatMap((number, at) =>
    at % 3 ? [] : [{ number: Number(number), name: parts[at + 1] ?? '', sql: () => parts[at + 2] ?? '' }],
  )
  return [...steps, baseline(() => read('before-0.1', 'to-baseline.sql'))]
}

export const stepsOf = (applied: readonly number[]): Migration[] =>
  applied.length === 0 || applied.includes(BASELINE)
    ? migrations()
    : [...formerMigrations(), ...afterBaseline()]

/** The number of the newest migration, set by the build: listing the folder would take every command half a millisecond. */
declare const NEWEST_MIGRATION: number | undefined

export const knownSchema = (): number =>
  typeof NEWEST_MIGRATION === 'number' ? NEWEST_MIGRATION : (migrations().at(-1)?.number ?? 0)
