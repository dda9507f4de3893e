// Plans an import: decides for each row whether it creates, updates, skips or fails. It writes nothing.
import { keysOf, listIn, picked, must } from '../../kernel/narrow.ts'
import { shortId } from '../../kernel/id.ts'
import { filled, spokenOf } from '../../kernel/record.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import type { Row } from '../../sheets/sheet.ts'
import { appendLines } from '../../sheets/fields.ts'
import { plain, tidy } from '../../sheets/text.ts'
import type { UnusedCell } from '../../sheets/report.ts'
import type { PastStatus } from './cells.ts'
import type { NamedPerson } from './people.ts'
import { companyKey } from '../duplicates.ts'
import { mayShareForm } from '../names.ts'
import { JOB } from '../fields.ts'
import { progress } from './status-aliases.ts'
import { type RowFacts, type ReadOptions, toJob } from './to-job.ts'
import { statusBy } from '../history.ts'
import type { ImportableJob, JobInput } from './fitting.ts'
import { isAppliedAgain, linkKey, matchKeysOf, nameKey, nearFinder, nearNote } from './rows.ts'

export type KnownJob = ImportableJob & {
  readonly id: string
  readonly createdAt?: string
  readonly history?: readonly PastStatus[]
  readonly followUpAt?: string | undefined
  /** The job as the last import left it, or as our export wrote it. If a field differs now, the user changed it in crm. */
  readonly base?: Readonly<Record<string, unknown>> | undefined
}

/** A job that was merged into another. If an old file still contains it, the import does not create it again. */
export interface MergedJob {
  readonly job: Pick<JobInput, 'company' | 'role' | 'url'>
  readonly into: string
}

/** A job of an earlier import that the user deleted. If an old file still contains it, the import does not create it again. */
export interface DeletedJob {
  readonly job: Pick<KnownJob, 'company' | 'role' | 'url' | 'appliedAt'>
  readonly changeId: string
}

/** What happens to one row. `reason` is one sentence; `notes` explain how values were understood. */
export type PlannedRow = {
  readonly line: number
  readonly reason: string
  readonly notes: readonly string[]
  readonly left?: readonly UnusedCell[]
  readonly people?: readonly NamedPerson[]
} & (
  | { readonly outcome: 'created'; readonly job: JobInput; readonly facts: RowFacts }
  | {
      readonly outcome: 'updated'
      readonly jobId: string
      readonly changes: Partial<JobInput>
      readonly past?: readonly PastStatus[]
      readonly followUpAt?: string | undefined
    }
  | { readonly outcome: 'skipped'; readonly jobId: string | null }
  | { readonly outcome: 'failed' }
)

/**
 * A row matches by the id of our export, else by canonical URL, else by company, role and location (a missing location matches
 * any). If two rows mean one job, the second row is skipped if it is equal, else refused. A match by id may change every field,
 * because the file is an edited export. Other matches add to notes and tags, and never move the status back, because an old file
 * must not undo progress.
 */
export function plan(
  rows: readonly Row[],
  existing: readonly KnownJob[],
  options: ReadOptions,
  merged: readonly MergedJob[],
  deleted: readonly DeletedJob[],
): PlannedRow[] {
  const read = rows.map((row) => toJob(row, options))
  const own = new Set(read.flatMap((each) => ('problem' in each ? [] : (ownId(each) ?? []))))
  const known = indexJobs(existing, own, merged)
  const matches = read.flatMap((one) =>
    'ok' in one ? [findMatch(one.ok, one.id, known, options.timeZone)] : [],
  )
  const taken = new Set([...own, ...matches.flatMap((match) => ('job' in match ? match.job.id : []))])
  const free = existing.filter(({ id }) => !taken.has(id.toLowerCase()))
  const nearTo = nearFinder(free, options.timeZone)
  // If no row matches a job, the user deleted all of them and imports the file again on purpose.
  const isKnown = matches.some(({ by }) => by !== 'none')
  const index = { ...known, nearTo, ...(isKnown && { deleted: byTraits(deleted) }) }
  const claims = new Map<string, Claim>()
  return rows.map(({ line }, at) => {
    const one = must(read[at])
    const planned = planRow(line, one, index, claims, options.timeZone)
    return 'problem' in one ? planned : { ...planned, left: one.left, people: one.people }
  })
}

interface Claim {
  readonly line: number
  readonly job: JobInput
}

interface Index {
  /** The job that a row may mean; see `nearFinder`. */
  readonly nearTo: (job: JobInput) => KnownJob | undefined
  readonly byId: Map<string, KnownJob>
  readonly byUrl: Map<string, KnownJob>
  readonly byName: Map<string, KnownJob[]>
  readonly merged: ReadonlyMap<string, MergedJob>
  readonly deleted: ReadonlyMap<string, DeletedJob>
}

