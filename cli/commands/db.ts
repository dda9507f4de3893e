// `crm db …`: the embedded or configured database.
import { databaseAddressOf, openServices, readyDatabase, stopDatabase } from '../../core/startup.ts'
import { serverStatus, stateWords, urlOf } from '../../core/database/embedded.ts'
import { shardDatabase, shardingOf } from '../../core/database/sharding.ts'
import { fail } from '../../core/kernel/errors.ts'
import { redact } from '../../core/kernel/log.ts'
import { type Command, type Run, refuseRemote } from '../command.ts'
import { backupCommand, restoreCommand } from './db-backup.ts'

const url = ({ config }: Run): string => {
  const place = databaseAddressOf(config)
  return typeof place === 'string' ? place : urlOf(place)
}

function refuseForeign({ config }: Run): void {
  refuseRemote(config)
  if (config.databaseUrl)
    fail('usage', { problem: 'DATABASE_URL is set: crm does not start or stop that server.' })
}

async function foreignStatus({ config, out }: Run): Promise<void> {
  const core = openServices({ ...config, poolSize: 1 })
  try {
    const [row] = await core.services.sql<
      { version: string }[]
    >`select current_setting('server_version') as version`
    const version = row?.version.split(' ')[0] ?? ''
    const shards = await shardingOf(core.services.sql)
    const { sharded, distributed, reference, workers } = shards
    const lines: [string, string][] = [
      ['running', 'yes'],
      ['version', `PostgreSQL ${version}`],
      ['sharded', sharded ? `yes, ${distributed.length} tables over ${workers} workers` : 'no'],
      ['url', redact(config.databaseUrl ?? '')],
    ]
    const status = { running: true, version, sharded, distributed, reference, workers }
    out.record({ ...status, url: redact(config.databaseUrl ?? '') }, lines)
  } finally {
    await core.close()
  }
}

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
        fail('usage', {
          problem:
            'Set DATABASE_URL to the coordinator of a Citus cluster; the embedded database is not one.',
        })
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
