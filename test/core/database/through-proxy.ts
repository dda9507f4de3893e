// A pool whose way to its database the test can cut, freeze and reset.
import { connect, type Sql } from '../../../core/database/connect.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'
import { openProxy, type Proxy } from '../../proxy.ts'

export interface ThroughProxy {
  db: TestDatabase
  proxy: Proxy
  sql: Sql
  close(): Promise<void>
}

export async function openThroughProxy(
  name: string,
  options: { poolSize: number; deadlineMs: number },
): Promise<ThroughProxy> {
  const db = await freshDatabase()
  const proxy = await openProxy(db.address)
  const sql = connect({ at: proxy.url, name, ...options })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await proxy.close()
    await db.close()
  }
  return { db, proxy, sql, close }
}
