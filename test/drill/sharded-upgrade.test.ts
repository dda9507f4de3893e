// The upgrade of a filled database of the first releases that Citus distributes: everything of it is there afterwards, on the
// workers too. Part of `npm run test:long -- citus`.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { begin, connectForMaintenance, type Sql } from '../../core/database/connect.ts'
import { applyWithin, appliedTo, migrate } from '../../core/database/migrate.ts'
import { formerMigrations, migrations } from '../../core/database/schema-steps.ts'
import { shardingOf } from '../../core/database/sharding.ts'
import { citusNodes, makeDatabase, onEach } from '../citus.ts'
import { engineOf } from '../engine.ts'

/** The schema of the last release that knew of sharding. */
const RELEASED = 98
const PEOPLE = 20
const JOBS = 30

/** The schema as released, with people who have jobs and want e-mails. */
async function filled(sql: Sql): Promise<void> {
  for (const migration of formerMigrations().filter(({ number }) => number <= RELEASED))
    await begin(sql, (tx) => applyWithin(tx, migration))
  await sql`
    insert into users (id, tier, created_at, updated_at)
    select gen_random_uuid(), 'ultra', now(), now() from generate_series(1, ${PEOPLE}::int)`
  await sql`
    insert into jobs (user_id, id, company, role, status, created_at, updated_at, touched_at, status_changed_at)
    select u.id, gen_random_uuid(), 'Höganäs ' || n, 'Clerk', 'saved', now(), now(), now(), now()
    from users u, generate_series(1, ${JOBS}::int) n`
  await sql`
    insert into watch_digests (user_id, every, due_at, updated_at) select id, 'daily', now(), now() from users`
}

test.skipIf(engineOf() !== 'citus')(
  'a distributed database of an earlier release is brought up to date',
  async () => {
    const nodes = await citusNodes(process.env['CITUS_URL']!)
    const name = `test_${randomBytes(6).toString('hex')}`
    await makeDatabase(nodes, name, { shards: 4, fill: filled })
    const sql = connectForMaintenance({ ...nodes[0]!, database: name })
    try {
      const before = await shardingOf(sql)
      expect(before.sharded).toBe(true)
      // Two gateways that start at the same time.
      const other = connectForMaintenance({ ...nodes[0]!, database: name })
      const applied = await Promise.all([migrate(sql), migrate(other)])
      await other.end()
      const later = formerMigrations().filter(({ number }) => number > RELEASED)
      expect(applied.flat()).toHaveLength(later.length + migrations().length - 1)
      expect((await appliedTo(sql)).at(-1)).toBe(migrations().at(-1)!.number)
      expect((await shardingOf(sql)).distributed).toEqual(expect.arrayContaining(before.distributed))
      const [jobs] = await sql`
      select count(*)::int as found from jobs where crm_folded(company || ' ' || role) like '%ganas%'`
      expect(jobs).toEqual({ found: PEOPLE * JOBS })
      const digests =
        await sql`select time_zone, at_minute, count(*)::int as people from watch_digests group by 1, 2`
      expect([...digests]).toEqual([{ timeZone: 'UTC', atMinute: null, people: PEOPLE }])
      const kept = await sql<{ result: string }[]>`
      select result from run_command_on_workers(
        'select count(*) from pg_class where relname like ''jobs_search_idx%'' and not ''fastupdate=off'' = any (reloptions)')`
      expect(kept.map(({ result }) => result)).toEqual(nodes.slice(1).map(() => '0'))
    } finally {
      await sql.end()
      await onEach(nodes, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`))
    }
  },
)