const byTraits = <Gone extends { readonly job: Pick<JobInput, 'company' | 'role'> }>(all: readonly Gone[]) =>
  new Map(all.flatMap((each) => matchKeysOf(each.job).map((key) => [key, each] as const)))

/** The id of a row of our own export. It alone identifies the job, because two jobs may be alike. */
export const ownId = ({ id, history }: RowFacts): string | null =>
  id !== null && history !== undefined ? id.toLowerCase() : null

function indexJobs(jobs: readonly KnownJob[], own: ReadonlySet<string>, merged: readonly MergedJob[]): Index {
  const former = { merged: byTraits(merged), deleted: new Map(), nearTo: () => undefined }
  const index: Index = { byId: new Map(), byUrl: new Map(), byName: new Map(), ...former }
  for (const job of jobs) addToIndex(index, job, own.has(job.id.toLowerCase()))
  return index
}

function addToIndex(index: Index, job: KnownJob, byIdOnly: boolean): void {
  index.byId.set(job.id.toLowerCase(), job)
  if (byIdOnly) return
  const key = linkKey(job)
  if (key !== null && !index.byUrl.has(key)) index.byUrl.set(key, job)
  listIn(index.byName, nameKey(job)).push(job)
}

type Match =
  | { readonly by: 'id' | 'similarity'; readonly job: KnownJob }
  | { readonly by: 'none' }
  | { readonly by: 'several' }

function planRow(
  line: number,
  read: ReturnType<typeof toJob>,
  index: Index,
  claims: Map<string, Claim>,
  timeZone: string,
): PlannedRow {
  if ('problem' in read) return { line, outcome: 'failed', reason: read.problem, notes: [] }
  const { ok, notes } = read
  const match = findMatch(ok, read.id, index, timeZone)
  if (match.by === 'several') {
    const reason = 'Several jobs have this company and role; add the id or the link of the one meant.'
    return { line, outcome: 'failed', reason, notes }
  }
  const into = match.by === 'id' ? undefined : mergedInto(ok, match, index)
  if (into !== undefined)
    return { line, outcome: 'skipped', reason: 'It was merged into another job.', jobId: into, notes }
  const own = ownId(read)
  const near = match.by === 'none' && own === null ? index.nearTo(ok) : undefined
  if (near && !claims.has(near.id)) {
    claims.set(near.id, { line, job: ok })
    const { company, role, location } = near
    const named = { ...ok, company, role, ...(location && { location }) }
    const planned = planMatch(line, named, read, { by: 'similarity', job: near })
    return { ...planned, notes: [nearNote(near), ...planned.notes] }
  }
  const deleted = match.by === 'none' && own === null ? deletedAs(ok, index, timeZone) : undefined
  if (deleted) {
    const reason = `It was deleted since; crm undo ${shortId(deleted.changeId)} brings it back.`
    return { line, outcome: 'skipped', reason, jobId: null, notes: [] }
  }
  const id = match.by === 'none' ? (own ?? `line ${line}`) : match.job.id
  const claim = claims.get(id)
  if (claim !== undefined) return repeatedRow(line, ok, claim, notes)
  claims.set(id, { line, job: ok })
  if (match.by !== 'none') return planMatch(line, ok, read, match)
  addToIndex(index, asKnown(id, ok), own !== null)
  return { line, outcome: 'created', reason: 'New.', job: ok, facts: read, notes }
}

/** The id of the job that a row's job was merged into. If the matched job has another name, only an equal URL counts. */
function mergedInto(job: JobInput, match: Match, { merged }: Index): string | undefined {
  const isRenamed = match.by === 'similarity' && nameKey(match.job) !== nameKey(job)
  const keys = matchKeysOf(job).filter((key) => match.by === 'none' || (isRenamed && key.startsWith('url ')))
  return keys
    .flatMap((key) => merged.get(key) ?? [])
    .find((each) => sharesPosting(each.job, job) || mayShareForm(each.job.company, job.company))?.into
}

/** The deleted job of this row. A row with another application date is a new application, not the deleted one. */
function deletedAs(job: JobInput, { deleted }: Index, timeZone: string): DeletedJob | undefined {
  return matchKeysOf(job)
    .flatMap((key) => deleted.get(key) ?? [])
    .find((gone) => !isAppliedAgain(gone.job, job.appliedAt, timeZone))
}

