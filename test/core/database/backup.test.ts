// The backup file: everything is restored, and an invalid file never changes the database.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from '../../../core/database/backup.ts'
import { readContainer, writeContainer, type BackupHeader } from '../../../core/database/backup/container.ts'
import { ensureServer, stopServer, type Address } from '../../../core/database/embedded.ts'

const SCHEMA = `
  create table migrations (number int primary key);
  insert into migrations values (3);
  create table people (
    id uuid primary key, name text not null, born date, score numeric, tags text[], raw bytea, extra jsonb,
    at timestamptz default now(), mood real, shout text generated always as (upper(name)) stored,
    favourite uuid, number bigint generated always as identity);
  create table jobs (id uuid primary key, owner uuid not null references people, parent uuid references jobs, "odd ""name" text);
  alter table people add constraint people_favourite foreign key (favourite) references jobs;
  create unlogged table windows (owner uuid);
  create function loud() returns trigger language plpgsql as $$ begin raise exception 'a trigger ran'; end $$;
`
const TRIGGER = 'create trigger loud before insert on jobs for each row execute function loud()'
const ROWS = `
  insert into people (id, name, born, score, tags, raw, extra, at, mood)
    select gen_random_uuid(), E'Zoë \\\\ tab\\t line\\n ' || n, '0044-03-15 BC', 'NaN', array['a,b', null, '{"}'],
      decode('00ff0a', 'hex'), '{"a": [1, "\\\\u00e9"]}', '2026-01-02 03:04:05.678901+02', 1.1 / n
    from generate_series(1, 2000) n;
  insert into people (id, name) values (gen_random_uuid(), '\\.');
  insert into jobs select gen_random_uuid(), id, null, repeat(name, 3) from people;
  update jobs set parent = (select id from jobs limit 1);
  update people set favourite = jobs.id from jobs where owner = people.id;
  insert into windows select id from people;
`
const EXCLUDE = ['migrations']
const DIGEST = `select (select md5(string_agg(p::text, '|' order by p.id)) from people p) || (select md5(string_agg(j::text, '|' order by j.id)) from jobs j) as digest`

// Real servers on a busy disk: a first start can take 4 s there.

let folder: string
let address: Address
let source: Sql
let target: Sql
let file: string
const clients: Sql[] = []

const client = (database: string) => {
  const sql = postgres({
    host: address.socketFolder,
    port: 5432,
    user: 'crm',
    database,
    max: 2,
    onnotice: () => undefined,
  })
  clients.push(sql)
  return sql
}
// One database that is emptied between tests: creating and dropping one for each test costs a second of disk
// time.
const fresh = async (schema = SCHEMA) => {
  await target.unsafe('drop schema public cascade; create schema public')
  await target.unsafe(schema)
  return target
}
const digest = async (sql: Sql) => (await sql.unsafe(DIGEST))[0]?.['digest'] as unknown
const count = async (sql: Sql, table: string) =>
  Number((await sql`select count(*) from ${sql(table)}`)[0]?.['count'])

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'crm-backup-'))
  address = (await ensureServer(path.join(folder, 'home'))).address
  source = client('crm')
  await source`create database target`
  await source.unsafe(SCHEMA)
  target = client('target')
  await source.unsafe(ROWS)
  await source.unsafe(TRIGGER)
  file = path.join(folder, 'a.crm')
  await backup(source, file, { schemaVersion: 3, productVersion: '0.1.0', exclude: EXCLUDE })
})

afterAll(async () => {
  await Promise.all(clients.map((sql) => sql.end()))
  await stopServer(path.join(folder, 'home'))
  rmSync(folder, { recursive: true, force: true })
})

test('every row is restored unchanged, despite cycles, self-references and triggers', async () => {
  await fresh()
  await target.unsafe(TRIGGER)
  const summary = await restore(target, file, { schemaVersion: 3, exclude: EXCLUDE })
  expect(summary).toMatchObject({ schemaVersion: 3, tables: 2, rows: 4002 })
  expect(await digest(target)).toBe(await digest(source))
  expect(await count(target, 'windows')).toBe(0)
  const [next] = await target`insert into people (id, name) values (gen_random_uuid(), 'x') returning number`
  expect(Number(next?.['number'])).toBe(2002)
  await expect(target`insert into jobs (id, owner) select id, id from people limit 1`).rejects.toThrow(
    'a trigger ran',
  )
  await expect(target`delete from people`).rejects.toThrow('violates foreign key')
})

test('the file is private, names its versions, and leaves no partial file behind', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.startsWith('a.crm'))).toEqual(['a.crm'])
  expect(await readContainer(file)).toMatchObject({
    format: 1,
    product: 'crm',
    productVersion: '0.1.0',
    schemaVersion: 3,
    server: '18.4',
  })
})

test('the rows of a database are replaced, but for those of tables that are left out', async () => {
  await fresh()
  await target`insert into people (id, name) values (gen_random_uuid(), 'mine')`
  await restore(target, file, { schemaVersion: 3, exclude: EXCLUDE })
  expect(await digest(target)).toBe(await digest(source))
  expect(await count(target, 'migrations')).toBe(1)
})

