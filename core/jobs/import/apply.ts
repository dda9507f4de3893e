// Carries out planned rows: adds jobs with the history in the row, and changes jobs.
import type { Transaction } from '../../database/transaction.ts'
import { isoOf } from '../../kernel/clock.ts'
import { parse } from '../../kernel/schema.ts'
import { changeJob, createJob, type HistoryStep, lineOf, writeHistory } from '../changes.ts'
import { lockJob } from '../references.ts'
import { inOrder, withDate, withEntry } from '../history.ts'
import { type Job, JobChange, JobIn } from '../job.ts'
import * as store from '../store.ts'
import { saveImportedEvents, findImportedEvents } from './imported-events.ts'
import { ownId, type PlannedRow } from './plan.ts'
import type { OwnExport } from './to-job.ts'
import type { JobInput } from './fitting.ts'
import { fail } from '../../kernel/errors.ts'

export async function createFromRow(
  tx: Transaction,
  { status, appliedAt, notes, ...fields }: JobInput,
  beside: OwnExport,
  timeZone: string,
): Promise<string> {
  const own = ownId(beside)
  const been = own ? historySteps(beside) : historyOf(status ?? 'saved', appliedAt ?? null, beside)
  const input = { ...parse(JobIn(), { ...fields, ...(own && { allowDuplicate: true }) }), notes }
  const job = await createJob(tx, input, been, { id: own, createdAt: beside.createdAt })
  await saveImportedEvents(tx, job, beside, timeZone)
  return job.id
}

const historySteps = ({ history = [] }: OwnExport): HistoryStep[] => history.map((step) => ({ ...step }))

/** The history: saved, applied, and the current status. An entry has no date if the file states none. */
function historyOf(
  status: HistoryStep['status'],
  appliedAt: string | null,
  { createdAt, statusChangedAt }: OwnExport,
): HistoryStep[] {
  const savedAt = createdAt ?? null
  if (status === 'saved') return [{ status, at: statusChangedAt ?? savedAt }]
  const saved: HistoryStep[] = savedAt === null ? [] : [{ status: 'saved', at: savedAt }]
  if (status === 'applied') return consistentSteps([...saved, { status, at: appliedAt ?? statusChangedAt }])
  const applied: HistoryStep[] = appliedAt === null ? [] : [{ status: 'applied', at: appliedAt }]
  return consistentSteps([...saved, ...applied, { status, at: statusChangedAt }])
}

/** Drops a step that is dated after one that must follow it, because the file contradicts itself. */
const consistentSteps = (steps: readonly HistoryStep[]): HistoryStep[] =>
  steps.filter(({ at }, place) => !steps.slice(place + 1).some((later) => at && later.at && later.at < at))

export async function applyChanges(
  tx: Transaction,
  { jobId, changes, past = [], followUpAt }: PlannedRow & { outcome: 'updated' },
  timeZone: string,
): Promise<void> {
  const { status, appliedAt, notes, ...fields } = changes
  const dates = { followUpAt, deadline: fields.deadline }
  // The titles of the events contain the old company and role.
  const known = followUpAt || dates.deadline ? await findImportedEvents(tx, await lockJob(tx, jobId)) : null
  if (Object.keys(fields).length || notes !== undefined)
    await changeJob(tx, jobId, { ...parse(JobChange(), fields), ...(notes !== undefined && { notes }) })
  for (const { status: been, at, note } of past) await addPast(tx, jobId, { status: been, at, note })
  const dated = appliedAt === undefined ? undefined : await dateApplication(tx, jobId, appliedAt)
  if (status !== undefined && status !== dated?.status) await addPast(tx, jobId, { status, at: null })
  if (known) await saveImportedEvents(tx, await lockJob(tx, jobId), dates, timeZone, known)
}

async function addPast(tx: Transaction, id: string, { status, at, note }: HistoryStep): Promise<void> {
  const row = await lockJob(tx, id)
  const lines = await store.listHistoryLines(tx.sql, tx.principal.userId, row.id)
  const later = at !== null && at > isoOf(tx.clock.now())
  const line = lineOf(tx, status, later ? null : at, note ?? null)
  await writeHistory(tx, row, withEntry(lines, line))
}

/** Corrects the date of the application in the history, or adds that entry. Refuses a date after a later status. */
export async function dateApplication(tx: Transaction, id: string, at: string): Promise<Job> {
  const row = await lockJob(tx, id)
  const lines = await store.listHistoryLines(tx.sql, tx.principal.userId, row.id)
  const applied = inOrder(lines).find(({ status }) => status === 'applied')
  if (!applied) return writeHistory(tx, row, withEntry(lines, lineOf(tx, 'applied', at, null)))
  const change = withDate(lines, applied, at) ?? fail('application_date_late', { at })
  return writeHistory(tx, row, change)
}
