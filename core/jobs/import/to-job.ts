// Converts a row of cells to a job: maps columns, parses values, and keeps unknown columns in the notes.
import { readHeader, type Field } from './columns.ts'
import { readDate, type DateOrder } from './dates.ts'
import type { Row } from './file.ts'
import { readStatus, statuses, type Status } from './status-aliases.ts'

export type Priority = 'high' | 'medium' | 'low'

/** A job as a row gives it. A field that the row leaves empty is absent, never empty. */
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
}

/** A row that is a job, or the reason why it is none. */
type ReadJob =
  | {
      readonly ok: JobInput
      /** The id that our own export gave it, or null. */
      readonly id: string | null
      /** What was read otherwise than it stands there; for the reader. */
      readonly notes: readonly string[]
    }
  | { readonly problem: string }

/** How a file's dates are read. */
export interface ReadOptions {
  readonly timeZone: string
  readonly dateOrder: DateOrder | null
}

/** The longest value of each text field, in UTF-16 units, as the API has it. */
const longest = {
  company: 200,
  role: 200,
  location: 200,
  salary: 100,
  url: 2048,
  description: 10_000,
  notes: 5000,
}
const mostTags = 10
const longestTag = 100

/** What of a text Postgres cannot store, in words. */
const brokenIn = (text: string) =>
  text.includes('\0') ? 'a NUL character' : /\p{Cs}/u.test(text) ? 'half of a character' : null

type TextField = keyof typeof longest
const textFields = Object.keys(longest) as TextField[]
/** Taken as they stand; the link is read, the notes are put together. */
const plainFields: readonly TextField[] = ['company', 'role', 'location', 'salary', 'description']

/** The values of a row, by field; what fits no field is in `rest` as lines "Column: value". */
interface Sorted {
  readonly values: ReadonlyMap<Field, string>
  readonly tags: readonly string[]
  readonly rest: readonly string[]
}

/**
 * Reads one row. Nothing is cut or dropped: a value that breaks a bound fails the row with its reason, and
 * what has no field (an unknown column, a second value for one field, a status, priority, date or link that
 * cannot be read as such but says something) is kept in the notes as a line "Column: value". A status that
 * is not known fails the row: a wrong one would spoil the history.
 */
