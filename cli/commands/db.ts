// `crm db …`: the embedded or configured database.
import { several } from '../../core/kernel/amounts.ts'
import { databaseAddressOf, readyDatabase, stopDatabase, whileRestoring } from '../../core/startup.ts'
import { serverStatus, stateWords, urlOf } from '../../core/database/embedded.ts'
import { shardDatabase, shardingOf } from '../../core/database/sharding.ts'
import { fail } from '../../core/kernel/errors.ts'
import { redact } from '../../core/kernel/log.ts'
import { type Command, type Run, refuseRemote, isOn, misused } from '../command.ts'
import { withServices } from '../local.ts'
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
import { newId } from '../../core/kernel/id.ts'
import { countForeignSecrets } from '../../core/vault.ts'
import { momentText } from '../ui/time.ts'
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

const sized = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The backup does not contain the key file, which another machine needs to decrypt webhook secrets. */
function warnAboutKey({ secretKey, home }: Config, note: (sentence: string) => void): void {
  const file = join(home, 'secret.key')
  if (secretKey === null && existsSync(file))
    note(
      `Webhook secrets in it can only be decrypted with ${file}: keep a copy of that file too, in a different place.`,
    )
}

const backupCommand: Command = {
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
    if (file === '-') {
      if (out.json) misused('The backup goes to stdout: omit --json, or name a file.')
      if (out.look.isTerminal) misused('A backup is binary: name a file, or pipe it.')
      return backupTo(call, process.stdout)
    }
    if (isPassage(file)) return backupTo(call, createWriteStream(file))
    refuseExisting(file, isOn(call.options, 'force'))
    await ready(call)
    showProgress(call, 'Copying …')
    const kept = await writeBackup(databaseAddressOf(config), targetOf(file))
    out.done({ file, ...kept }, `Backed up ${several(kept.rows, 'row')} to ${file} (${sized(kept.bytes)}).`)
    warnAboutKey(config, out.note)
  },
}

/** --force replaces an earlier backup. Any other file was probably named by mistake, so it is kept. */
function refuseExisting(file: string, force: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return
  if (found.size > 0 && !isCompressed(file)) misused(`${file} exists and is not a backup. Name another file.`)
  if (!force) misused(`${file} already exists. Pass --force to overwrite it.`)
}

function isCompressed(file: string): boolean {
  const start = Buffer.alloc(2)
  const opened = openSync(file, 'r')
  readSync(opened, start)
  closeSync(opened)
  return start.readUInt16BE() === 0x1f8b
}

async function backupTo(call: Run, stream: NodeJS.WritableStream): Promise<void> {
  const { config, out } = call
  await ready(call)
  await withPassingFile(async (file) => {
    const kept = await writeBackup(databaseAddressOf(config), file)
    await pipeline(createReadStream(file), stream, { end: stream !== process.stdout })
    out.note(`Backed up ${several(kept.rows, 'row')} (${sized(kept.bytes)}).`)
  })
}

const showProgress = ({ out }: Run, sentence: string): void => {
  if (process.stderr.isTTY) out.note(sentence)
}

const restoreCommand: Command = {
  name: 'restore',
  about: 'Replace all data with a backup.',
  args: [{ name: 'file', about: 'A file that crm db backup wrote; - for stdin.' }],
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
    if (stdin().isTTY) misused('There is nothing on stdin. Pipe a backup in, or name it.')
    return withPassingFile(async (passing) => {
      await pipeline(stdin(), createWriteStream(passing, { mode: 0o600 }))
      return restoreFile(call, passing)
    })
  },
}

/** Asks only if the database has data to lose. */
async function restoreFile(call: Run, file: string): Promise<void> {
  const { options, config, out } = call
  const header = await readContainer(file)
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const made = momentText(header.createdAt, 'long')
  const what = `the backup of ${made} (${several(rows, 'row')})`
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
  const restore = () => restoreBackup(databaseAddressOf(config), file, id)
  const back = await whileRestoring(config, restore, out.note)
  out.done(back, `Restored ${what}.`)
  const foreign = await withServices(config, countForeignSecrets).catch(() => 0)
  if (foreign)
    out.note(
      `${several(foreign, 'stored secret')} in it ${foreign === 1 ? 'was' : 'were'} encrypted with another key and cannot be used. Set the key of before (CRM_SECRET_KEY, or secret.key in CRM_HOME), or rotate the webhook secrets and enter the mail passwords again.`,
    )
}

