// Converts a row of cells to a job: maps columns, parses values, and keeps unknown columns in the notes.
import { keysOf } from '../../kernel/narrow.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { readDate } from '../../reading/table-dates.ts'
import { IGNORE } from '../../sheets/headers.ts'
import type { Reading } from '../../sheets/rows.ts'
import { plainOf, splitTags, tidy } from '../../sheets/text.ts'
import type { Row } from '../../sheets/sheet.ts'
import { jobTable, type Field } from './columns.ts'
import { readHistory, type PastStatus } from './past.ts'
import { readPriority } from './priority.ts'
import type { Priority } from '../job.ts'
import { STATUSES, type Status } from '../status.ts'
import { readStatus } from './status-aliases.ts'
import { parseUrl } from '../../kernel/url.ts'

/** The job in a row. An empty field is absent. */
export interface JobInput {
  readonly company: string
  readonly role: string
  readonly location?: string
  readonly salary?: string
  readonly url?: string
  readonly description?: string
  readonly notes?: string
  readonly tags?: readonly string[]
  readonly priority?: Priority
  readonly status?: Status
  /** ISO 8601, UTC. */
  readonly appliedAt?: string
  /** Of our own export: other trackers' go into the calendar. */
  readonly deadline?: string
  readonly nextStep?: string
}

/** Dates of a row that belong into the calendar; ISO 8601. */
export interface Ahead {
  readonly deadline?: string
  readonly followUpAt?: string
}

/** What a row holds beside the fields of its job. */
export interface Beside {
  /** The id from our own export, or null. */
  readonly id: string | null
  /** When the current status was reached, from our own export; ISO 8601 or null. */
  readonly statusChangedAt: string | null
  /** When the job was saved; ISO 8601. */
  readonly createdAt?: string | undefined
  /** The whole history, from our own export. */
  readonly history?: readonly PastStatus[] | undefined
  readonly ahead?: Ahead | undefined
  /** Notes for the user about values that were interpreted. */
  readonly notes: readonly string[]
}

/** The job in a row, or why there is none. */
type ReadJob = ({ readonly ok: JobInput } & Beside) | { readonly problem: string }

/** How a file is read. */
export type ReadOptions = Reading<Field>

/** The API's maximum length of each text field, in UTF-16 units; notes grow by appending. */
const longest = {
  company: 200,
  role: 200,
  location: 200,
  salary: 100,
  url: 2048,
  description: 10_000,
  notes: MAX_NOTES,
}
const mostTags = 10
const longestTag = 100

/** Describes what makes a text unstorable in Postgres. */
const brokenIn = (text: string) =>
  text.includes('\0') ? 'a NUL character' : /\p{Cs}/u.test(text) ? 'half of a character' : null

type TextField = keyof typeof longest
const textFields = keysOf(longest)
/** Copied unchanged; the link is parsed, and salary and notes are assembled. */
const plainFields: readonly TextField[] = ['company', 'role', 'location', 'description']

/** The values of a row by field; anything without a field is in `rest` as lines "Column: value". */
interface Sorted {
  readonly values: ReadonlyMap<Field, string>
  readonly tags: readonly string[]
  readonly rest: readonly string[]
  /** A column that only says whether, not when, there is an application: "Applied: Yes". */
  readonly hasApplied: boolean | undefined
}

const plainOptions: ReadOptions = { table: jobTable, timeZone: 'UTC', dateOrder: null }

/**
 * Converts one row. Nothing is truncated or dropped: a value that exceeds a limit fails the row with a
 * reason, and whatever has no field (an unknown column, a second value for a field, a status detail,
 * priority, date or link that cannot be parsed) is kept in the notes as a line "Column: value". An unknown
 * status fails the row, because a wrong one would corrupt the history. A row of our own export is taken as it is.
 */
export function toJob(row: Row, options: ReadOptions = plainOptions): ReadJob {
  if (row.problem !== null) return { problem: row.problem }
  const { values, tags, rest, hasApplied } = sortCells(row, options.table)
  const read = readValues(values, rest, options, hasApplied)
  if ('problem' in read) return read
  const text: Partial<Record<TextField, string>> = Object.fromEntries(
    plainFields.flatMap((field) => pick(field, values.get(field))),
  )
  const [own, next] = [historyOf(values), values.get('nextStep')]
  const { deadline, ...followUp } = read.ahead ?? {}
  const lines = isLong(next) ? [...read.lines, `Next step: ${next}`] : read.lines
  const notes = [values.get('notes'), ...lines].filter((each) => each !== undefined).join('\n')
  const ok = {
    ...text,
    ...Object.fromEntries(pick('salary', salaryOf(values))),
    ...read.fields,
    ...Object.fromEntries(pick('notes', notes)),
    ...Object.fromEntries(pick('nextStep', isLong(next) ? undefined : next)),
    ...(own && Object.fromEntries(pick('deadline', deadline))),
    ...(tags.length > 0 ? { tags } : {}),
  }
  const problem = findProblem(ok, lines.length)
  if (problem !== null) return { problem }
  const createdAt = readInstant(values.get('createdAt') ?? '', options)
  return {
    ok: { ...ok, company: ok.company ?? '', role: ok.role ?? '' },
    id: values.get('id') ?? null,
    statusChangedAt: readInstant(values.get('statusChangedAt') ?? '', options),
    notes: read.notes,
    createdAt: createdAt ?? undefined,
    history: own,
    ahead: own ? followUp : read.ahead,
  }
}

