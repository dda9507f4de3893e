// Converts a row of cells to a job: maps columns, parses values, and keeps unknown columns in the notes.
import { readHeader, type Field } from './columns.ts'
import { readDate, type DateOrder } from './dates.ts'
import type { Row } from './file.ts'
import { readStatus, statuses, type Status } from './status-aliases.ts'

export type Priority = 'high' | 'medium' | 'low'

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
}

/** The job in a row, or why there is none. */
type ReadJob =
  | {
      readonly ok: JobInput
      /** The id from our own export, or null. */
      readonly id: string | null
      /** When the status was reached, from our own export; ISO 8601 or null. */
      readonly statusChangedAt: string | null
      /** Notes for the user about values that were interpreted. */
      readonly notes: readonly string[]
    }
  | { readonly problem: string }

/** How dates in a file are parsed. */
export interface ReadOptions {
  readonly timeZone: string
  readonly dateOrder: DateOrder | null
}

/** The API's maximum length of each text field, in UTF-16 units. */
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

/** Describes what makes a text unstorable in Postgres. */
const brokenIn = (text: string) =>
  text.includes('\0') ? 'a NUL character' : /\p{Cs}/u.test(text) ? 'half of a character' : null

type TextField = keyof typeof longest
const textFields = Object.keys(longest) as TextField[]
/** Copied unchanged; the link is parsed, and the notes are assembled. */
const plainFields: readonly TextField[] = ['company', 'role', 'location', 'salary', 'description']

/** The values of a row by field; anything without a field is in `rest` as lines "Column: value". */
interface Sorted {
  readonly values: ReadonlyMap<Field, string>
  readonly tags: readonly string[]
  readonly rest: readonly string[]
}

/**
 * Converts one row. Nothing is truncated or dropped: a value that exceeds a limit fails the row with a
 * reason, and whatever has no field (an unknown column, a second value for a field, a status detail,
 * priority, date or link that cannot be parsed) is kept in the notes as a line "Column: value". An unknown
 * status fails the row, because a wrong one would corrupt the history.
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
    statusChangedAt: readInstant(values.get('statusChangedAt') ?? '', options),
    notes: read.notes,
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const pick = (name: string, value: string | undefined): [string, string][] =>
  value === undefined || value === '' ? [] : [[name, value]]

/** Company and role of a row as far as they are known, valid or not, for the report. */
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
    // An id from another tracker is not ours, but may be useful.
    if (field === 'id' && !uuid.test(text)) rest.push(`${column}: ${text}`)
    else if (field === 'tags') tags.push(...(typeof value === 'string' ? splitTags(value) : value.map(tidy)))
    else if (field === null) rest.push(`${column}: ${text}`)
    else if (field === 'notes') values.set(field, [values.get(field), text].filter(Boolean).join('\n'))
    else if (!values.has(field)) values.set(field, text)
    else if (values.get(field) !== text) rest.push(`${column}: ${text}`)
  }
  return { values, tags: [...new Set(tags.filter((tag) => tag !== ''))], rest }
}

/** Normalises line endings and trims whitespace, for comparing and storing values. */
export const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/**
 * Splits a cell into tags at commas, semicolons, bars or line breaks; a backslash escapes the next character.
 */
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
  // A saved job was not applied for: the status wins, and the date is kept in the notes.
  const appliedAt = applied === undefined || status.status === 'saved' ? null : readInstant(applied, options)
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

/** The API only accepts instants in these centuries. */
function readInstant(text: string, { dateOrder, timeZone }: ReadOptions): string | null {
  const at = readDate(text, dateOrder, timeZone)
  return at !== null && at >= '1900' && at < '2200' ? at : null
}

const clip = (text = '') => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Null for an unknown status; `aside` keeps a word that is more specific than ours. */
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

/** Reads a priority by name or rank (1 is highest), or an excitement in stars (5 is highest). */
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

/** Parses an http(s) URL; one without a scheme gets https. Null for any other text. */
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