test('a file truncated or changed at any position is refused in one sentence and changes nothing', async () => {
  await fresh()
  const bytes = readFileSync(file)
  const bad = path.join(folder, 'bad.crm')
  const content = gunzipSync(bytes)
  const flipped = Buffer.from(content)
  flipped[content.length - 5000] = (flipped[content.length - 5000] ?? 0) ^ 1
  const variants = [
    ...[12, 100, bytes.length >> 1, bytes.length - 9, bytes.length - 1].map((end) => bytes.subarray(0, end)),
    ...[0, 40, 5000, bytes.length - 6].map((at) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([0x55, 0xaa]), bytes.subarray(at + 2)]),
    ),
    gzipSync(content.subarray(0, -32)),
    gzipSync(flipped),
    gzipSync(Buffer.concat([content, Buffer.from('more')])),
    Buffer.from(''),
    Buffer.from('PGDMP no backup of ours'),
    gzipSync(Buffer.from('{"product":"other"}\n')),
  ]
  for (const variant of variants) {
    writeFileSync(bad, variant)
    await expect(restore(target, bad, { schemaVersion: 3, exclude: EXCLUDE })).rejects.toThrow(
      /^(The backup .* is damaged or incomplete|.* is not a backup of crm)\. Nothing was changed\.$/,
    )
  }
  expect(await count(target, 'people')).toBe(0)
  await expect(restore(target, path.join(folder, 'none'), { schemaVersion: 3 })).rejects.toThrow(
    /^There is no file /,
  )
})

test('an older schema gets defaults for new columns; a newer or unknown one is refused', async () => {
  const target = await fresh(`${SCHEMA} alter table jobs add column stage text not null default 'saved'`)
  await expect(restore(target, file, { schemaVersion: 2, exclude: EXCLUDE })).rejects.toThrow(
    'created by a newer version of crm',
  )
  await restore(target, file, { schemaVersion: 4, exclude: EXCLUDE })
  expect(await count(target, 'jobs')).toBe(2001)
  await fresh(SCHEMA.replace('mood real', 'temper real'))
  await expect(restore(target, file, { schemaVersion: 4, exclude: EXCLUDE })).rejects.toThrow(
    'a column people.mood',
  )
})

test('rows that violate the schema abort the restore and roll it back', async () => {
  for (const rule of [
    'alter table jobs add constraint never check (owner is null)',
    'create unique index once on people (born)',
    'create table others (id uuid primary key); alter table jobs add foreign key (owner) references others',
  ]) {
    await fresh(`${SCHEMA} ${rule}`)
    await expect(restore(target, file, { schemaVersion: 3, exclude: EXCLUDE })).rejects.toThrow(
      /^The backup does not fit this database: .*\. Nothing was changed\.$/,
    )
    expect(await count(target, 'people')).toBe(0)
    const [row] = await target`select count(*) from pg_constraint where contype = 'f' and condeferrable`
    expect(Number(row?.['count'])).toBe(0)
  }
})

test('a backup is a consistent snapshot: concurrent writes are included whole or not at all', async () => {
  await fresh()
  const writing = { goesOn: true }
  const writer = (async () => {
    while (writing.goesOn) {
      await target`with p as (insert into people (id, name) values (gen_random_uuid(), 'x') returning id)
        insert into jobs (id, owner) select id, id from p`
    }
  })()
  const moment = path.join(folder, 'moment.crm')
  for (let round = 0; round < 5; round++) {
    await backup(target, moment, { schemaVersion: 3, exclude: EXCLUDE })
    const { tables } = await readContainer(moment)
    expect(tables[0]?.rows).toBe(tables[1]?.rows)
  }
  writing.goesOn = false
  await writer
})

test('a backup that cannot be written says so, leaves no file, and the connection stays usable', async () => {
  await expect(backup(source, path.join(folder, 'no', 'x'), { schemaVersion: 3 })).rejects.toThrow(
    /cannot be written: the folder does not exist\.$/,
  )
  expect(await count(source, 'jobs')).toBe(2001)
})

test('a row of more than 64 MiB, such as the record of a long import, can be read again', async () => {
  const row = Buffer.alloc(65 * 2 ** 20, 'x')
  const tables = [{ name: 'audit_log', columns: ['changes'], rows: 1 }]
  const header: BackupHeader = {
    ...{ format: 1, product: 'crm', productVersion: '0.1.0', schemaVersion: 3, createdAt: '', server: '' },
    ...{ tables, sequences: [] },
  }
  const large = path.join(folder, 'large.crm')
  const rows = async function* () {
    yield row
  }
  await writeContainer(large, header, [rows()])
  let bytes = 0
  await readContainer(large, async (_, pieces) => {
    for await (const piece of pieces) bytes += piece.length
  })
  expect(bytes).toBe(row.length)
})

test.each([
  ['57P01', /does not answer/],
  ['53100', /disk of the database is full/],
])('a backup and a restore that the database ends with %s say so', async (code, message) => {
  const sql = {
    begin: () => Promise.reject(Object.assign(new Error('terminating connection'), { code })),
  } as unknown as Sql
  const refused = { kind: 'unavailable', message: expect.stringMatching(message) as string }
  const lost = path.join(folder, 'lost.crm')
  await expect(backup(sql, lost, { schemaVersion: 3 })).rejects.toMatchObject(refused)
  await expect(restore(sql, file, { schemaVersion: 3, exclude: EXCLUDE })).rejects.toMatchObject(refused)
})