/** Whether a text is longer than a next step may be; then it is kept in the notes. */
const isLong = (text = ''): boolean => text.length > 200

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const pick = (name: string, value: string | undefined): [string, string][] =>
  value === undefined || value === '' ? [] : [[name, value]]

/** The history in our own export's form; undefined in any other file. */
const historyOf = (values: ReadonlyMap<Field, string>) =>
  values.has('id') ? readHistory(values.get('history') ?? '') : undefined

/** The pay in one text, or its bounds as one: `120000 – 150000`. */
function salaryOf(values: ReadonlyMap<Field, string>): string | undefined {
  const [text, min, max] = [values.get('salary'), values.get('salaryMin'), values.get('salaryMax')]
  if (text !== undefined || (min === undefined && max === undefined)) return text
  if (min === undefined) return `up to ${max}`
  return max === undefined ? `from ${min}` : min === max ? min : `${min} – ${max}`
}

/** Company and role of a row as far as they are known, valid or not, for the report. */
export function titleOf(
  row: Row,
  table: ReadOptions['table'] = jobTable,
): { company: string | null; role: string | null } {
  const { values } = sortCells(row, table)
  return { company: values.get('company') ?? null, role: values.get('role') ?? null }
}

function sortCells(row: Row, table: ReadOptions['table']): Sorted {
  const values = new Map<Field, string>()
  const tags: string[] = []
  const rest: string[] = []
  let hasApplied: boolean | undefined
  const isOwn = row.cells.some(([column]) => table.fieldOf(column) === 'history')
  for (const [column, value] of row.cells) {
    const field = table.fieldOf(column)
    const text = typeof value === 'string' ? (isOwn ? value : plainOf(value)) : value.map(tidy).join(', ')
    if (isLeftOut(field) || text === '') continue
    // An id from another tracker is not ours, but may be useful.
    if (field === null || (field === 'id' && !uuid.test(text))) rest.push(`${column}: ${text}`)
    else if (field === 'tags')
      tags.push(...(typeof value === 'string' ? splitTags(value, isOwn) : value.map((tag) => (isOwn ? tag : tidy(tag))))) // prettier-ignore
    else if (field === 'notes') values.set(field, [values.get(field), text].filter(Boolean).join('\n'))
    else if (field === 'appliedAt' && YES_OR_NO.test(text)) hasApplied = YES.test(text)
    else if (!values.has(field)) values.set(field, text)
    else if (values.get(field) !== text) rest.push(`${column}: ${text}`)
  }
  const name = values.get('name')
  const place = values.has('role') ? (values.has('company') ? null : 'company') : 'role'
  if (name !== undefined && place !== null) values.set(place, name)
  else if (name !== undefined) rest.unshift(`Name: ${name}`)
  // Their text would be a second one beside the salary's.
  if (values.has('salary'))
    for (const bound of ['salaryMin', 'salaryMax'] as const)
      if (values.has(bound)) rest.push(`${bound === 'salaryMin' ? 'Minimum' : 'Maximum'} salary: ${values.get(bound)}`) // prettier-ignore
  return { values, tags: [...new Set(tags.filter((tag) => tag !== ''))], rest, hasApplied }
}

const YES = /^(?:yes|y|true|x|✓|✔|1)$/i
const YES_OR_NO = /^(?:yes|y|true|x|✓|✔|1|no|n|false|0)$/i

const isLeftOut = (field: string | null): boolean => field === 'derived' || field === IGNORE

