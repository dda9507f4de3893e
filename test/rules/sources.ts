// The product's source files for the rules: path, text, and imports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface Source {
  /** Relative to the root, with forward slashes: `core/jobs/store.ts`. */
  path: string
  text: string
  /** Paths from the root for our own files, names for packages: `core/index.ts`, `node:fs`, `express`. */
  imports: string[]
}

/**
 * Leaves out the bundle and what makes releases, programs of their own with their own entry and settings, built from the product;
 * and packages of others, which the mutation run installs beside its settings.
 */
const APART = /^cli\/(?:bundle|release)\/|\/node_modules\//

/** Every TypeScript file under these folders. */
export function sourcesOf(...folders: string[]): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        posix.join(folder, file),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !APART.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

const importsOf = (path: string, text: string): string[] =>
  ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : packageOf(fileName),
    )

/** `@scope/name/sub` → `@scope/name`; `node:fs/promises` → `node:fs`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
