// What is exported comes back: random records of each noun through every format, and through the database of
// somebody else.
import fc from 'fast-check'
import { isBlank, withoutControls } from '../../../core/kernel/plain-characters.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { activityRows } from '../../../core/activities/import/rows.ts'
import { importActivities, listActivities } from '../../../core/activities/operations.ts'
import { ACTIVITY, ACTIVITY_TYPES } from '../../../core/activities/fields.ts'
import { writeIcs } from '../../../core/calendar/ics.ts'
import { readIcs } from '../../../core/calendar/import/read-ics.ts'
import { eventRows } from '../../../core/calendar/import/rows.ts'
import { importEvents, listEvents } from '../../../core/calendar/operations.ts'
import { type CalendarEvent, EVENT, EVENT_TYPES } from '../../../core/calendar/fields.ts'
import { CONTACT, type Contact, CONTACT_TYPES } from '../../../core/contacts/fields.ts'
import { contactRows } from '../../../core/contacts/import/to-contact.ts'
import { readVcards, writeVcards } from '../../../core/contacts/import/vcard.ts'
import { importContacts, listContacts } from '../../../core/contacts/operations.ts'
import { fileColumns, filled } from '../../../core/kernel/record.ts'
import { rowCells } from '../../../core/sheets/text.ts'
import { JOB, STATUSES, type JobWithHistory } from '../../../core/jobs/fields.ts'
import { jobRows } from '../../../core/jobs/import/rows.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { exportJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { batchesOf } from '../../../core/sheets/batches.ts'
import { readFields, sortFields } from '../../../core/sheets/fields.ts'
import { readCsv, writeCsv } from '../../../core/sheets/csv.ts'
import { readJson, writeJson } from '../../../core/sheets/json.ts'
import { linkerOf } from '../../../core/sheets/links.ts'
import type { RowReader } from '../../../core/sheets/rows.ts'
import type { Sheet } from '../../../core/sheets/sheet.ts'
import { readWorkbook, writeWorkbook } from '../../../core/sheets/workbook.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { LONG } from '../../long.ts'

const core = useCore()

/** A user whose requests are not counted. */
async function somebody(): Promise<Context> {
  const ctx = as(core(), await aUser(core()))
  const credential = { kind: 'local' as const, id: null, name: null, scope: null }
  return { ...ctx, principal: { ...ctx.principal, credential } }
}

const COUNT = LONG ? 1_000 : 250
const uuid = (kind: number, n: number) => `018f0000-000${kind}-7000-8000-${String(n).padStart(12, '0')}`

const awkward = fc.array(fc.constantFrom('=', '+', "'", '"', ',', ';', ':', '\n', '\r\n', '\r', '\t', ' ', '-', 'a', 'é', '日', '😀', '\\', '\\n', '|', '@', '<b>x</b>', '_x0041_', '\u0007', '\uFEFF'), { maxLength: 12 }).map((each) => each.join('')) // prettier-ignore
const text = (maxLength: number) =>
  fc.oneof(fc.lorem({ maxCount: 4 }), awkward, fc.string({ unit: 'grapheme', maxLength })).map(withoutControls).filter((each) => !each.includes('\0') && each.length <= maxLength && !/\p{Cs}/u.test(each)) // prettier-ignore
/** As the API stores names: never empty, without space around them. */
const name = (maxLength: number) => text(maxLength).map((each) => each.trim()).filter((each) => !isBlank(each)) // prettier-ignore
const body = (maxLength: number) => fc.option(text(maxLength).filter((each) => each.trim() !== ''))
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-06-01'), noInvalidDate: true }).map((date) => date.toISOString()) // prettier-ignore
// A comma parts tags at every door.
const tags = fc.uniqueArray(
  name(10).filter((tag) => !tag.includes(',')),
  { maxLength: 4 },
)
const sample = <T>(of: fc.Arbitrary<T>): T[] => fc.sample(of, { numRuns: COUNT, seed: 22 })

const jobs = sample(
  fc.record({
    company: name(40),
    role: name(40),
    location: fc.option(name(40)),
    salary: fc.option(fc.constantFrom('$180k–220k', '55/hr', 'up to 90k')),
    url: fc.option(fc.webUrl({ withQueryParameters: true })),
    description: body(200),
    notes: body(200),
    tags,
    deadline: fc.option(instant),
    nextStep: fc.option(name(40)),
    source: fc.option(name(40)),
    priority: fc.option(fc.constantFrom('high' as const, 'medium' as const, 'low' as const)),
    past: fc.array(fc.record({ status: fc.constantFrom(...STATUSES), at: fc.option(instant), note: body(40) }), { minLength: 1, maxLength: 4 }), // prettier-ignore
    createdAt: instant,
  }),
).map(({ past, ...job }, at) => ({ ...job, id: uuid(1, at), history: past }))

