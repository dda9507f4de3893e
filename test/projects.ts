// Which of the three projects a test file belongs to, by what it reaches through its imports: the built program, the
// database of the run, or neither. A pure file then starts no server and builds nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LONG, LONG_ONLY } from './long.ts'

export type Project = 'pure' | 'postgres' | 'terminal'

const root = resolve(import.meta.dirname, '..')

/** What the text of a file says it needs; what it imports may need more. */
const NEEDS: readonly [Project, RegExp][] = [
  ['terminal', /'launch\.cjs'|\/launch\.cjs|'dist'|\.\.\/dist\//],
  ['postgres', /\binject\(|\bensureServer\(|\bsuperviseServer\(/],
]
const RANK: Record<Project, number> = { pure: 0, postgres: 1, terminal: 2 }

const known = new Map<string, Project>()

/** The most demanding of a file of `test/` and everything of `test/` that it imports. */
export function projectOf(file: string): Project {
  const found = known.get(file)
  if (found) return found
  // Entered before its imports are read, so that a circle ends.
  known.set(file, 'pure')
  const text = readFileSync(file, 'utf8')
  const own = NEEDS.filter(([, sign]) => sign.test(text)).map(([project]) => project)
  const imported = [...text.matchAll(/from '(\.[^']*\.tsx?)'/g)]
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.startsWith(join(root, 'test')))
    .map(projectOf)
  const most = [...own, ...imported].reduce((a, b) => (RANK[a] >= RANK[b] ? a : b), 'pure' as Project)
  known.set(file, most)
  return most
}

/** The test files of each project, relative to the repository; what only the long run has, there. */
export function filesByProject(): Record<Project, string[]> {
  const files: Record<Project, string[]> = { pure: [], postgres: [], terminal: [] }
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }))
    if (/\.test\.tsx?$/.test(name) && (LONG || !(`test/${name}` in LONG_ONLY)))
      files[projectOf(join(root, 'test', name))].push(join('test', name))
  return files
}
