// A folder of JSON files that mirrors the records: one file per record, and where the reading of changes stands.
import { unwritable } from '../core/kernel/system-causes.ts'
import { systemCodeOf } from '../core/kernel/thrown.ts'
import { must } from '../core/kernel/must.ts'
import { randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../core/kernel/make-folder.ts'
import type { ChangePage, RecordChange } from '../core/mirror/changes.ts'
import { misused } from './misused.ts'

const FOLDERS: Record<RecordChange['type'], string> = {
  job: 'jobs',
  contact: 'contacts',
  activity: 'activities',
  event: 'events',
  offer: 'offers',
}

interface Standing {
  account: string
  cursor: string
  /** Whether the first reading is still under way, after which what it did not name is removed. */
  whole: boolean
}

export interface MirrorFolder {
  /** The cursor to go on from; undefined to begin. */
  cursor(): string | undefined
  /** Takes in a page of changes, then remembers its cursor: what was interrupted between is taken in again. */
  take(page: ChangePage): Promise<void>
  /** Begins again, keeping the files until the new state has come. */
  restart(): Promise<void>
  written: number
  removed: number
}

const STANDING = '.crm-sync.json'
const NAMED = '.crm-sync-named'

/** Replaces a file at once: a reader sees the old one or the new one, whole. */
async function replace(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  await writeFile(partial, text, { flush: true, mode: 0o600 })
  await rename(partial, file)
}

const absent = (error: unknown): undefined => {
  const code = systemCodeOf(error)
  if (code === 'ENOENT') return undefined
  if (code === 'ENOTDIR') return misused('That is a file: name a folder for the mirror.')
  return refused(error)
}

const refused = (error: unknown): never => {
  const why = unwritable(error)
  if (why === undefined) throw error
  return misused(`No mirror can be written there: ${why}. Name another folder, such as ~/search.`, {
    cause: error,
  })
}

/** Opens a folder for the records of an account; throws `usage` if it holds something else. */
export async function openMirrorFolder(folder: string, account: string): Promise<MirrorFolder> {
  let standing = await standingIn(folder)
  if (standing && standing.account !== account)
    misused(`${folder} mirrors another account: choose an empty folder.`)
  if (!standing && (await readdir(folder).catch(absent))?.length)
    misused(`${folder} is not empty: choose a folder of its own for the mirror.`)
  const named = join(folder, NAMED)
  const save = async (next: Standing) => {
    await replace(join(folder, STANDING), `${JSON.stringify(next)}\n`)
    standing = next
  }
  try {
    makeFolder(folder)
  } catch (error) {
    refused(error)
  }
  // First of all, so that a folder that was begun is known as ours.
  if (!standing) await save({ account, cursor: '', whole: true })
  for (const each of Object.values(FOLDERS)) makeFolder(join(folder, each))
  const mirror: MirrorFolder = {
    written: 0,
    removed: 0,
    cursor: () => standing?.cursor || undefined,
    async take({ changes, nextCursor, more }) {
      const whole = standing?.whole ?? true
      const files = changes.map(({ type, id }) => join(FOLDERS[type], `${id}.json`))
      for (const [at, { record }] of changes.entries()) {
        const file = join(folder, must(files[at]))
        if (record) await replace(file, `${JSON.stringify(record, null, 2)}\n`)
        else await rm(file, { force: true })
        mirror[record ? 'written' : 'removed'] += 1
      }
      if (whole) await appendFile(named, files.map((file) => `${file}\n`).join(''))
      if (whole && !more) mirror.removed += await removeOthers(folder, named)
      await save({ account, cursor: nextCursor, whole: whole && more })
      if (!more) await rm(named, { force: true })
    },
    async restart() {
      await rm(named, { force: true })
      await save({ account, cursor: '', whole: true })
    },
  }
  return mirror
}

async function standingIn(folder: string): Promise<Standing | undefined> {
  const text = await readFile(join(folder, STANDING), 'utf8').catch(absent)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Standing // As `write` left it.
  } catch {
    return misused(`${join(folder, STANDING)} is damaged: remove the folder and sync again.`)
  }
}

/** Removes the records that the first reading did not name: those of an earlier mirror, and halves of files. */
async function removeOthers(folder: string, named: string): Promise<number> {
  const known = new Set((await readFile(named, 'utf8')).split('\n'))
  let removed = 0
  for (const each of Object.values(FOLDERS))
    for (const name of await readdir(join(folder, each))) {
      const isOurs = name.endsWith('.json') || name.endsWith('.partial')
      if (!isOurs || known.has(join(each, name))) continue
      await rm(join(folder, each, name), { force: true })
      removed += 1
    }
  return removed
}
