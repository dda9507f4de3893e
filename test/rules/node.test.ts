// What exists only for the oldest version of Node is marked, and listed in one place.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const sources = [
  'tsup.config.ts',
  ...['core', 'gateway', 'cli', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  ),
].filter(
  (path) =>
    /\.(?:ts|tsx|cjs)$/.test(path) && !path.includes('node_modules/') && path !== 'test/rules/node.test.ts',
)

test('what exists only for the oldest Node is marked, and listed in CONTRIBUTING.md', () => {
  const oldest = /\d+/.exec(manifest.engines.node)![0]
  const marked = sources.filter((path) => read(path).includes(`// Node ${oldest}:`))
  const listed = [...read('CONTRIBUTING.md').matchAll(/^- `([^`]+)`$/gm)].map(([, path]) => path)
  expect(marked.sort()).toEqual(listed.sort())
  const unmarked = sources.filter((path) => new RegExp(`Node ${oldest}(?!\\.\\d|:)`).test(read(path)))
  expect(unmarked, `Write \`// Node ${oldest}:\` and list the file.`).toEqual([])
})

test('CI runs the oldest version, the newest, and those between; people use the newest', () => {
  const oldest = /\d+/.exec(manifest.engines.node)![0]
  const newest = read('.nvmrc').trim()
  const matrix = /node: \[(.*)\]/.exec(read('.github/workflows/test.yml'))![1]!.split(', ')
  expect([matrix[0], matrix.at(-1)]).toEqual([oldest, newest])
  expect(read('Dockerfile')).toContain(`FROM node:${newest}-alpine`)
})