const contacts = sample(
  fc.record({
    name: name(40),
    title: fc.option(name(40)),
    company: fc.option(name(40)),
    email: fc.option(fc.constantFrom('ana@opal.example', 'b.c+d@x.example')),
    phone: fc.option(name(20)),
    linkedinUrl: fc.option(fc.webUrl()),
    type: fc.constantFrom(...CONTACT_TYPES),
    notes: body(200),
    tags,
    jobIds: fc
      .uniqueArray(fc.nat(COUNT - 1), { maxLength: 3 })
      .map((all) => all.map((n) => uuid(1, n)).sort()),
    lastContactedAt: fc.option(instant),
    createdAt: instant,
    updatedAt: instant,
  }),
).map((contact, at): Contact => ({ ...filled(CONTACT, { name: contact.name }), ...contact, id: uuid(2, at) }))

const links = { jobId: fc.option(fc.nat(COUNT - 1).map((n) => uuid(1, n))), contactId: fc.option(fc.nat(COUNT - 1).map((n) => uuid(2, n))) } // prettier-ignore

const activities = sample(
  fc.record({
    ...links,
    type: fc.constantFrom(...ACTIVITY_TYPES),
    title: name(40),
    body: body(200),
    occurredAt: instant,
    createdAt: instant,
    updatedAt: instant,
  }),
).map((activity, at) => ({ ...activity, id: uuid(3, at) }))

const events = sample(
  fc.record({
    ...links,
    type: fc.constantFrom(...EVENT_TYPES),
    title: name(40),
    startsAt: instant,
    minutes: fc.option(fc.constantFrom(0, 30, 90)),
    timeZone: fc.option(fc.constantFrom('Europe/Berlin', 'America/New_York')),
    location: fc.option(name(40)),
    notes: body(200),
    createdAt: instant,
    updatedAt: instant,
  }),
).map(({ minutes, ...event }, at): CalendarEvent => ({
  ...filled(EVENT, { title: event.title, startsAt: event.startsAt }),
  ...event,
  id: uuid(4, at),
  endsAt: minutes === null ? null : new Date(Date.parse(event.startsAt) + minutes * 60_000).toISOString(),
})) // prettier-ignore

interface Noun {
  rows: RowReader
  operation: Operation
  /** The records in each format, read again. */
  files(records: readonly never[]): Record<string, () => Promise<Sheet> | Sheet>
  export(ctx: Context): Promise<object[]>
}

const table = <Row extends object>(rows: { table: RowReader['table'] }, columns: readonly string[], cells = (row: Row) => rowCells(columns, row)) => (records: readonly Row[]) => ({
  csv: () => readCsv(writeCsv(columns, records.map(cells)), rows.table),
  json: () => readJson(writeJson(rows.table.noun, records), rows.table),
  xlsx: async () => readWorkbook('a.xlsx', await writeWorkbook(columns, records.map(cells)), rows.table),
}) // prettier-ignore

async function everyPage<T>(
  read: (cursor?: string) => Promise<{ nextCursor: string | null } & T>,
): Promise<T[]> {
  const pages: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    pages.push(page)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return pages
}

const pageOf = (cursor: string | undefined) => ({ limit: 100, ...(cursor && { cursor }) })

const NOUNS = {
  jobs: {
    rows: jobRows as RowReader,
    operation: importJobs,
    files: table<JobWithHistory>(jobRows as RowReader, [...fileColumns(JOB), 'history']),
    export: async (ctx) => (await everyPage((cursor) => call(exportJobs, ctx, pageOf(cursor)))).flatMap((page) => page.jobs), // prettier-ignore
  },
  contacts: {
    rows: contactRows as RowReader,
    operation: importContacts,
    files: (records: readonly Contact[]) => ({
      ...table(contactRows as RowReader, fileColumns(CONTACT))(records),
      vcf: () => readVcards(writeVcards(records)),
    }),
    export: async (ctx) => (await everyPage((cursor) => call(listContacts, ctx, { sort: 'createdAt', ...pageOf(cursor) }))).flatMap((page) => page.contacts), // prettier-ignore
  },
  activities: {
    rows: activityRows as RowReader,
    operation: importActivities,
    files: table(activityRows as RowReader, fileColumns(ACTIVITY)),
    export: async (ctx) => (await everyPage((cursor) => call(listActivities, ctx, pageOf(cursor)))).flatMap((page) => page.activities), // prettier-ignore
  },
  events: {
    rows: eventRows as RowReader,
    operation: importEvents,
    files: (records: readonly CalendarEvent[]) => ({
      ...table(eventRows as RowReader, fileColumns(EVENT))(records),
      ics: () => readIcs(writeIcs(records.map((event) => ({ ...event, own: event })), { name: 'x', now: '2026-01-01T00:00:00.000Z' }), 'UTC'), // prettier-ignore
    }),
    export: async (ctx) => (await everyPage((cursor) => call(listEvents, ctx, { from: '1990-01-01', ...pageOf(cursor) }))).flatMap((page) => page.events), // prettier-ignore
  },
} satisfies Record<string, Noun>