interface Values {
  readonly fields: Pick<JobInput, 'url' | 'priority' | 'status' | 'appliedAt'>
  readonly ahead: Ahead | undefined
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

function readValues(
  values: ReadonlyMap<Field, string>,
  rest: readonly string[],
  options: ReadOptions,
  hasApplied: boolean | undefined,
): Values | { problem: string } {
  const status = readStatusCell(values.get('status'))
  if (status === null) {
    return {
      problem: `The status "${clip(values.get('status'))}" is not known. Use one of ${STATUSES.join(', ')}.`,
    }
  }
  const applied = values.get('appliedAt')
  // A saved job was not applied for: the status wins, and the date is kept in the notes. Our own history says when it was.
  const isUnsent = status.status === 'saved' && !historyOf(values)
  const appliedAt = applied === undefined || isUnsent ? null : readInstant(applied, options)
  const link = values.get('url')
  const url = link === undefined ? null : readLink(link)
  const priority = readPriority(values.get('priority'), values.get('excitement'))
  const ahead = readAhead(values, options)
  const aside = [
    ...status.aside,
    ...(applied !== undefined && appliedAt === null ? [`Date applied: ${applied}`] : []),
    ...unreadDates(values, options),
    ...(link !== undefined && url === null ? [`Link: ${link}`] : []),
    ...priority.aside,
    ...ahead.aside,
  ]
  const implied = status.status ?? (applied !== undefined || hasApplied ? 'applied' : undefined)
  // Said twice, and not the same.
  if (hasApplied !== undefined && status.status !== undefined && hasApplied === (status.status === 'saved'))
    aside.push(`Applied: ${hasApplied ? 'yes' : 'no'}`)
  return {
    fields: {
      ...(url !== null && { url }),
      ...(priority.priority && { priority: priority.priority }),
      ...(implied && { status: implied }),
      ...(appliedAt !== null && { appliedAt }),
    },
    ahead: ahead.dates,
    lines: [...rest, ...aside],
    notes: aside.map((line) => `Kept in the notes: ${clip(line)}.`),
  }
}

/** Dates that cannot be read, as lines for the notes. */
const unreadDates = (values: ReadonlyMap<Field, string>, options: ReadOptions): string[] =>
  ([['createdAt', 'Date saved'], ['statusChangedAt', 'Status changed'], ['history', 'History']] as const) // prettier-ignore
    .map(([field, name]) => ({ field, name, text: values.get(field) }))
    .filter(
      ({ field, text }) =>
        text !== undefined &&
        (field === 'history' ? !historyOf(values) : readInstant(text, options) === null),
    ) // prettier-ignore
    .map(({ name, text }) => `${name}: ${text}`)

/** A deadline without a time is the end of its day. */
const END_OF_DAY = { hour: 23, minute: 59 }

function readAhead(values: ReadonlyMap<Field, string>, options: ReadOptions) {
  const [deadline, followUp] = [values.get('deadline'), values.get('followUpAt')]
  const dueAt = deadline === undefined ? null : readInstant(deadline, options, END_OF_DAY)
  const followUpAt = followUp === undefined ? null : readInstant(followUp, options)
  const hasAny = dueAt !== null || followUpAt !== null
  return {
    dates: hasAny ? { ...(dueAt && { deadline: dueAt }), ...(followUpAt && { followUpAt }) } : undefined,
    aside: [
      ...(deadline !== undefined && dueAt === null ? [`Deadline: ${deadline}`] : []),
      ...(followUp !== undefined && followUpAt === null ? [`Follow up: ${followUp}`] : []),
    ],
  }
}

/** The API only accepts instants in these centuries. */
function readInstant(
  text: string,
  { dateOrder, timeZone }: ReadOptions,
  time?: { hour: number; minute: number },
): string | null {
  const at = readDate(text, dateOrder, timeZone, time)?.at ?? null
  return at !== null && at >= '1900' && at < '2200' ? at : null
}

const clip = (text = '') => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Null for an unknown status; `aside` keeps a word that is more specific than ours. */
function readStatusCell(cell: string | undefined): { status?: Status; aside: string[] } | null {
  if (cell === undefined) return { aside: [] }
  const read = readStatus(cell)
  return read && { status: read.status, aside: read.exact ? [] : [`Status: ${cell}`] }
}

/** Parses an http(s) URL; one without a scheme gets https. Null for any other text. */
function readLink(text: string): string | null {
  const bare = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#:]|$)/u.test(text)
  const address = bare ? `https://${text}` : text
  return /^https?:\/\/\S+$/i.test(address) && parseUrl(address) ? address : null
}

function findProblem(job: Partial<JobInput>, kept: number): string | null {
  if (!job.company?.trim()) return 'The row has no company.'
  if (!job.role?.trim()) return 'The row has no role.'
  for (const field of textFields) {
    const value = job[field] ?? ''
    const broken = brokenIn(value)
    if (broken !== null) return `The value of ${field} holds ${broken}.`
    if (value.length <= longest[field]) continue
    const why = field === 'notes' && kept > 0 ? ' together with the columns kept in them' : ''
    return `The value of ${field} has ${value.length} characters${why}; at most ${longest[field]} fit.`
  }
  const tags = job.tags ?? []
  if (tags.length > mostTags) return `The row has ${tags.length} tags; at most ${mostTags} fit.`
  if (tags.some((tag) => tag.length > longestTag)) return `A tag has more than ${longestTag} characters.`
  const broken = tags.map(brokenIn).find((each) => each !== null)
  return broken ? `A tag holds ${broken}.` : null
}