function findMatch(job: JobInput, id: string | null, index: Index, timeZone: string): Match {
  const byId = id === null ? undefined : index.byId.get(id.toLowerCase())
  if (byId) return { by: 'id', job: byId }
  const key = linkKey(job)
  const byUrl = key === null ? undefined : index.byUrl.get(key)
  if (byUrl) return { by: 'similarity', job: byUrl }
  const fitting = (index.byName.get(nameKey(job)) ?? []).filter(
    (each) => fitsFields(each, job, key) && !isAppliedAgain(each, job.appliedAt, timeZone),
  )
  const exact = exactOrAll(
    exactOrAll(fitting, (each) => plain(each.location) === plain(job.location)),
    (each) => plain(each.company) === plain(job.company),
  )
  const [only, ...others] = exact
  if (only === undefined) return { by: 'none' }
  return others.length > 0 ? { by: 'several' } : { by: 'similarity', job: only }
}

const exactOrAll = (jobs: readonly KnownJob[], isExact: (job: KnownJob) => boolean): readonly KnownJob[] => {
  const exact = jobs.filter(isExact)
  return exact.length > 0 ? exact : jobs
}

function fitsFields(known: KnownJob, job: JobInput, key: string | null): boolean {
  const [there, here] = [plain(known.location), plain(job.location)]
  // If both have a URL, the match by URL has failed before, so the jobs differ.
  const isDifferent = (key !== null && linkKey(known) !== null) || !mayShareForm(known.company, job.company)
  return !isDifferent && (there === '' || here === '' || there === here)
}

function repeatedRow(line: number, job: JobInput, claim: Claim, notes: readonly string[]): PlannedRow {
  const differing = keysOf(job).filter(
    (field) =>
      job[field] !== undefined &&
      !isEqual(job[field], claim.job[field]) &&
      !(field === 'url' && sharesPosting(job, claim.job)),
  )
  if (differing.length === 0) {
    return { line, outcome: 'skipped', reason: `The same as line ${claim.line}.`, jobId: null, notes }
  }
  const fields = differing.map((field) => spokenOf(field)).join(', ')
  const reason = `Line ${claim.line} is the same job, but differs in ${fields}; make one row of them.`
  return { line, outcome: 'failed', reason, notes }
}

const APPLICATION_DATE = 'date of the application'
const CHANGE_WORDS: Readonly<Record<string, (job: JobInput) => string>> = {
  appliedAt: () => APPLICATION_DATE,
  status: ({ status }) => `status to ${status}`,
}

function planMatch(
  line: number,
  row: JobInput,
  facts: RowFacts,
  { by, job: known }: Match & { job: KnownJob },
): PlannedRow {
  const { notes, history, saysStatus, unnamed } = facts
  const job = { ...row, ...picked(known, unnamed) }
  const stated = saysStatus ? `says ${job.status}` : 'has a date but no status'
  const past = history?.filter((one) => !known.history?.some((other) => isSamePast(one, other)))
  const wanted =
    by !== 'id' ? mergeInto(known, job, stated) : { job: history ? withoutPast(job, history) : job, kept: [] }
  const problem = findOverflow(wanted.job, known, by)
  if (problem !== null) return { line, outcome: 'failed', reason: problem, notes }
  const differing = keysOf(wanted.job).filter((field) => !isEqual(wanted.job[field], known[field]))
  const kept = differing.filter((field) => wasChanged(known, field, by))
  const changed = differing.filter((field) => !kept.includes(field))
  const followUpAt = known.followUpAt === facts.followUpAt ? undefined : facts.followUpAt
  const remarks = [
    ...(changed.includes('notes') ? notes : []),
    ...wanted.kept,
    ...kept.map((field) => `The ${spokenOf(field)} stays: it was changed since.`),
  ]
  const all = [...changed, ...(past?.length ? ['history'] : []), ...(followUpAt ? ['followUpAt'] : [])]
  if (all.length === 0) {
    return { line, outcome: 'skipped', reason: 'Already there.', jobId: known.id, notes: remarks }
  }
  return {
    line,
    outcome: 'updated',
    reason: `Changes ${all.map((field) => CHANGE_WORDS[field]?.(wanted.job) ?? spokenOf(field)).join(', ')}.`,
    jobId: known.id,
    changes: picked(wanted.job, changed),
    ...(past?.length ? { past } : {}),
    ...(followUpAt && { followUpAt }),
    notes: remarks,
  }
}

/** Whether the user changed this field since the last import. Fields that imports only append to do not count. */
function wasChanged({ base, ...known }: KnownJob, field: keyof JobInput, by: Match['by']): boolean {
  const isAppendOnly = by === 'similarity' && (field === 'notes' || field === 'tags')
  if (!base || isAppendOnly || field === 'status' || field === 'appliedAt' || !(field in base)) return false
  const was = base[field]
  return !isEqual(Array.isArray(was) ? was.map(String) : was === null ? null : String(was), known[field])
}

