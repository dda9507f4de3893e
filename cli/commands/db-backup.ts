// `crm db backup|restore`: all data to one portable file, and back.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../core/config.ts'
import { restoreBackup, isEmpty, writeBackup, readContainer } from '../../core/database/backup.ts'
import { databaseAddressOf, readyDatabase, whileRestoring } from '../../core/startup.ts'
import { fail } from '../../core/kernel/errors.ts'
import { newId } from '../../core/kernel/id.ts'
import { isOn, type Command, type Run, refuseRemote } from '../command.ts'
import { isPassage, targetOf } from './save-file.ts'

async function withPassingFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-copy-'))
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  try {
    return await work(join(folder, 'copy'))
  } finally {
    process.removeListener('exit', clear)
    clear()
  }
}

const ready = ({ config, out }: Run) => readyDatabase(config, out.note)

const counted = (rows: number): string => `${rows.toLocaleString('en')} rows`

const sized = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * Notes that the key file, which the backup does not contain, is needed to decrypt webhook secrets elsewhere.
 */
function warnAboutKey({ secretKey, home }: Config, note: (sentence: string) => void): void {
  const file = join(home, 'secret.key')
  if (secretKey === null && existsSync(file))
    note(
      `Webhook secrets in it can only be decrypted with ${file}: keep a copy of that file too, in a different place.`,
    )
}

export const backupCommand: Command = {
  name: 'backup',
  about: 'Back up all data to one portable file.',
  args: [{ name: 'file', about: 'The file to write; - for stdout.' }],
  options: [{ flags: '--force', about: 'Overwrite an earlier backup.' }],
  fields: ['file', 'schemaVersion', 'createdAt', 'tables', 'rows', 'bytes'],
  examples: ['crm db backup crm-backup.gz', 'crm db backup - | ssh host "cat > crm-backup.gz"'],
  async run(call) {
    const { args, config, out } = call
    const file = args[0] ?? ''
    refuseRemote(config, 'Back it up there.')
    if (file === '-') return backupToStdout(call)
    if (isPassage(file)) return backupTo(call, createWriteStream(file))
    refuseExisting(file, isOn(call.options, 'force'))
    await ready(call)
    showProgress(call, 'Copying …')
    const kept = await writeBackup(databaseAddressOf(config), targetOf(file))
    out.done({ file, ...kept }, `Backed up ${counted(kept.rows)} to ${file} (${sized(kept.bytes)}).`)
    warnAboutKey(config, out.note)
  },
}

/** An earlier backup is replaced with --force; anything else was hardly meant. */
function refuseExisting(file: string, force: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return
  if (found.size > 0 && !isCompressed(file))
    fail('usage', { problem: `${file} exists and is not a backup. Name another file.` })
  if (!force) fail('usage', { problem: `${file} already exists. Pass --force to overwrite it.` })
}

function isCompressed(file: string): boolean {
  const start = Buffer.alloc(2)
  const opened = openSync(file, 'r')
  readSync(opened, start)
  closeSync(opened)
  return start.readUInt16BE() === 0x1f8b
}

async function backupToStdout(call: Run): Promise<void> {
  const { out } = call
  if (out.json) fail('usage', { problem: 'The backup goes to stdout: omit --json, or name a file.' })
  if (out.look.isTerminal) fail('usage', { problem: 'A backup is binary: name a file, or pipe it.' })
  return backupTo(call, process.stdout)
}

async function backupTo(call: Run, stream: NodeJS.WritableStream): Promise<void> {
  const { config, out } = call
  await ready(call)
  await withPassingFile(async (file) => {
    const kept = await writeBackup(databaseAddressOf(config), file)
    await pipeline(createReadStream(file), stream, { end: stream !== process.stdout })
    out.note(`Backed up ${counted(kept.rows)} (${sized(kept.bytes)}).`)
  })
}

const showProgress = ({ out }: Run, sentence: string): void => {
  if (process.stderr.isTTY) out.note(sentence)
}

export const restoreCommand: Command = {
  name: 'restore',
  about: 'Replace all data with a backup.',
  args: [{ name: 'file', about: 'What crm db backup wrote; - for stdin.' }],
  options: [
    { flags: '--replace', about: 'Replace existing data; add --yes to skip the confirmation.' },
    { flags: '-y, --yes', about: 'Do not ask for confirmation.' },
    { flags: '--dry-run', about: 'Check the file and show what it contains.' },
  ],
  fields: ['schemaVersion', 'createdAt', 'tables', 'rows', 'bytes'],
  examples: ['crm db restore crm-backup.gz', 'crm db restore crm-backup.gz --yes'],
  async run(call) {
    const { stdin } = call
    refuseRemote(call.config, 'Restore it there.')
    const file = call.args[0] ?? ''
    if (file !== '-') return restoreFile(call, file)
    if (stdin().isTTY) fail('usage', { problem: 'There is nothing on stdin. Pipe a backup in, or name it.' })
    return withPassingFile(async (passing) => {
      await pipeline(stdin(), createWriteStream(passing, { mode: 0o600 }))
      return restoreFile(call, passing)
    })
  },
}

/**
 * Restores a backup. Confirmation is needed only if the
 * database is in use, because otherwise nothing can be lost.
 */
async function restoreFile(call: Run, file: string): Promise<void> {
  const { options, config, out } = call
  const header = await readContainer(file)
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const what = `the backup of ${header.createdAt.slice(0, 16).replace('T', ' ')} UTC (${counted(rows)})`
  if (isOn(options, 'dryRun')) {
    const { schemaVersion, createdAt, tables } = header
    return out.done({ schemaVersion, createdAt, tables: tables.length, rows }, `Would restore ${what}.`)
  }
  await ready(call)
  if (!isOn(options, 'yes') && !(await isEmpty(databaseAddressOf(config)))) {
    if (!out.canAsk) fail('confirmation_needed', { action: 'crm db restore over what is there' })
    if (!(await out.confirm(`Replace all data with ${what}?`))) return out.note('Nothing was restored.')
  }
  showProgress(call, 'Restoring …')
  const id = newId()
  const back = await whileRestoring(
    config,
    () => restoreBackup(databaseAddressOf(config), file, id),
    out.note,
  )
  out.done(back, `Restored ${what}.`)
}