export function toJob(row: Row, options: ReadOptions = { timeZone: 'UTC', dateOrder: null }): ReadJob {
  if (row.problem !== null) return { problem: row.problem }
  const { values, tags, rest } = sortCells(row)
  const read = readValues(values, rest, options)
  if ('problem' in read) return read
  const text = Object.fromEntries(plainFields.flatMap((field) => pick(field, values.get(field))))
  const notes = [values.get('notes'), ...read.lines].filter((each) => each !== undefined).join('\n')
  const ok = {
    ...(text as Partial<Record<TextField, string>>),
    ...read.fields,
    ...Object.fromEntries(pick('notes', notes)),
    ...(tags.length > 0 ? { tags } : {}),
  }
  const problem = findProblem(ok, read.lines.length)
  if (problem !== null) return { problem }
  return {
    ok: { ...ok, company: ok.company ?? '', role: ok.role ?? '' },
    id: values.get('id') ?? null,
    notes: read.notes,
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const pick = (name: string, value: string | undefined): [string, string][] =>
  value === undefined || value === '' ? [] : [[name, value]]

/** Company and role of a row as far as it says them, readable or not: how a report calls it. */
export function titleOf(row: Row): { company: string | null; role: string | null } {
  const { values } = sortCells(row)
  return { company: values.get('company') ?? null, role: values.get('role') ?? null }
}

function sortCells(row: Row): Sorted {
  const values = new Map<Field, string>()
  const tags: string[] = []
  const rest: string[] = []
  for (const [column, value] of row.cells) {
    const field = readHeader(column)
    const text = typeof value === 'string' ? tidy(value) : value.map(tidy).join(', ')
    if (field === 'derived' || text === '') continue
    // Another tracker's id is no id of ours, but may be wanted.
    if (field === 'id' && !uuid.test(text)) rest.push(`${column}: ${text}`)
    else if (field === 'tags') tags.push(...(typeof value === 'string' ? splitTags(value) : value.map(tidy)))
    else if (field === null) rest.push(`${column}: ${text}`)
    else if (field === 'notes') values.set(field, [values.get(field), text].filter(Boolean).join('\n'))
    else if (!values.has(field)) values.set(field, text)
    else if (values.get(field) !== text) rest.push(`${column}: ${text}`)
  }
  return { values, tags: [...new Set(tags.filter((tag) => tag !== ''))], rest }
}

/** One kind of line end, no blanks around: how values are compared and kept. */
export const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/** Tags of one cell, parted by comma, semicolon, bar or line; a backslash keeps the sign after it. */
export function splitTags(cell: string): string[] {
  const tags = cell.match(/(?:\\[^]|[^,;|\n\\])+|\\$/g) ?? []
  return tags.map((tag) => tidy(tag.replace(/\\([^])/g, '$1')))
}

interface Values {
  readonly fields: Pick<JobInput, 'url' | 'priority' | 'status' | 'appliedAt'>
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

function readValues(
  values: ReadonlyMap<Field, string>,
  rest: readonly string[],
  options: ReadOptions,
): Values | { problem: string } {
  const status = readStatusCell(values.get('status'))
  if (status === null) {
    return {
      problem: `The status "${clip(values.get('status'))}" is not known. Use one of ${statuses.join(', ')}.`,
    }
  }
  const applied = values.get('appliedAt')
  // What is only saved was not applied for: the status counts, and the date is not lost.
  const appliedAt = applied === undefined || status.status === 'saved' ? null : readApplied(applied, options)
  const link = values.get('url')
  const url = link === undefined ? null : readLink(link)
  const priority = readPriority(values)
  const aside = [
    ...status.aside,
    ...(applied !== undefined && appliedAt === null ? [`Date applied: ${applied}`] : []),
    ...(link !== undefined && url === null ? [`Link: ${link}`] : []),
    ...priority.aside,
  ]
  const implied =
    status.status ?? (applied !== undefined && !/^(?:no|false)$/i.test(applied) ? 'applied' : undefined)
  return {
    fields: {
      ...(url !== null && { url }),
      ...(priority.priority && { priority: priority.priority }),
      ...(implied && { status: implied }),
      ...(appliedAt !== null && { appliedAt }),
    },
    lines: [...rest, ...aside],
    notes: aside.map((line) => `Kept in the notes: ${clip(line)}.`),
  }
}

/** The API takes instants of these centuries only. */
function readApplied(text: string, { dateOrder, timeZone }: ReadOptions): string | null {
  const at = readDate(text, dateOrder, timeZone)
  return at !== null && at >= '1900' && at < '2200' ? at : null
}

const clip = (text = '') => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Null for a status that is not known; `aside` keeps a word that says more than ours. */
function readStatusCell(cell: string | undefined): { status?: Status; aside: string[] } | null {
  if (cell === undefined) return { aside: [] }
  const read = readStatus(cell)
  return read && { status: read.status, aside: read.exact ? [] : [`Status: ${cell}`] }
}

const priorities: Readonly<Record<Priority, string>> = {
  high: 'high, highest, urgent, top, critical, must, dream, dream job, a, p0, p1, 1, yes',
  medium: 'medium, med, normal, moderate, mid, average, b, p2, 2',
  low: 'low, lowest, minor, c, p3, p4, 3, backup, safety',
}
const priorityOf = new Map(
  Object.entries(priorities).flatMap(([priority, list]) =>
    list.split(', ').map((word) => [word, priority as Priority] as const),
  ),
)
const excitement: readonly Priority[] = ['low', 'low', 'low', 'medium', 'high', 'high']

/** A priority by name or rank (1 is most), or an excitement by stars (5 is most). */
function readPriority(values: ReadonlyMap<Field, string>): { priority?: Priority; aside: string[] } {
  const [named, felt] = [values.get('priority'), values.get('excitement')]
  const stars =
    felt === undefined ? undefined : /^[★⭐]+$/u.test(felt) ? [...felt].length : Number(felt.split('/')[0])
  const byName = priorityOf.get(named?.toLowerCase() ?? '')
  const byStars = priorityOf.get(felt?.toLowerCase().match(/^[a-z]+$/)?.[0] ?? '') ?? excitement[stars ?? -1]
  const priority = byName ?? byStars
  return {
    ...(priority && { priority }),
    aside: [
      ...(named !== undefined && !byName ? [`Priority: ${named}`] : []),
      ...(felt !== undefined && (byName !== undefined || !byStars) ? [`Excitement: ${felt}`] : []),
    ],
  }
}

/** An http(s) address; one without its scheme gets https. Null for any other text. */
function readLink(text: string): string | null {
  const bare = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/?#:]|$)/u.test(text)
  const address = bare ? `https://${text}` : text
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : null
}

function findProblem(job: Partial<JobInput>, kept: number): string | null {
  if (!job.company) return 'The row has no company.'
  if (!job.role) return 'The row has no role.'
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
