// Plans an import: whether each row would create, update, skip or fail. Writes nothing.
import { readHeader } from './columns.ts'
import { findDateOrder, type DateOrder } from './dates.ts'
import type { Row, Sheet } from './file.ts'
import { progress, type Status } from './status-aliases.ts'
import { tidy, toJob, type JobInput, type Priority, type ReadOptions } from './to-job.ts'
import { keyOf, nameOf, plain } from './traits.ts'

/** A job that is already there. */
export interface KnownJob {
  readonly id: string
  readonly company: string
  readonly role: string
  readonly location: string | null
  readonly salary: string | null
  readonly url: string | null
  readonly description: string | null
  readonly notes: string | null
  readonly tags: readonly string[]
  readonly priority: Priority | null
  readonly status: Status
  /** ISO 8601. */
  readonly appliedAt: string | null
}

/** What becomes of one row. `reason` is one sentence; `notes` say what was read otherwise than written. */
export type Planned = {
  readonly line: number
  readonly reason: string
  readonly notes: readonly string[]
} & (
  | { readonly outcome: 'created'; readonly job: JobInput }
  | { readonly outcome: 'updated'; readonly jobId: string; readonly changes: Partial<JobInput> }
  | { readonly outcome: 'skipped'; readonly jobId: string | null }
  | { readonly outcome: 'failed' }
)

/** What becomes of a file: one entry for every row, in order, and what is to be said once. */
interface ImportPlan {
  readonly rows: readonly Planned[]
  readonly notes: readonly string[]
}

/**
 * Plans the import of a file. Each row is matched to a job by the id that our export gave it, else by its
 * canonical address, else by company, role and location (a missing location fits any). Two rows for one job:
 * the second is skipped when equal and refused when not, so that neither overwrites the other.
 *
 * Of a job matched by id, every value in the row counts: the file is an edited export. Of one matched
 * otherwise the row's values count too, but notes and tags are added to, never replaced, and the status
 * only moves forward: a tracker's old file must not undo the search. An empty cell never clears anything.
 * Planning the result again plans nothing.
 *
 * @param timeZone for dates without an offset.
 */
export function planImport(sheet: Sheet, existing: readonly KnownJob[], timeZone = 'UTC'): ImportPlan {
  const rows = plan(sheet.rows, existing, timeZone)
  return { rows, notes: [...sheet.notes, ...keptColumns(sheet.columns)] }
}

/** Says which columns have no field; none when all have one. */
export function keptColumns(columns: readonly string[]): string[] {
  const unknown = columns.filter((column) => column !== '' && readHeader(column) === null)
  return unknown.length === 0
    ? []
    : [`Kept in the notes, as there is no field for them: ${unknown.join(', ')}.`]
}

/** How the dates of these rows are written, when they show it. */
export const dateOrderOf = (rows: readonly Row[]): DateOrder | null =>
  findDateOrder(
    rows.flatMap(({ cells }) =>
      cells.flatMap(([column, value]) =>
        typeof value === 'string' && readHeader(column) === 'appliedAt' ? [value] : [],
      ),
    ),
  )

/** Plans rows alone; see `planImport`. */
export function plan(
  rows: readonly Row[],
  existing: readonly KnownJob[],
  timeZone = 'UTC',
  dateOrder = dateOrderOf(rows),
): Planned[] {
  const options: ReadOptions = { timeZone, dateOrder }
  const index = indexJobs(existing)
  const claims = new Map<string, Claim>()
  return rows.map((row) => planRow(row, toJob(row, options), index, claims))
}

/** The row that already stands for a job. */
interface Claim {
  readonly line: number
  readonly job: JobInput
}

interface Index {
  readonly byId: Map<string, KnownJob>
  readonly byUrl: Map<string, KnownJob>
  readonly byName: Map<string, KnownJob[]>
}

function indexJobs(jobs: readonly KnownJob[]): Index {
  const index: Index = { byId: new Map(), byUrl: new Map(), byName: new Map() }
  for (const job of jobs) addToIndex(index, job)
  return index
}

function addToIndex(index: Index, job: KnownJob): void {
  index.byId.set(job.id.toLowerCase(), job)
  const key = keyOf(job)
  if (key !== null && !index.byUrl.has(key)) index.byUrl.set(key, job)
  const name = nameOf(job)
  const named = index.byName.get(name)
  if (named) named.push(job)
  else index.byName.set(name, [job])
}

type Match =
  | { readonly by: 'id' | 'similarity'; readonly job: KnownJob }
  | { readonly by: 'none' }
  | { readonly by: 'several' }

function planRow(
  row: Row,
  read: ReturnType<typeof toJob>,
  index: Index,
  claims: Map<string, Claim>,
): Planned {
  const { line } = row
  if ('problem' in read) return { line, outcome: 'failed', reason: read.problem, notes: [] }
  const { ok, notes } = read
  const match = findMatch(ok, read.id, index)
  if (match.by === 'several') {
    const reason = 'Several jobs have this company and role; add the id or the link of the one meant.'
    return { line, outcome: 'failed', reason, notes }
  }
  const id = match.by === 'none' ? `line ${line}` : match.job.id
  const claim = claims.get(id)
  if (claim !== undefined) return repeated(line, ok, claim, notes)
  claims.set(id, { line, job: ok })
  if (match.by !== 'none') return planMatch(line, ok, match.job, match.by === 'id', notes)
  addToIndex(index, asKnown(id, ok))
  return { line, outcome: 'created', reason: 'New.', job: ok, notes }
}

