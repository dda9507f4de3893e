// The index of role titles cached in a file, for processes that answer a single question.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../version.ts'
import type { RoleIndex } from '../search/role-index.ts'
import { pack, unpack } from '../search/serialization.ts'

/** Access to the cached index for one state of the data. */
export interface IndexCache {
  /** Null when there is none, or when it cannot be read. */
  read(): RoleIndex | null
  write(index: RoleIndex): void
}

/** Incremented when the index has other parts: a file without them would fail in use, not when it is read. */
const FORMAT = 3

/**
 * Opens the cache in a folder. `digest` identifies the state of the
 * data; releases and Node versions have separate files.
 */
export function openIndexCache(folder: string, digest: string): IndexCache {
  const name = createHash('sha256')
    .update(`${digest} ${FORMAT} ${VERSION} ${process.version}`)
    .digest('hex')
    .slice(0, 24)
  const file = join(folder, `roles-${name}.index`)
  return {
    read() {
      try {
        return unpack(readFileSync(file))
      } catch {
        return null
      }
    },
    write(index) {
      const temporary = `${file}.${process.pid}`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        for (const old of readdirSync(folder)) if (old.startsWith('roles-')) rmSync(join(folder, old))
        writeFileSync(temporary, pack(index), { mode: 0o600 })
        renameSync(temporary, file)
      } catch {
        // The disk is full or the folder not writable: the next process builds the index again.
      }
    },
  }
}
