// Imports jobs from rows: compares them with existing jobs, then carries out the plan.
import { listStoredEventsOfJob } from '../../calendar/linked.ts'
import { cancelEvent, changeEvent, scheduleEvent } from '../../calendar/schedule.ts'
import { coveredBy, type Transaction } from '../../database/transaction.ts'
import {
  tryRow,
  type RowResult,
  earlierRecords,
  type Importer,
  deletedRecords,
  mergedRecords,
} from '../../sheets/import.ts'
import type { Row } from '../../sheets/sheet.ts'
import { shortId } from '../../kernel/id.ts'
import { isOneOf } from '../../kernel/narrow.ts'
import { once } from '../../kernel/once.ts'
import { type JobRow, type Job, JobChange, JobIn } from '../fields.ts'
import { duplicateFinder } from '../duplicates.ts'
import * as store from '../store.ts'
import type { Field } from './columns.ts'
import type { JobInput } from './fitting.ts'
import { type DeletedJob, type KnownJob, type MergedJob, ownId, plan, type PlannedRow } from './plan.ts'
import { openPersonImporter } from '../../contacts/import/import.ts'
import { jobRows, matchKeysOf } from './rows.ts'
import { type ReadOptions, type titleOf, toJob, type RowFacts } from './to-job.ts'
import { isoOf } from '../../kernel/clock.ts'
import { parse } from '../../kernel/schema.ts'
import { changeJob, createJob, type HistoryStep, historyEntry, writeHistory } from '../changes.ts'
import { lockJob } from '../references.ts'
import { inOrder, withApplication, withDate, withEntry } from '../history.ts'
import { fail } from '../../kernel/errors.ts'

export const jobImporter: Importer<Field, ReturnType<typeof titleOf>> = {
  ...jobRows,
  async run(tx, rows, reading) {
    const keep = once(() => openPersonImporter(tx))
    const done: RowResult[] = []
    const all: readonly store.ComparableJob[] = await store.everyJob(tx.sql, tx.principal.userId)
    const past = await mergedRecords(tx, 'job')
    const merged = mergedJobs(past, all)
    const duplicates = duplicateFinder(all)
    const deleted = await deletedJobs(tx, past)
    const known = await candidates(tx, rows, reading, all, duplicates)
    for (const row of plan(rows, known, reading, merged, deleted)) {
      const notes =
        row.outcome === 'created' ? [...row.notes, ...duplicateNote(duplicates, row.job)] : row.notes
      const carryOut = async () => withPeople(tx, await applyRow(tx, { ...row, notes }, reading), row, keep)
      const result = await tryRow(tx, carryOut)
      done.push({ ...result, left: [...(row.left ?? [])] })
      if (row.outcome === 'created' && result.id !== null)
        duplicates.add({ url: null, location: null, ...row.job, id: result.id })
    }
    return done
  },
}

type DuplicateFinder = ReturnType<typeof duplicateFinder<store.ComparableJob>>

/** A note that names the existing job that a new job resembles. */
function duplicateNote({ duplicatesOf }: DuplicateFinder, job: JobInput): string[] {
  const [duplicate] = duplicatesOf(job)
  if (!duplicate) return []
  const name = [`${duplicate.company} — ${duplicate.role}`, duplicate.location].filter(Boolean).join(', ')
  return [`It may be there already: ${name} (${shortId(duplicate.id)}).`]
}

/** Loads the existing jobs that rows may match, with all their fields. `all` has every job with only its short fields. */
async function candidates(
  tx: Transaction,
  rows: readonly Row[],
  reading: ReadOptions,
  all: readonly store.ComparableJob[],
  { duplicatesOf }: DuplicateFinder,
): Promise<readonly KnownJob[]> {
  const userId = tx.principal.userId
  const wanted = new Set(rows.flatMap((row) => jobRows.matchKeysOf(row, reading)))
  const duplicates = rows.flatMap((row) => {
    const read = toJob(row, reading)
    return 'problem' in read ? [] : duplicatesOf(read.ok)
  })
  const alike = all.filter((job) => matchKeysOf(job).some((key) => wanted.has(key)))
  const ids = [...new Set([...alike, ...duplicates].map(({ id }) => id))]
  if (!ids.length) return []
  const jobs = await store.listJobsForUpdate(tx.sql, userId, ids)
  const histories = await store.listHistories(tx.sql, userId, ids)
  const hasDates = rows.some(({ cells }) =>
    cells.some(([column]) => isOneOf(['deadline', 'followUpAt'], reading.table.fieldOf(column))),
  )
  const bases = await lastImportedStates(tx, rows, jobs, reading)
  const known: KnownJob[] = []
  for (const job of jobs) {
    const history = histories.filter(({ jobId }) => jobId === job.id)
    const events = hasDates ? await findImportedEvents(tx, job) : undefined
    const deadline = job.deadline ?? events?.deadline?.startsAt ?? null
    const base = bases.get(job.id)
    known.push({
      ...{ ...job, history, deadline },
      ...(base && { base: job.deadline === deadline ? base : { ...base, deadline } }),
      followUpAt: events?.followUp?.startsAt,
    })
  }
  return known
}

