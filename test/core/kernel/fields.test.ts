// Every field that a noun declares survives what records go through: a change and its undo, a deletion and its undo, a merge
// and its undo, a file of our own into an empty account, the mirror, and the export of the account.
import { expect, test } from 'vitest'
import { exported } from '../account/exported.ts'
import { ACTIVITY } from '../../../core/activities/fields.ts'
import * as activities from '../../../core/activities/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { EVENT } from '../../../core/calendar/fields.ts'
import * as calendar from '../../../core/calendar/operations.ts'
import { CONTACT } from '../../../core/contacts/fields.ts'
import * as contacts from '../../../core/contacts/operations.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import * as jobs from '../../../core/jobs/operations.ts'
import { exportJobs, getJob, listJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { type Fields, fileColumns, merged, type Noun } from '../../../core/kernel/record.ts'
import { listChanges } from '../../../core/mirror/operations.ts'
import { OFFER_ROW } from '../../../core/offers/store.ts'
import { rowCells } from '../../../core/sheets/text.ts'
import { as, aUser, call, unlimited, useCore } from '../../harness.ts'
import { full, settable, valueOf } from '../../field-values.ts'

type Values = Record<string, unknown>
interface Told {
  noun: Noun<Fields>
  add: Operation
  change: Operation
  remove: Operation
  get: Operation
  import: Operation
  list: Operation
  merge?: Operation
  export?: (ctx: Context, id: string) => Promise<object>
}

const core = useCore()
const run = (operation: Operation, ctx: Context, input: object) =>
  call(operation, ctx, input) as Promise<Values>

const JOBS: Told = {
  ...{ noun: JOB, add: jobs.addJob, change: jobs.updateJob, remove: jobs.removeJob, get: getJob },
  ...{ import: jobs.importJobs, list: listJobs, merge: jobs.mergeJob },
  export: async (ctx, id) => (await call(exportJobs, ctx, {})).jobs.find((job) => job.id === id)!,
}
const NOUNS: Told[] = [
  JOBS,
  {
    ...{
      noun: CONTACT,
      add: contacts.addContact,
      change: contacts.updateContact,
      remove: contacts.removeContact,
    },
    ...{
      get: contacts.getContact,
      import: contacts.importContacts,
      list: contacts.listContacts,
      merge: contacts.mergeContact,
    },
  },
  {
    ...{ noun: ACTIVITY, add: activities.addActivity, change: activities.updateActivity },
    ...{
      remove: activities.removeActivity,
      get: activities.getActivity,
      import: activities.importActivities,
      list: activities.listActivities,
    },
  },
  {
    ...{ noun: EVENT, add: calendar.addEvent, change: calendar.updateEvent, remove: calendar.removeEvent },
    ...{ get: calendar.getEvent, import: calendar.importEvents },
    list: calendar.listEvents,
  },
]

const without = ({ updatedAt: _, ...rest }: Values): Values => rest

async function world() {
  const ctx = as(core(), await aUser(core()), unlimited(core().services))
  const job = String((await run(jobs.addJob, ctx, { company: 'Linked', role: 'Job' }))['id'])
  const contact = String((await run(contacts.addContact, ctx, { name: 'Linked' }))['id'])
  return { ctx, links: { job, contact } }
}

const CASES = [0, 4].flatMap((at) => NOUNS.map((told) => ({ of: told.noun.noun, at, told })))

test.each(CASES)('of $of, with values $at', async ({ told, at }) => {
  const { ctx, links } = await world()
  const id = String((await run(told.add, ctx, full(told.noun, at, links)))['id'])
  const added = await run(told.get, ctx, { id })
  expect(added).toMatchObject(full(told.noun, at, links))

  for (const [name, field] of settable(told.noun)) {
    const value = valueOf(name, field, at + 1, links)
    await run(told.change, ctx, { id, [name]: value })
    const changed = await run(told.get, ctx, { id })
    expect(changed[name], `changed ${name}`).toEqual(value)
    if (field.kind === 'reference' || field.kind === 'references') continue
    await call(undoChange, ctx, {})
    expect(without(await run(told.get, ctx, { id })), `undid ${name}`).toEqual(without(added))
  }

  await run(told.remove, ctx, { id, ...(told === JOBS && { confirm: true }) }).catch(() =>
    run(told.remove, ctx, { id }),
  )
  await call(undoChange, ctx, {})
  expect(without(await run(told.get, ctx, { id })), 'deleted and undone').toEqual(without(added))

  const changedSince = (updatedSince: string) =>
    run(told.list, ctx, { updatedSince, ...(told.noun === EVENT && { from: '2000-01-01' }) })
  expect((await changedSince('2000-01-01'))['total']).toBeGreaterThan(0)
  expect(await changedSince('2199-01-01')).toMatchObject({ total: 0 })

  const { changes } = await call(listChanges, ctx, { limit: 100 })
  const mirrored = changes.find((change) => change.id === id)?.record
  expect(Object.keys(mirrored ?? {}).sort()).toEqual([...told.noun.shown].sort())
  expect(mirrored).toMatchObject(full(told.noun, at, links))

  const tables = await exported(ctx)
  const row = tables[told.noun.table]!.find((each) => each['id'] === id)!
  expect(Object.keys(row)).toEqual(expect.arrayContaining(told.noun.stored.map(([name]) => name)))

  if (told.merge) {
    const bare = Object.fromEntries(
      settable(told.noun).flatMap(([name, { settable: said }]) =>
        said === 'needed' ? [[name, `${String(added[name])} too`]] : [],
      ),
    )
    const kept = String((await run(told.add, ctx, bare))['id'])
    const before = await run(told.get, ctx, { id: kept })
    await run(told.merge, ctx, { id: kept, from: id })
    const after = await run(told.get, ctx, { id: kept })
    for (const [name, { settable: said }] of settable(told.noun))
      if (said !== 'needed') expect(after[name], `merged ${name}`).toEqual(added[name])
    await call(undoChange, ctx, {})
    expect(without(await run(told.get, ctx, { id: kept })), 'merge undone').toEqual(without(before))
    expect(without(await run(told.get, ctx, { id })), 'merge undone').toEqual(without(added))
  }

  // Into an account without it; the records that it is linked to have to be there.
  const columns = [...fileColumns(told.noun), ...(told === JOBS ? ['history'] : [])]
  const record = (await told.export?.(ctx, id)) ?? (await run(told.get, ctx, { id }))
  const cells = rowCells(columns, record)
  await run(told.remove, ctx, { id })
  const values = Object.fromEntries(columns.map((column, at) => [column, cells[at]]))
  const report = await run(told.import, ctx, { rows: [{ values }] })
  expect(report, JSON.stringify(report)).toMatchObject({ created: 1 })
  const again = await run(told.get, ctx, { id })
  for (const name of columns)
    if (name !== 'updatedAt') expect(again[name], `imported ${name}`).toEqual(added[name])
})

test.each(NOUNS.map((told) => [told.noun.table, told] as const))(
  '%s are listed in each order',
  async (_, told) => {
    const { ctx, links } = await world()
    for (const at of [0, 1, 2]) await run(told.add, ctx, full(told.noun, at, links))
    const from = told.noun === EVENT ? { from: '2000-01-01' } : {}
    const orders = Object.entries(told.noun.fields).flatMap(([name, { sort }]) => (sort ? [name] : []))
    expect(orders).toEqual(expect.arrayContaining(['createdAt', 'updatedAt']))
    for (const order of orders)
      for (const sort of [order, `-${order}`]) {
        const page = await run(told.list, ctx, { ...from, sort, limit: 2 })
        const next = await run(told.list, ctx, { ...from, sort, cursor: page['nextCursor'] })
        const rows = [page, next].flatMap((one) => Object.values(one).find(Array.isArray) as Values[])
        const values = rows.map((row) => String(row[order] ?? '').toLowerCase())
        expect(values.length, sort).toBe(page['total'])
        // What is empty comes last in both directions.
        const known = values.filter(Boolean).toSorted()
        const empty = values.filter((value) => !value)
        expect(values, sort).toEqual([...(sort === order ? known : known.toReversed()), ...empty])
      }
  },
)

/** What the database keeps beside the fields of a record. */
const BESIDE = ['user_id', 'search', 'url_key', 'sequence']

test.each([JOB, CONTACT, ACTIVITY, EVENT, OFFER_ROW].map((noun) => [noun.table, noun] as const))(
  'every column of %s is declared',
  async (_, noun) => {
    const columns = await core().services.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${noun.table}`
    const undeclared = columns.map(({ name }) => name).filter((name) => !BESIDE.includes(name))
    expect(undeclared.sort()).toEqual(noun.stored.map(([, column]) => column).sort())
  },
)

test('a merge notes an address that the kept one only contains, and not the same one', () => {
  const contact = { name: 'Ann', notes: null, linkedinUrl: 'https://a.example/in/ann' }
  const kept = { ...contact, email: 'mary.ann@acme.example' }
  const other = { ...contact, email: 'ann@acme.example' }
  expect(merged(CONTACT, kept, other, 'UTC').notes).toMatch(/said:\nemail: ann@acme\.example$/)
  expect(merged(CONTACT, kept, { ...kept, email: 'Mary.Ann@acme.example' }, 'UTC').notes).toBeNull()
})
