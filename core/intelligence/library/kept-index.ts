// The index of role titles cached in a file, for processes that answer a single question.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../version.ts'
import type { RoleIndex } from '../search/catalogue.ts'
import { pack, unpack } from '../search/packed.ts'

/** The index of one state of the data, in a folder of such. */
export interface KeptIndex {
  /** Null where there is none, or none that is whole. */
  read(): RoleIndex | null
  keep(index: RoleIndex): void
}

/** `digest` tells one state of the data from another; another program, or another Node, has files of its own. */
export function keptIndex(folder: string, digest: string): KeptIndex {
  const name = createHash('sha256')
    .update(`${digest} ${VERSION} ${process.version}`)
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
    keep(index) {
      const aside = `${file}.${process.pid}`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        for (const old of readdirSync(folder)) if (old.startsWith('roles-')) rmSync(join(folder, old))
        writeFileSync(aside, pack(index), { mode: 0o600 })
        renameSync(aside, file)
      } catch {
        // A full disk, or a folder that cannot be written: the next one works it out again.
      }
    },
  }
}