/** Imports a sheet as the terminal does, in parts that are one change. */
async function importSheet(ctx: Context, { rows, operation }: Noun, sheet: Sheet, expected: string) {
  expect(sheet.problem).toBeNull()
  const reading = { table: rows.table, timeZone: 'UTC', dateOrder: null }
  const sums = { created: 0, updated: 0, skipped: 0, failed: 0 }
  const others: unknown[] = []
  let continues: string | undefined
  for (const part of batchesOf(sheet.rows, { rows: 500, values: 9_000, bytes: 900_000 }, (row) =>
    rows.matchKeysOf(row, reading),
  )) {
    const sent = part.map(({ line, cells }) => ({ line, values: Object.fromEntries(cells) }))
    const report = (await call(operation, ctx, { rows: sent, ...(continues && { continues }) })) as typeof sums & { changeId: string | null; rows: { outcome: string }[] } // prettier-ignore
    continues ??= report.changeId ?? undefined
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += report[name]
    others.push(...report.rows.filter(({ outcome }) => outcome !== expected))
  }
  expect(others.slice(0, 3)).toEqual([])
  return { ...sums, continues }
}

/** Without the version, which every write moves on, and in the order of ids. */
const compared = (records: readonly object[]) =>
  (records as { id: string; updatedAt?: string }[])
    .map(({ updatedAt: _, ...record }) => record)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

describe('a thousand', () => {
  const there: Partial<Record<keyof typeof NOUNS, object[]>> = {}
  let me: Context
  let you: Context

  beforeAll(async () => {
    ;[me, you] = [await somebody(), await somebody()]
    const records = { jobs, contacts, activities, events }
    for (const noun of Object.keys(NOUNS) as (keyof typeof NOUNS)[]) {
      const { rows } = NOUNS[noun]
      // Jobs begin with their histories; what follows from those is written by the import itself.
      const list = noun === 'jobs' ? records.jobs.map((job) => ({ ...job, status: job.history.at(-1)!.status })) : records[noun] // prettier-ignore
      const sums = await importSheet(
        me,
        NOUNS[noun],
        readJson(writeJson(rows.table.noun, list), rows.table),
        'created',
      )
      expect(sums).toMatchObject({ created: COUNT, failed: 0 })
      there[noun] = compared(await NOUNS[noun].export(me))
    }
    expect(compared(contacts).map((contact) => ({ ...contact, lastContactedAt: null }))).toEqual((there.contacts as Contact[]).map((contact) => ({ ...contact, lastContactedAt: null }))) // prettier-ignore
    expect(there.activities).toEqual(compared(activities))
    expect(there.events).toEqual(compared(events))
    // Links and later activities touch contacts and jobs.
    there.contacts = compared(await NOUNS.contacts.export(me))
  })

  test.each(Object.keys(NOUNS) as (keyof typeof NOUNS)[])(
    '%s come back from every format as they were',
    async (noun) => {
      const exported = (await NOUNS[noun].export(me)) as never[]
      const files = Object.entries(NOUNS[noun].files(exported))
      for (const [format, read] of files) {
        const sums = await importSheet(me, NOUNS[noun], await read(), 'skipped')
        expect({ format, ...sums }).toMatchObject({ format, skipped: COUNT })
      }
      // Somebody else gets them by the most particular format: vCard, iCalendar, else a workbook.
      const sums = await importSheet(you, NOUNS[noun], await files.at(-1)![1](), 'created')
      expect(sums).toMatchObject({ created: COUNT })
      const [entry] = await me.sql<{ n: number }[]>`
        select jsonb_array_length(changes) as n from audit_log where id = ${sums.continues!} and user_id = ${you.principal.userId}`
      expect(entry!.n).toBeGreaterThanOrEqual(COUNT)
      expect(compared(await NOUNS[noun].export(you))).toEqual(there[noun]!)
    },
  )
})

test('a value that no reader of its kind takes is set aside, not dropped', () => {
  const row = { line: 1, cells: [['Tags', 'a, b'] as const], problem: null }
  const reading = { table: contactRows.table, timeZone: 'UTC', dateOrder: null }
  const sorted = sortFields(row, contactRows.table)
  expect(readFields(CONTACT, sorted, reading)).toEqual({})
  expect([sorted.rest, sorted.left.map(({ text }) => text)]).toEqual([['Tags: a, b'], ['a, b']])
})

test('a row finds the only job and person of its names', () => {
  const job = (id: string, role: string) => ({ id, company: 'Acme', role })
  const jane = { id: 'c', name: 'Jane Doe', email: 'jane@acme.example' }
  const linksOf = linkerOf([job('a', 'Chef'), job('b', 'Cook')], [jane])
  const links = (role: string | undefined, contact: string) =>
    linksOf({ jobId: null, contactId: null, named: { company: 'ACME', role, contact }, left: [] })
  expect(links('cook', 'JANE@acme.example')).toEqual({ jobId: 'b', contactId: 'c', unlinked: [] })
  expect(links(undefined, 'jane  doe')).toMatchObject({ jobId: null, contactId: 'c' })
})