async function lastImportedStates(
  tx: Transaction,
  rows: readonly Row[],
  jobs: readonly JobRow[],
  reading: ReadOptions,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const versions = new Map<string, string>()
  for (const row of rows) {
    const read = toJob(row, reading)
    const id = 'problem' in read ? null : ownId(read)
    if (id !== null && 'updatedAt' in read && read.updatedAt) versions.set(id, read.updatedAt)
  }
  const wanted = jobs.map(({ id }) => ({ id, at: versions.get(id) ?? null }))
  return new Map((await earlierRecords(tx, 'job', wanted)).map(({ id, record }) => [id, record]))
}

type MergedRecords = Awaited<ReturnType<typeof mergedRecords>>

/** Leaves out jobs that were merged into one that was deleted since: they were deleted with it. */
function mergedJobs(merged: MergedRecords, all: readonly { id: string }[]): MergedJob[] {
  const known = new Set<unknown>(all.map(({ id }) => id))
  const standing = merged
    .toReversed()
    .filter(({ record, into }) => known.has(into) && known.add(record['id']))
  return standing.toReversed().map(({ record: { company, role, url }, into }) => ({
    job: { company: String(company), role: String(role), ...(typeof url === 'string' && { url }) },
    into,
  }))
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

async function deletedJobs(tx: Transaction, merged: MergedRecords): Promise<DeletedJob[]> {
  const deleted = [...(await deletedRecords(tx, 'job'))]
  for (const { record, into } of merged.toReversed()) {
    const gone = deleted.find((each) => each.record['id'] === into)
    if (gone) deleted.unshift({ record, changeId: gone.changeId })
  }
  return deleted.map(({ record: { company, role, url, appliedAt }, changeId }) => ({
    job: { company: String(company), role: String(role), url: textIn(url), appliedAt: textIn(appliedAt) },
    changeId,
  }))
}

async function withPeople(
  tx: Transaction,
  done: RowResult,
  { people = [] }: PlannedRow,
  keep: () => ReturnType<typeof openPersonImporter>,
): Promise<RowResult> {
  if (done.id === null || !people.length) return done
  const before = tx.changes.length
  const sentences = await (await keep())(done.id, people)
  if (!sentences.length) return done
  const isNew = done.outcome === 'skipped' && tx.changes.length > before
  const reason = [isNew ? null : done.reason, ...sentences].filter(Boolean).join(' ')
  return { ...done, outcome: isNew ? 'updated' : done.outcome, reason }
}

async function applyRow(tx: Transaction, row: PlannedRow, { timeZone }: ReadOptions): Promise<RowResult> {
  const notes = row.notes.length ? ` ${row.notes.join(' ')}` : ''
  if (row.outcome === 'created') {
    const id = await createFromRow(tx, row.job, row.facts, timeZone)
    return { outcome: 'created', id, reason: notes.trim() || null }
  }
  if (row.outcome === 'updated') await applyChanges(tx, row, timeZone)
  const id = row.outcome === 'failed' ? null : row.jobId
  return { outcome: row.outcome, id, reason: row.reason + notes }
}

async function createFromRow(
  tx: Transaction,
  { status, appliedAt, notes, tags, ...fields }: JobInput,
  facts: RowFacts,
  timeZone: string,
): Promise<string> {
  const own = ownId(facts)
  const history = own ? (facts.history ?? []) : historyOf(status ?? 'saved', appliedAt ?? null, facts)
  const read = parse(JobIn(), { ...fields, ...(own && { allowDuplicate: true }) })
  const origin = { id: own, createdAt: facts.createdAt }
  const job = await createJob(tx, { ...read, notes, tags: tags && [...tags] }, history, origin)
  await saveImportedEvents(tx, job, facts, timeZone)
  return job.id
}

/** The history of a row from another tracker: saved, applied, and the current status. A step without a date has `at` null. */
function historyOf(
  status: HistoryStep['status'],
  appliedAt: string | null,
  { createdAt, statusChangedAt }: RowFacts,
): HistoryStep[] {
  const savedAt = createdAt ?? null
  if (status === 'saved') return [{ status, at: statusChangedAt ?? savedAt }]
  const saved: HistoryStep[] = savedAt === null ? [] : [{ status: 'saved', at: savedAt }]
  if (status === 'applied') return consistentSteps([...saved, { status, at: appliedAt ?? statusChangedAt }])
  const applied: HistoryStep[] = appliedAt === null ? [] : [{ status: 'applied', at: appliedAt }]
  return consistentSteps([...saved, ...applied, { status, at: statusChangedAt }])
}

/** Removes a step that is dated after a later step, because its date must be wrong. */
const consistentSteps = (steps: readonly HistoryStep[]): HistoryStep[] =>
  steps.filter(({ at }, index) => !steps.slice(index + 1).some((later) => at && later.at && later.at < at))

async function applyChanges(
  tx: Transaction,
  { jobId, changes, past = [], followUpAt }: PlannedRow & { outcome: 'updated' },
  timeZone: string,
): Promise<void> {
  const { status, appliedAt, notes, tags, ...fields } = changes
  const dates = { followUpAt, deadline: fields.deadline }
  // Finds the events before the job changes, because their titles contain the old company and role.
  const known = followUpAt || dates.deadline ? await findImportedEvents(tx, await lockJob(tx, jobId)) : null
  if (Object.keys(fields).length || (notes ?? tags) !== undefined)
    await changeJob(tx, jobId, { ...parse(JobChange(), fields), notes, tags: tags && [...tags] })
  for (const step of past) await addStatus(tx, jobId, step)
  const dated = appliedAt === undefined ? undefined : await dateApplication(tx, jobId, appliedAt)
  if (status !== undefined && status !== dated?.status) await addStatus(tx, jobId, { status, at: null })
  if (known) await saveImportedEvents(tx, await lockJob(tx, jobId), dates, timeZone, known)
}

async function addStatus(tx: Transaction, id: string, step: HistoryStep): Promise<void> {
  const row = await lockJob(tx, id)
  const entries = await store.listHistory(tx.sql, tx.principal.userId, row.id)
  const isFuture = step.at !== null && step.at > isoOf(tx.clock.now())
  const entry = historyEntry(tx, isFuture ? { ...step, at: null } : step)
  await writeHistory(tx, row, withEntry(entries, entry))
}

/** Corrects the application's date in the history, or adds an application. Refuses a date after a later status. */
async function dateApplication(tx: Transaction, id: string, at: string): Promise<Job> {
  const row = await lockJob(tx, id)
  const entries = await store.listHistory(tx.sql, tx.principal.userId, row.id)
  const applied = inOrder(entries).find(({ status }) => status === 'applied')
  const change = applied
    ? withDate(entries, applied, at)
    : withApplication(entries, historyEntry(tx, { status: 'applied', at }))
  return writeHistory(tx, row, change ?? fail('application_date_late', { at: at.slice(0, 10) }))
}

// The follow-up date of an imported row becomes a calendar event.

const MAX_TITLE = 200

const TITLE_STARTS = { 'follow-up': 'Follow up', deadline: 'Deadline' } as const

const eventTitle = (type: keyof typeof TITLE_STARTS, { company, role }: store.JobName): string =>
  `${TITLE_STARTS[type]}: ${company} — ${role}`.slice(0, MAX_TITLE)

/** The events that imports made for a job, found by title. A renamed event is not found. Earlier imports also made deadline events. */
async function findImportedEvents(tx: Transaction, job: store.JobName) {
  const events = await listStoredEventsOfJob(tx.sql, tx.principal.userId, job.id)
  const of = (type: keyof typeof TITLE_STARTS) =>
    events.find((event) => event.type === type && event.title === eventTitle(type, job))
  return { followUp: of('follow-up'), deadline: of('deadline') }
}

type ImportedEvents = Partial<Awaited<ReturnType<typeof findImportedEvents>>>

/** Adds or moves the follow-up event. Deletes the deadline event if the job now has a deadline of its own. */
async function saveImportedEvents(
  tx: Transaction,
  job: store.JobName,
  { followUpAt, deadline }: { followUpAt?: string | undefined; deadline?: string | undefined },
  timeZone: string,
  known: ImportedEvents = {},
): Promise<void> {
  if (deadline !== undefined && known.deadline) await cancelEvent(coveredBy(tx, 'jobs'), known.deadline.id)
  if (followUpAt === undefined) return
  const named = { title: eventTitle('follow-up', job), startsAt: followUpAt }
  if (known.followUp) await changeEvent(tx, known.followUp.id, named)
  else await scheduleEvent(tx, { type: 'follow-up', ...named, timeZone, jobId: job.id })
}
