// The benchmark's environment: a temporary home with the embedded Postgres, removed at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, connectForMaintenance, type Sql } from '../../core/database/connect.ts'
import { ensureServer, stopServer, urlOf, type Address } from '../../core/database/embedded.ts'
import { migrate } from '../../core/database/migrate.ts'

export interface World {
  home: string
  /**
   * Environment of child processes, without extra CA certificates, which slow each start of the oldest Node by 36 ms.
   */
  env: NodeJS.ProcessEnv
  /** A separate migrated database. */
  database(name: string): Promise<BenchDatabase>
  close(): Promise<void>
}

export interface BenchDatabase {
  sql: Sql
  url: string
  address: Address
}

export async function openWorld(): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'crm-bench-'))
  const { address } = await ensureServer(home)
  const opened: Sql[] = []
  const { NODE_EXTRA_CA_CERTS: _, DATABASE_URL: _url, CRM_SERVER: _server, ...inherited } = process.env

  const database = async (name: string): Promise<BenchDatabase> => {
    const at = { ...address, database: name }
    const admin = connectForMaintenance(address)
    await admin`create database ${admin(name)}`
    await admin.end({ timeout: 5 })
    const bare = connectForMaintenance(at)
    await migrate(bare)
    await bare.end({ timeout: 5 })
    const sql = connect({ at, poolSize: 1, name: 'bench', deadlineMs: 600_000 })
    opened.push(sql)
    return { sql, url: urlOf(at), address: at }
  }

  return {
    home,
    env: { ...inherited, CRM_HOME: home, LOG_LEVEL: 'info' },
    database,
    async close() {
      await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })))
      await stopServer(home)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
