// A database whose disk is full says so at every door: it is not “internal”, and not “try again” without a reason.
import { expect, test } from 'vitest'
import { engineOf } from '../engine.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway()

// The trigger that stands for the disk cannot be made on a distributed table.
test.skipIf(engineOf() === 'citus')(
  'a write that finds no space is 503 and says that the disk is full; reads go on, and so do writes afterwards',
  async () => {
    const me = await gateway().caller()
    const { sql } = gateway().core.services
    const add = () => me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef', status: 'saved' })
    // As Postgres itself reports it when it cannot extend a file.
    await sql.unsafe(`
    create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before insert on jobs for each row execute function no_space()`)
    const refused = await add()
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      503,
      'UNAVAILABLE',
      expect.stringContaining('The disk of the database is full'),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.text).not.toContain('base/1/2')
    expect((await me.get('/api/mcp/jobs')).status).toBe(200)
    await sql`drop trigger no_space on jobs`
    expect((await add()).status).toBe(201)
  },
)
