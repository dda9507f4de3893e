// `crm db …`: the database under the search.
import { migrateDatabase, placeOf, startDatabase } from '../../core/index.ts'
import { serverStatus, stopServer, urlOf } from '../../core/database/embedded.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Group, Run } from '../command.ts'

const url = ({ config }: Run): string => {
  const place = placeOf(config)
  return typeof place === 'string' ? place : urlOf(place)
}

/** With DATABASE_URL there is nothing of ours to start or stop. */
function refuseForeign({ config }: Run): void {
  if (config.databaseUrl)
    fail('usage', { problem: 'DATABASE_URL is set: that server is not crm’s to start or stop.' })
}

export const group: Group = {
  name: 'db',
  about: 'The database.',
  commands: [
    {
      name: 'start',
      about: 'Start the embedded PostgreSQL.',
      async run(call) {
        refuseForeign(call)
        const started = await startDatabase(call.config, call.out.note)
        await migrateDatabase(call.config)
        call.out.done(
          { started, url: url(call) },
          started ? 'The database runs.' : 'The database ran already.',
        )
      },
    },
    {
      name: 'stop',
      about: 'Stop the embedded PostgreSQL.',
      async run(call) {
        refuseForeign(call)
        const stopped = await stopServer(call.config.home)
        call.out.done({ stopped }, stopped ? 'The database is stopped.' : 'The database was not running.')
      },
    },
    {
      name: 'status',
      about: 'Show whether the database runs, and where it is.',
      async run(call) {
        const status = await serverStatus(call.config.home)
        call.out.record({ ...status, url: url(call) }, [
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
      about: 'Bring the schema up to date.',
      async run({ config, out }) {
        await startDatabase(config, out.note)
        const applied = await migrateDatabase(config)
        out.done({ applied }, applied.length ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.')
      },
    },
    {
      name: 'url',
      about: 'Print the address of the database, for psql and other programs.',
      async run(call) {
        const address = url(call)
        call.out.done({ url: address }, address)
      },
    },
  ],
}
