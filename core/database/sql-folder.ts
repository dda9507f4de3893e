// Where the `sql` folder of this installation is.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The `sql` folder, whether run from the sources or from the bundle. */
export function sqlFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'sql')
    if (existsSync(join(candidate, 'baseline'))) return candidate
    if (folder === dirname(folder)) throw new Error('The sql folder is missing from this installation.')
  }
}