const url = ({ config }: Run): string => {
  const place = databaseAddressOf(config)
  return typeof place === 'string' ? place : urlOf(place)
}

function refuseForeign({ config }: Run): void {
  refuseRemote(config)
  if (config.databaseUrl) misused('DATABASE_URL is set: crm does not start or stop that server.')
}

const foreignStatus = ({ config, out }: Run): Promise<void> =>
  withServices(config, async ({ sql }) => {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    const version = row?.version.split(' ')[0] ?? ''
    const { sharded, distributed, reference, workers } = await shardingOf(sql)
    const url = redact(config.databaseUrl ?? '')
    out.record({ running: true, version, sharded, distributed, reference, workers, url }, [
      ['running', 'yes'],
      ['version', `PostgreSQL ${version}`],
      ['sharded', sharded ? `yes, ${distributed.length} tables over ${workers} workers` : 'no'],
      ['url', url],
    ])
  })

export const commands: Command[] = [
  {
    name: 'start',
    about: 'Start the embedded PostgreSQL.',
    fields: ['started', 'url'],
    async run(call) {
      refuseForeign(call)
      const { started } = await readyDatabase(call.config, call.out.note)
      call.out.done({ started, url: url(call) }, started ? 'The database runs.' : 'The database ran already.')
    },
  },
  {
    name: 'stop',
    about: 'Stop the embedded PostgreSQL.',
    fields: ['stopped'],
    async run(call) {
      refuseForeign(call)
      const stopped = await stopDatabase(call.config, call.out.note)
      call.out.done({ stopped }, stopped ? 'The database is stopped.' : 'The database was not running.')
    },
  },
  {
    name: 'status',
    about: 'Show whether the database is running, and where it is.',
    fields: [
      ...['state', 'by', 'running', 'pid', 'version', 'dataFolder', 'socketFolder', 'logFile'],
      ...['sharded', 'distributed', 'reference', 'workers', 'url'],
    ],
    async run(call) {
      refuseRemote(call.config)
      if (call.config.databaseUrl) return foreignStatus(call)
      const status = await serverStatus(call.config.home)
      call.out.record({ ...status, sharded: false, url: url(call) }, [
        ['state', stateWords(status)],
        ['running', status.running ? `yes, process ${status.pid}` : 'no'],
        ['version', `PostgreSQL ${status.version}`],
        ['data', status.dataFolder],
        ['log', status.logFile],
        ['url', url(call)],
      ])
    },
  },
  {
    name: 'migrate',
    about: 'Apply pending migrations.',
    fields: ['applied'],
    async run({ config, out }) {
      refuseRemote(config)
      const { applied } = await readyDatabase(config, out.note)
      out.done({ applied }, applied.length ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.')
    },
  },
  {
    name: 'shard',
    about: 'Distribute the tables over the workers of a Citus cluster, by user.',
    examples: ['DATABASE_URL=postgres://crm@coordinator/crm crm db shard'],
    fields: ['sharded', 'distributed', 'reference', 'workers'],
    async run({ config, out }) {
      refuseRemote(config)
      if (!config.databaseUrl)
        misused('Set DATABASE_URL to the coordinator of a Citus cluster; the embedded database is not one.')
      await readyDatabase(config)
      const done = await shardDatabase(config.databaseUrl, out.note)
      out.done(done, `${done.distributed.length} tables are distributed over ${done.workers} workers.`)
    },
  },
  {
    name: 'url',
    about: 'Print the database’s connection URL, for psql and other programs.',
    fields: ['url'],
    async run(call) {
      refuseRemote(call.config)
      const address = url(call)
      call.out.done({ url: address }, address)
    },
  },
  backupCommand,
  restoreCommand,
]
