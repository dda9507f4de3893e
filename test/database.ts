// PRIVATE, uncommitted
import { connect } from '../core/database/connect.ts'
import { migrate } from '../core/database/migrate.ts'
const base = 'postgres://postgres@127.0.0.1:55431/'
let n = 0
export async function freshDatabase() {
  const admin = connect({ at: base + 'postgres', poolSize: 1, name: 't', deadlineMs: 20000 })
  const name = `t_${process.pid}_${Date.now()}_${n++}`
  await admin.unsafe(`create database ${name}`)
  const url = base + name
  const sql = connect({ at: url, poolSize: 4, name: 't', deadlineMs: 2000 })
  await migrate(sql)
  return { sql, url, close: async () => { await sql.end({ timeout: 1 }); await admin.unsafe(`drop database ${name} with (force)`); await admin.end({ timeout: 1 }) } }
}