function findMatch(job: JobInput, id: string | null, index: Index): Match {
  const byId = id === null ? undefined : index.byId.get(id.toLowerCase())
  if (byId) return { by: 'id', job: byId }
  const key = keyOf(job)
  const byUrl = key === null ? undefined : index.byUrl.get(key)
  if (byUrl) return { by: 'similarity', job: byUrl }
  const fitting = (index.byName.get(nameOf(job)) ?? []).filter((each) => fits(each, job, key))
  const exact = fitting.filter((each) => plain(each.location ?? '') === plain(job.location ?? ''))
  const [only, ...others] = exact.length > 0 ? exact : fitting
  if (only === undefined) return { by: 'none' }
  return others.length > 0 ? { by: 'several' } : { by: 'similarity', job: only }
}

/** Two addresses that both name a posting, and not the same one, are two jobs; so are two places. */
function fits(known: KnownJob, job: JobInput, key: string | null): boolean {
  const [there, here] = [plain(known.location ?? ''), plain(job.location ?? '')]
  const otherPosting = key !== null && keyOf(known) !== null
  return !otherPosting && (there === '' || here === '' || there === here)
}

function repeated(line: number, job: JobInput, claim: Claim, notes: readonly string[]): Planned {
  const differing = [...new Set([...keys(job), ...keys(claim.job)])].filter(
    (field) => !isEqual(job[field], claim.job[field]),
  )
  if (differing.length === 0) {
    return { line, outcome: 'skipped', reason: `The same as line ${claim.line}.`, jobId: null, notes }
  }
  const reason = `Line ${claim.line} is the same job with another ${differing.join(', ')}; make one row of them.`
  return { line, outcome: 'failed', reason, notes }
}

const keys = (job: Partial<JobInput>) => Object.keys(job) as (keyof JobInput)[]

function planMatch(
  line: number,
  job: JobInput,
  known: KnownJob,
  byId: boolean,
  notes: readonly string[],
): Planned {
  const wanted = byId ? { job, kept: [] } : mergeInto(known, job)
  const problem = findOverflow(wanted.job)
  if (problem !== null) return { line, outcome: 'failed', reason: problem, notes }
  const changed = keys(wanted.job).filter((field) => !isEqual(wanted.job[field], known[field]))
  const said = [...notes, ...wanted.kept]
  if (changed.length === 0) {
    return { line, outcome: 'skipped', reason: 'Already there.', jobId: known.id, notes: said }
  }
  const changes = Object.fromEntries(changed.map((field) => [field, wanted.job[field]])) as Partial<JobInput>
  return {
    line,
    outcome: 'updated',
    reason: `Changes ${changed.join(', ')}.`,
    jobId: known.id,
    changes,
    notes: said,
  }
}

/** What a foreign row makes of a job: notes and tags added to, the status never set back. */
function mergeInto(known: KnownJob, job: JobInput): { job: JobInput; kept: string[] } {
  const { status, ...rest } = job
  const notes = addLines(known.notes ?? '', job.notes ?? '')
  const tags = [...known.tags, ...(job.tags ?? []).filter((tag) => !known.tags.map(tidy).includes(tag))]
  const moves = status !== undefined && progress[status] > progress[known.status]
  const stays = status !== undefined && status !== known.status && !moves
  return {
    job: {
      ...rest,
      // Another spelling of the name is not a change: it was matched by it.
      company: plain(job.company) === plain(known.company) ? known.company : job.company,
      role: plain(job.role) === plain(known.role) ? known.role : job.role,
      ...(sameAddress(job.url, known.url) ? { url: known.url ?? '' } : {}),
      ...(notes !== '' && { notes }),
      ...(tags.length > 0 && { tags }),
      ...(moves && { status }),
    },
    kept: stays ? [`The status stays ${known.status}; the file says ${status}.`] : [],
  }
}

function sameAddress(one: string | undefined, other: string | null): boolean {
  const key = keyOf({ url: one })
  return key !== null && key === keyOf({ url: other })
}

/** The notes with those lines added that they do not hold yet. */
function addLines(notes: string, added: string): string {
  if (tidy(notes) === '') return tidy(added)
  const held = new Set(tidy(notes).split('\n').map(tidy)) // prettier-ignore
  const missing = added.split('\n').filter((line) => !held.has(tidy(line)))
  return tidy([notes, ...missing].join('\n'))
}

/** Bounds that only the merged job can break. */
function findOverflow(job: JobInput): string | null {
  if ((job.notes?.length ?? 0) > 5000)
    return 'With the notes of this row the job would have more than 5000 characters of notes.'
  return (job.tags?.length ?? 0) > 10
    ? 'With the tags of this row the job would have more than 10 tags.'
    : null
}

type Value = string | readonly string[] | null | undefined

/** Equal but for line ends, blanks around, the order of tags, and the spelling of one instant. */
function isEqual(one: Value, other: Value): boolean {
  if (Array.isArray(one) || Array.isArray(other)) return tagsOf(one) === tagsOf(other)
  const [a, b] = [tidy(String(one ?? '')), tidy(String(other ?? ''))]
  return a === b || (isInstant(a) && isInstant(b) && Date.parse(a) === Date.parse(b))
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text)
const tagsOf = (tags: Value) =>
  JSON.stringify([...new Set(Array.isArray(tags) ? tags.map(tidy) : [])].filter(Boolean).sort())

function asKnown(id: string, job: JobInput): KnownJob {
  const blank = {
    location: null,
    salary: null,
    url: null,
    description: null,
    notes: null,
    priority: null,
    appliedAt: null,
  }
  return { ...blank, tags: [], status: 'saved', ...job, id }
}
