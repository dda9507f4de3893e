// The overlay that a process serves: that of the imports in use in its database, or the copy of it in an embedded database's
// home, where the terminal reads it without the database.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../kernel/make-folder.ts'
import type { Sql } from '../../database/connect.ts'
import { fail, systemCodeOf } from '../../kernel/errors.ts'
import type { PayFile } from '../file/pay-file.ts'
import { openShipped } from '../file/shipped.ts'
import type { Overlays } from '../intelligence.ts'

/** `<shipped digest>-<overlay digest>.pay`. An overlay fits only the shipped file over which it was compiled. */
const NAME = /^([0-9a-f]{64})-([0-9a-f]{64})\.pay$/

const folderIn = (home: string): string => join(home, 'pay')

export async function copyInUse(sql: Sql, home: string): Promise<void> {
  const [{ findInUse }, { overlayOf }, { digestOf }] = await Promise.all([
    import('./store.ts'),
    import('./overlay.ts'),
    import('../file/compile.ts'),
  ])
  const shipped = openShipped()
  const { importId } = await findInUse(sql, shipped.digest)
  const folder = folderIn(home)
  if (importId === null) return rmSync(folder, { recursive: true, force: true })
  const bytes = await overlayOf(sql, importId, shipped)
  const name = `${shipped.digest}-${digestOf(bytes)}.pay`
  makeFolder(folder)
  // An unchanged file is not written, so that crm starts on a full disk. A power failure can leave an empty file: compare sizes.
  if (statSync(join(folder, name), { throwIfNoEntry: false })?.size !== bytes.length) {
    writeFileSync(join(folder, `.${name}.${process.pid}`), bytes, { mode: 0o600 })
    renameSync(join(folder, `.${name}.${process.pid}`), join(folder, name))
  }
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { force: true })
}

export const overlaysIn = (home: string): Overlays => ({
  inUse(shipped) {
    const [, base, digest] =
      namesIn(folderIn(home))
        .map((name) => NAME.exec(name))
        .find(Boolean) ?? []
    if (!base || !digest) return null
    if (base !== shipped.digest) return fail('imports_outdated', {})
    const path = join(folderIn(home), `${base}-${digest}.pay`)
    // Read at once, because another process may remove the file while the modules of `openCopy` load.
    const bytes = readFileSync(path)
    return { name: digest, open: () => openCopy(shipped, path, bytes, digest) }
  },
})

async function openCopy(shipped: PayFile, path: string, bytes: Buffer, digest: string): Promise<PayFile> {
  const [{ digestOf }, { overlaid }] = await Promise.all([
    import('../file/compile.ts'),
    import('./overlay.ts'),
  ])
  if (digestOf(bytes) !== digest)
    fail('pay_file_damaged', { file: path, reason: 'its content does not match its digest' })
  return overlaid(shipped, bytes)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The overlays of a database. The modules with their SQL and compiler are loaded on first use. */
export const overlaysOf = (sql: Sql): Overlays => ({
  async inUse(shipped) {
    const { findInUse } = await import('./store.ts')
    const { importId, digest } = await findInUse(sql, shipped.digest)
    if (importId === null) return null
    return {
      name: `${importId} ${digest ?? ''}`,
      async open() {
        const { overlaid, overlayOf } = await import('./overlay.ts')
        return overlaid(shipped, await overlayOf(sql, importId, shipped))
      },
    }
  },
})