const isSamePast = (one: PastStatus, other: PastStatus): boolean =>
  one.status === other.status && one.at === other.at

function withoutPast(job: JobInput, history: readonly PastStatus[]): JobInput {
  const { status, appliedAt, ...rest } = job
  const isMoved = status !== undefined && status !== history.at(-1)?.status
  const isDated =
    appliedAt !== undefined && !history.some((past) => past.status === 'applied' && past.at === appliedAt)
  return { ...rest, ...(isMoved && { status }), ...(isDated && { appliedAt }) }
}

/** The row's notes and tags, without those that the last import added: the user may have removed them since. */
const newInRow = (base: KnownJob['base'], job: JobInput) => {
  const before = tidy(String(base?.['notes'] ?? '')).split('\n')
  const tags = base?.['tags']
  return {
    notes: job.notes
      ?.split('\n')
      .filter((line) => !before.includes(tidy(line)))
      .join('\n'),
    tags: (job.tags ?? []).filter(
      (tag) => !(Array.isArray(tags) && tags.map(String).map(tidy).includes(tag)),
    ),
  }
}

/** Merges a row from another tracker into a job: adds notes and tags, and never moves the status back. */
function mergeInto(known: KnownJob, job: JobInput, stated: string): { job: JobInput; kept: string[] } {
  const { status, appliedAt, notes: _, tags: __, ...rest } = job
  const moves = status !== undefined && progress[status] > progress[known.status]
  const further =
    !moves && known.appliedAt === null && appliedAt ? statusBy(known.history ?? [], appliedAt) : undefined
  const isDated =
    appliedAt !== undefined && !further && (known.appliedAt === null || known.status === 'applied')
  const added = newInRow(known.base, job)
  const notes = added.notes && appendLines(known.notes, added.notes)
  const tags = [...known.tags, ...added.tags.filter((tag) => !known.tags.map(tidy).includes(tag))]
  const isHeldBack = status !== undefined && status !== known.status && !moves
  return {
    job: {
      ...rest,
      ...(isDated && { appliedAt }),
      company: companyKey(job.company) === companyKey(known.company) ? known.company : job.company,
      role: plain(job.role) === plain(known.role) ? known.role : job.role,
      ...(sharesPosting(job, known) ? { url: known.url ?? '' } : {}),
      ...(notes && { notes }),
      ...(tags.length > 0 && { tags }),
      ...(moves && { status }),
    },
    kept: [
      ...(isHeldBack ? [`The status stays ${known.status}; the file ${stated}.`] : []),
      ...(appliedAt !== undefined && !isDated && appliedAt !== known.appliedAt
        ? [
            further
              ? `The ${APPLICATION_DATE} is left out: the job was ${further} by then.`
              : `The ${APPLICATION_DATE} stays; the file says another.`,
          ]
        : []),
    ],
  }
}

type HasLink = Parameters<typeof linkKey>[0]

function sharesPosting(one: HasLink, other: HasLink): boolean {
  const key = linkKey(one)
  return key !== null && key === linkKey(other)
}

/** A merged job may have more tags than fit, but gets no others from another tracker. */
function findOverflow(job: JobInput, known: KnownJob, by: Match['by']): string | null {
  if ((job.notes?.length ?? 0) > MAX_NOTES)
    return `With the notes of this row the job would have more than ${MAX_NOTES} characters of notes.`
  return by !== 'id' && (job.tags?.length ?? 0) > Math.max(10, known.tags.length)
    ? 'With the tags of this row the job would have more than 10 tags.'
    : null
}

type Value = string | readonly string[] | null | undefined

/** Equal except for line endings, surrounding whitespace, the order of tags, and the format of an instant. */
function isEqual(one: Value, other: Value): boolean {
  if (Array.isArray(one) || Array.isArray(other)) return tagsOf(one) === tagsOf(other)
  const [a, b] = [tidy(String(one ?? '')), tidy(String(other ?? ''))]
  return a === b || (isInstant(a) && isInstant(b) && Date.parse(a) === Date.parse(b))
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text)
const tagsOf = (tags: Value) =>
  JSON.stringify([...new Set(Array.isArray(tags) ? tags.map(tidy) : [])].filter(Boolean).sort())

const asKnown = (id: string, job: JobInput): KnownJob => ({
  ...{ ...filled(JOB, job), id },
  ...{ status: job.status ?? 'saved', appliedAt: job.appliedAt ?? null },
})
