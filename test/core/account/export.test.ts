// The export of an account holds all of it, and nothing of another's, in parts that fit into memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Export, exportData } from '../../../core/account/operations.ts'
import { listTables } from '../../../core/account/store.ts'
import { recordChange, transaction } from '../../../core/database/transaction.ts'
import { newId } from '../../../core/kernel/id.ts'
import { isJsonText } from '../../../core/kernel/json-text.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { exported } from './exported.ts'

const core = useCore()

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const liveBytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const moods = (userId: string, rows: number, note: string | null) => core().database.sql`
  insert into mood_check_ins (user_id, id, mood, note, at)
  select ${userId}, gen_random_uuid(), 'good', ${note}, now() from generate_series(1, ${rows})`

test('an export is whole, however many rows a table has', async () => {
  const [me, other] = [as(core(), await aUser(core())), as(core(), await aUser(core()))]
  await moods(me.principal.userId, 20_050, null)
  await moods(other.principal.userId, 1, 'Theirs.')
  const rows = (await exported(me))['mood_check_ins']!
  expect(rows).toHaveLength(20_050)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(20_050)
  expect((await exported(other))['mood_check_ins']).toMatchObject([{ note: 'Theirs.' }])
})

test('tables are exported whole whose keys are never shown', async () => {
  const { sql } = core().database
  const me = as(core(), await aUser(core()))
  const { userId } = me.principal
  const [made] = await sql<{ id: string }[]>`
    insert into oauth_grants (user_id, id, client_id, client_name, scope, resource, created_at)
    values (${userId}, gen_random_uuid(), 'one', 'One', 'jobs:read', 'https://crm.example', now())
    returning id`
  const digests = sql`select sha256(convert_to(${userId} || n, 'utf8')) as hash, n from generate_series(1, 777) n`
  await sql`insert into inbox_seen (user_id, key) select ${userId}, substring(hash, 1, 16) from (${digests}) d`
  await sql`
    insert into sign_in_addresses (user_id, network, signed_in_at) select ${userId}, hash, now() from (${digests}) d`
  await sql`
    insert into oauth_secrets (hash, user_id, grant_id, kind, created_at, expires_at)
    select hash, ${userId}, ${made!.id}, 'access', now(), now() from (${digests}) d`
  await sql`
    insert into extension_tokens (hash, user_id, id, name, scope, last_four, created_at)
    select hash, ${userId}, gen_random_uuid(), n, 'read-only', 'abcd', now() from (${digests}) d`
  await sql`
    insert into intelligence_keys (hash, user_id, id, name, tier, last_four, created_at)
    select hash, ${userId}, gen_random_uuid(), n, 'free', 'abcd', now() from (${digests}) d`
  const tables = await exported(me)
  const hidden = ['inbox_seen', 'sign_in_addresses', 'oauth_secrets', 'extension_tokens', 'intelligence_keys']
  for (const table of hidden) {
    expect(tables[table], table).toHaveLength(777)
    for (const name of ['hash', 'key', 'network']) expect(tables[table]![0], table).not.toHaveProperty(name)
  }
  expect(new Set(tables['extension_tokens']!.map(({ name }) => name)).size).toBe(777)
})

test('what undo keeps of a deleted webhook is exported without its encrypted secret', async () => {
  const me = as(core(), await aUser(core()))
  const before = { url: 'https://a.example/', sealedSecret: 'c2VhbGVk' }
  await transaction(me, async (tx) => recordChange(tx, 'webhook', newId(), before, null))
  const trail = JSON.stringify((await exported(me))['audit_log'])
  expect(trail).toContain(before.url)
  expect(trail).not.toContain(before.sealedSecret)
})

/** Types that are read to the last digit, so that the next page begins where the one before ended. */
const EXACT = new Set(['uuid', 'text', 'bytea', 'integer', 'date', 'timestamp(3) with time zone'])

test('the next page of any table can be asked for by its key', async () => {
  for (const { table, key } of await listTables(core().database.sql)) {
    const types = await core().database.sql<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attname in ${core().database.sql(key.length ? key : ['user_id'])}`
    expect(types, table).toHaveLength(key.length || 1)
    for (const { name, type } of types) expect(EXACT, `${table}.${name}`).toContain(type)
  }
})

test('an export of 60 MB needs no more memory than one of 6', async () => {
  const peakOf = async (rows: number) => {
    const me = as(core(), await aUser(core()))
    await moods(me.principal.userId, rows, 'x'.repeat(3_000))
    const before = liveBytes()
    let [peak, bytes, pieces] = [0, 0, 0]
    for await (const piece of await call(exportData, me, {})) {
      bytes += piece.length
      if (pieces++ % 8 === 0) peak = Math.max(peak, liveBytes() - before)
    }
    expect(bytes).toBeGreaterThan(rows * 3_000)
    return peak
  }
  const small = await peakOf(2_000)
  // What a run compiles and has not collected differs by some megabytes; held as a whole, it would be 54 more.
  expect((await peakOf(20_000)) - small).toBeLessThan(25_000_000)
})

test('the schema describes what is written', async () => {
  expect(isJsonText(await call(exportData, as(core(), await aUser(core())), {}))).toBe(true)
  expect(Export().safeParse({}).success).toBe(false)
})
