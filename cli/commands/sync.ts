// `crm sync FOLDER`: mirrors the records in a folder of JSON files, using the changes since the last run.
import { first, must } from '../../core/kernel/narrow.ts'
import { getMe } from '../../core/account/operations.ts'
import { CrmError, systemCodeOf } from '../../core/kernel/errors.ts'
import { listChanges, type ChangePage, type RecordChange } from '../../core/mirror/operations.ts'
import { type Client, type Command, misused } from '../command.ts'
import { unwritable } from '../../core/kernel/system-causes.ts'
import { randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../core/kernel/make-folder.ts'

const FOLDERS: Record<RecordChange['type'], string> = {
  job: 'jobs',
  contact: 'contacts',
  activity: 'activities',
  event: 'events',
  offer: 'offers',
}

interface MirrorState {
  account: string
  cursor: string
  /** Whether the first full read is still running. At its end, files that it did not name are removed. */
  whole: boolean
}

type MirrorFolder = Awaited<ReturnType<typeof openMirrorFolder>>

const STANDING = '.crm-sync.json'
const NAMED = '.crm-sync-named'

/** Replaces a file atomically, so that a reader sees either the old or the new one. */
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
  const problem = `No mirror can be written there: ${why}. Name another folder, such as ~/search.`
  return misused(problem, { cause: error })
}

/** Opens a folder for the records of an account; throws `usage` if it holds something else. */
async function openMirrorFolder(folder: string, account: string) {
  let standing = await standingIn(folder)
  if (standing && standing.account !== account)
    misused(`${folder} mirrors another account: choose an empty folder.`)
  if (!standing && (await readdir(folder).catch(absent))?.length)
    misused(`${folder} is not empty: choose a folder of its own for the mirror.`)
  const named = join(folder, NAMED)
  const save = async (next: MirrorState) => {
    await replace(join(folder, STANDING), `${JSON.stringify(next)}\n`)
    standing = next
  }
  try {
    makeFolder(folder)
  } catch (error) {
    refused(error)
  }
  // Save the state first, so that an incomplete folder is recognised as ours.
  if (!standing) await save({ account, cursor: '', whole: true })
  for (const each of Object.values(FOLDERS)) makeFolder(join(folder, each))
  const mirror = {
    written: 0,
    removed: 0,
    /** The cursor to continue from; undefined at the start. */
    cursor: (): string | undefined => standing?.cursor || undefined,
    /** Applies a page of changes, then saves its cursor. After an interruption the page is applied again. */
    async take({ changes, nextCursor, more }: ChangePage): Promise<void> {
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
    /** Starts again, and keeps the files until the new state is complete. */
    async restart(): Promise<void> {
      await rm(named, { force: true })
      await save({ account, cursor: '', whole: true })
    },
  }
  return mirror
}

async function standingIn(folder: string): Promise<MirrorState | undefined> {
  const text = await readFile(join(folder, STANDING), 'utf8').catch(absent)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as MirrorState // Written by `write`.
  } catch {
    return misused(`${join(folder, STANDING)} is damaged: remove the folder and sync again.`)
  }
}

/** Removes files that the first read did not name: those of an earlier mirror, and partial files. */
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

const PAGE = 100
/** The longest wait for the rate limit, which counts requests for a minute. */
const MAX_WAIT_SECONDS = 60

/** The next page. Waits for the rate limit, and restarts if the cursor is too old. */
async function nextPage(client: Client, mirror: MirrorFolder, say: (why: string) => void) {
  for (;;) {
    try {
      return await client.call(listChanges, { cursor: mirror.cursor(), limit: PAGE })
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      const seconds = error.kind === 'limited' ? (error.retryAfterSeconds ?? Infinity) : Infinity
      if (seconds <= MAX_WAIT_SECONDS) {
        say(`The rate limit is reached; going on in ${seconds} s.`)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      } else if (error.kind === 'expired' && mirror.cursor()) {
        say('The last sync is too long ago, so everything is read again.')
        await mirror.restart()
      } else throw error
    }
  }
}

const command: Command = {
  name: 'sync',
  about: 'Mirror your records to a folder of JSON files; later runs read only what changed.',
  fields: ['folder', 'written', 'removed'],
  args: [
    {
      name: 'folder',
      about: 'A folder of its own: jobs/, contacts/, activities/, events/ and offers/ go into it.',
    },
  ],
  examples: ['crm sync ~/search', 'crm sync ~/search && git -C ~/search add -A'],
  async run({ args, client, out }) {
    const folder = String(first(args))
    const { id } = await client.call(getMe, {})
    const mirror = await openMirrorFolder(folder, id)
    for (let more = true; more;) {
      const page = await nextPage(client, mirror, out.note)
      await mirror.take(page)
      more = page.more
    }
    const { written, removed } = mirror
    out.done({ folder, written, removed }, `${folder} is up to date: ${written} written, ${removed} removed.`)
  },
}

export const commands: Command[] = [command]
