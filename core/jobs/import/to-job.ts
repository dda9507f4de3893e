// Converts a row of cells to a job: maps columns, parses values, and keeps unknown columns in the notes.
import { isId } from '../../kernel/id.ts'
import { entriesOf, isOneOf, recordBy, recordOf, must } from '../../kernel/narrow.ts'
import { ofKind, spokenOf, type Fields, type Noun } from '../../kernel/record.ts'
import { choiceOf, listOf, problemOfTags, titled } from '../../sheets/fields.ts'
import { IGNORE } from '../../sheets/headers.ts'
import { isNothing, isYes, isYesOrNo, tidy } from '../../sheets/text.ts'
import type { UnusedCell } from '../../sheets/report.ts'
import { dayText, readOnce, type RowContext } from '../../sheets/rows.ts'
import { plainOf } from '../../sheets/markup-cell.ts'
import { shorten, type Row } from '../../sheets/sheet.ts'
import { JOB, type Status } from '../fields.ts'
import { DATES, type Field, payHeading } from './columns.ts'
import {
  fitting,
  exceedsNextStep,
  type JobInput,
  maxLength,
  namelessNote,
  namesOf,
  unnamedIn,
  whyUnnamed,
} from './fitting.ts'
import {
  datesIn,
  type PastStatus,
  payCell,
  readHistory,
  readPriority,
  remoteTag,
  removeImpossible,
} from './cells.ts'
import type { TableDate } from '../../reading/table-dates.ts'
import { readStatus, progress } from './status-aliases.ts'
import { type NamedPerson, PEOPLE_FIELDS, peopleIn } from './people.ts'
import { isFunction } from '../../reading/people.ts'
import { withScheme } from '../../kernel/addresses.ts'
import { parseUrl } from '../../kernel/url.ts'

// Applies columns that add to another column: a region, an outcome, a number.
function applyRefinements(values: Map<Field, string>, rest: string[]): void {
  const take = (field: Field): string | undefined => {
    const value = values.get(field)
    values.delete(field)
    return value
  }
  const [region, number, subject, outcome] = (['region', 'number', 'subject', 'outcome'] as const).map(take)
  if (region !== undefined)
    values.set('location', [values.get('location'), region].filter(Boolean).join(', '))
  if (!values.has('role') && values.has('company') && (subject ?? number) !== undefined)
    values.set('role', subject ?? `Application ${number}`)
  else if (subject !== undefined) rest.push(`Subject: ${subject}`)
  if (number !== undefined && !values.get('role')?.includes(number)) rest.push(`Number: ${number}`)
  if (outcome === undefined) return
  const [ended, before] = [readStatus(outcome), readStatus(values.get('status') ?? '')]
  if (!values.has('status')) values.set('status', outcome)
  else if (ended && before && progress[ended.status] > progress[before.status]) {
    rest.push(`Status: ${values.get('status')}`)
    values.set('status', outcome)
  } else rest.push(`Result: ${outcome}`)
}

export interface RowFacts {
  readonly id: string | null
  /** The names that the row lacks. A new job gets a placeholder, and a known job keeps its own. */
  readonly unnamed: readonly ('company' | 'role')[]
  /** Whether the row names a status. A date of application alone only implies one. */
  readonly saysStatus: boolean
  /** When the current status was reached, if the row says so; ISO 8601 or null. */
  readonly statusChangedAt: string | null
  readonly createdAt?: string | undefined
  readonly history?: readonly PastStatus[] | undefined
  readonly updatedAt?: string | undefined
  /** Becomes a calendar event, because a job has no field for it. */
  readonly followUpAt?: string | undefined
  readonly people: readonly NamedPerson[]
  readonly left: readonly UnusedCell[]
  readonly notes: readonly string[]
}

type ReadJob = ({ readonly ok: JobInput } & RowFacts) | { problem: string }

export type ReadOptions = RowContext<Field>

const brokenIn = (text: string) =>
  text.includes('\0') ? 'a NUL character' : /\p{Cs}/u.test(text) ? 'half of a character' : null

/** Text fields that are taken as they are. Salary and next step are treated separately. */
const COPIED = ofKind(JOB, 'name', 'line', 'text').filter(
  (field) => field !== 'salary' && field !== 'nextStep',
)

/**
 * Reads every value of a row. Text that is too long is cut; the notes keep all of it. A value without a field, or that cannot
 * be parsed, becomes a line "Column: value" in the notes. An unknown status becomes `saved`. Our own exports are taken
 * unchanged.
 */
export const toJob = readOnce((row: Row, options: ReadOptions): ReadJob => {
  if (row.problem !== null) return { problem: row.problem }
  const cells = sortCells(row, options.table)
  const { values, tags } = cells
  const byName: ReadonlyMap<string, string> = values
  const read = readValues(cells, options)
  const text = Object.fromEntries(COPIED.flatMap((field) => pick(field, byName.get(field))))
  const [own, next] = [historyOf(values), values.get('nextStep')]
  const pay = payCell(values)
  const named = { ...text, ...Object.fromEntries(pick('salary', pay.salary)) }
  const fitted = own ? { fields: named, lines: [], left: [] } : fitting(named, next)
  const lines = [...read.lines, ...pay.lines, ...fitted.lines]
  const notes = [values.get('notes'), ...lines].filter((each) => each !== undefined).join('\n')
  const ok: Partial<JobInput> = {
    ...fitted.fields,
    ...read.fields,
    ...Object.fromEntries(pick('notes', notes)),
    ...Object.fromEntries(pick('nextStep', exceedsNextStep(next) ? undefined : next)),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  }
  const problem = whyUnnamed(ok, row, options.table) ?? findProblem(ok, lines.length, own !== undefined)
  if (problem !== null) return { problem }
  const unnamed = unnamedIn(ok)
  const open = unnamed.map(namelessNote)
  const unpaid = own ? [] : pay.left
  return {
    ok: { ...ok, ...namesOf(ok) },
    unnamed,
    id: values.get('id') ?? null,
    saysStatus: values.has('status') || cells.hasApplied !== undefined,
    statusChangedAt: read.dates.get('statusChangedAt')?.at ?? null,
    left: [...read.left, ...unpaid, ...fitted.left, ...open],
    notes: [
      ...read.notes,
      ...unpaid.map(({ text: part, why }) => `“${part}”: ${why}`),
      ...[...fitted.left, ...open].map(({ why }) => why),
    ],
    createdAt: read.dates.get('createdAt')?.at,
    history: own,
    updatedAt: own && values.get('updatedAt'),
    followUpAt: read.dates.get('followUpAt')?.at,
    people: read.people,
  }
})

const pick = (name: string, value: string | undefined): [string, string][] =>
  value === undefined || value === '' ? [] : [[name, value]]

/** The history in the format of our own export; undefined in other files. */
const historyOf = (values: ReadonlyMap<Field, string>) =>
  values.has('id') ? readHistory(values.get('history') ?? '') : undefined

const TITLES = ['company', 'role', 'status', 'appliedAt', 'salary'] as const

/** The fields that name a row in the report. If the row cannot be imported, only its texts, such as company and role. */
export function titleOf(row: Row, options: ReadOptions): Record<(typeof TITLES)[number], string | null> {
  const read = toJob(row, options)
  if ('ok' in read)
    return recordBy(TITLES, (field) => read.ok[field] ?? (field === 'status' ? 'saved' : null))
  const { values } = sortCells(row, options.table)
  return recordBy(TITLES, (field) => (COPIED.includes(field) ? (values.get(field) ?? null) : null))
}

function sortCells(row: Row, table: ReadOptions['table']) {
  const values = new Map<Field, string>()
  const tags: string[] = []
  const rest: string[] = []
  // Statuses or dates in a second column of the same field, if they differ from the first.
  const second: string[] = []
  // Whether the user applied, from a column without a date: “Applied: Yes”.
  let hasApplied: boolean | undefined
  const isOwn = row.cells.some(
    ([column, value]) => table.fieldOf(column) === 'history' && readHistory(String(value)) !== undefined,
  )
  for (const [column, value] of row.cells) {
    const field = table.fieldOf(column)
    const text = typeof value === 'string' ? (isOwn ? value : plainOf(value)) : value.map(tidy).join(', ')
    if (isLeftOut(field) || text === '' || (!isOwn && isNothing(text))) continue
    // An id from another tracker is not ours, but may be useful to the user.
    if (field === null || (field === 'id' && !isId(text))) rest.push(`${column}: ${text}`)
    else if (field === 'tags') tags.push(...listOf(value, isOwn))
    else if (field === 'notes') values.set(field, [values.get(field), text].filter(Boolean).join('\n'))
    else if (field === 'appliedAt' && isYesOrNo(text)) hasApplied = isYes(text)
    else if (!values.has(field)) {
      const pay = payHeading(column)
      const units = pay?.field === field ? pay.units : null
      for (const [unit, said] of entriesOf(units ?? {})) if (!values.has(unit)) values.set(unit, said)
      values.set(field, text)
    } else if (values.get(field) !== text)
      (field === 'status' || isOneOf(DATES, field) ? second : rest).push(`${column}: ${text}`)
  }
  if (!values.has('status')) for (const word of tickedStatus(row, table)) values.set('status', word)
  // A “Name” column holds the company; if the company has a column of its own, the role.
  const name = values.get('name')
  const place = values.has('company') ? (values.has('role') ? null : 'role') : 'company'
  const both = place === 'company' && name !== undefined && !values.has('role') ? roleAndCompany(name) : null
  if (both) for (const field of ['role', 'company'] as const) values.set(field, both[field])
  else if (name !== undefined && place !== null) values.set(place, name)
  else if (name !== undefined) rest.unshift(`Name: ${name}`)
  applyRefinements(values, rest)
  // Without a salary, its bounds become the salary's text, which the notes need not repeat.
  if (values.has('salary'))
    for (const bound of ['salaryMin', 'salaryMax'] as const)
      if (values.has(bound)) rest.push(`${bound === 'salaryMin' ? 'Minimum' : 'Maximum'} salary: ${values.get(bound)}`) // prettier-ignore
  return { values, tags: [...new Set([...tags, ...remoteTag(row, tags)])], rest, second, hasApplied }
}

/** Reads a card that names both: `Engineer at Acme`, or `Acme - Engineer` if only one side is a job's function. */
function roleAndCompany(name: string): { role: string; company: string } | null {
  const [role, company, more] = name.split(/ (?:@|at|bei|chez) (?=[\p{Lu}\p{N}])/u)
  if (role && company && more === undefined) return { role, company }
  const [first, second, third] = name.split(/ [-–—|] |: /)
  if (!first || !second || third !== undefined) return null
  const [isFirst, isSecond] = [first, second].map((part) => part.split(/[ /-]/).some(isFunction))
  if (isFirst === isSecond) return null
  return isFirst ? { role: first, company: second } : { role: second, company: first }
}

/** For files with a tick column for each status: the ticked status that is furthest along. The notes keep the ticks. */
const tickedStatus = ({ cells }: Row, table: ReadOptions['table']): string[] =>
  cells
    .filter(([column, value]) => table.fieldOf(column) === null && typeof value === 'string' && isYes(value))
    .flatMap(([column]) => [readStatus(column.replace(/\s*\?$/, ''))?.status ?? []].flat())
    .sort((one, other) => progress[other] - progress[one])
    .slice(0, 1)

const isLeftOut = (field: string | null): boolean => field === 'derived' || field === IGNORE

type SortedCells = ReturnType<typeof sortCells>

function readValues({ values, rest, second, hasApplied }: SortedCells, options: ReadOptions) {
  const status = readStatusCell(values.get('status'), options.statusWords)
  const applied = values.get('appliedAt')
  // A saved job has no application: the status wins, and the notes keep the date. Our own history has the date already.
  const isUnsent = status.status === 'saved' && !historyOf(values)
  const dates = datesIn(values, options)
  const unclear = datesAside(values, dates, options)
  const impossible = removeImpossible(dates, isUnsent, options.now)
  const [appliedAt, deadline] = [dates.get('appliedAt')?.at, dates.get('deadline')?.at]
  const link = values.get('url')
  const url = link === undefined ? null : readLink(link)
  const priority = readPriority(values.get('priority'), values.get('excitement'))
  const chosen = choicesIn(values)
  const { people, unread, remarked } = peopleIn(values)
  const mayAdd = options.mayAddPeople ?? true
  const aside: NoteLine[] = [
    ...(mayAdd ? unread : PEOPLE_FIELDS).flatMap((field) => personAside(field, values.get(field), mayAdd)),
    ...(mayAdd ? remarked : []).map((field) => ({ line: `${titled(field)}: ${values.get(field)}` })),
    ...status.aside,
    ...impossible.map(({ field, why }) => ({ line: `${DATE_NAMES[field]}: ${values.get(field)}`, why })),
    ...unclear,
    ...[
      ...(link !== undefined && url === null ? [`Link: ${link}`] : []),
      ...priority.unread,
      ...chosen.aside,
      ...second,
    ].map((line) => ({ line })),
  ]
  const implied: Status | undefined =
    status.status ?? (applied !== undefined || hasApplied ? 'applied' : undefined)
  // “Applied: Yes” contradicts a saved status, and “Applied: No” any other status.
  if (hasApplied !== undefined && status.status !== undefined && hasApplied === (status.status === 'saved'))
    aside.push({ line: `Applied: ${hasApplied ? 'yes' : 'no'}` })
  const doubts = new Set(aside.flatMap((each) => each.doubts ?? []))
  const kept = aside.map(({ line, why }) => shorten(line) + (why ? ` (${why})` : ''))
  return {
    fields: {
      ...(url !== null && { url }),
      ...(priority.priority && { priority: priority.priority }),
      ...chosen.fields,
      ...(implied && { status: implied }),
      ...(appliedAt !== undefined && { appliedAt }),
      ...(deadline !== undefined && { deadline }),
    },
    dates,
    people: mayAdd ? people : [],
    lines: [...rest, ...aside.map(({ line }) => line)],
    left: aside.map(leftOf),
    notes: kept.length ? [`Kept in the notes: ${kept.join('; ')}.`, ...doubts] : [],
  }
}

const DECLARED: Noun<Fields> = JOB

/** A job's choice fields except its priority, which may also be given as stars. */
const CHOICES = ofKind(JOB, 'choice').filter((name) => name !== 'priority')

function choicesIn(values: ReadonlyMap<string, string>): { fields: Record<string, string>; aside: string[] } {
  const said = CHOICES.flatMap((name) => [[name, values.get(name)] as const].filter(([, text]) => text))
  const read = said.map(([name, text]) => [name, text, choiceOf(must(DECLARED.fields[name]), text)] as const)
  return {
    fields: Object.fromEntries(read.flatMap(([name, , word]) => (word === undefined ? [] : [[name, word]]))),
    aside: read.flatMap(([name, text, word]) => (word === undefined ? [`${spokenOf(name)}: ${text}`] : [])),
  }
}

/** A line for the notes, with its interpretation or the reason it was not understood. */
interface NoteLine {
  readonly line: string
  readonly why?: string
  readonly doubts?: readonly string[]
}

function leftOf({ line, why, doubts = [] }: NoteLine): UnusedCell {
  const at = line.indexOf(': ')
  const reason = why ? `It is ${why}, and kept in the notes.` : 'It is kept in the notes.'
  return { field: line.slice(0, at), text: line.slice(at + 2), why: [reason, ...doubts].join(' ') }
}

function dateAside(name: string, order: ReadOptions['dateOrder'], text = ''): NoteLine {
  const [isSlashed, year] = /^\d\d?[/-]\d\d?(?:[/-](\d)|$)/.exec(text) ?? []
  const first = order === null ? 'day or its month' : order === 'day-first' ? 'day' : 'month'
  const why =
    year || order === null ? `${order ? 'no' : 'a'} date with its ${first} first` : 'a date without a year'
  return { line: `${name}: ${text}`, ...(isSlashed && { why }) }
}

function personAside(field: Field, text: string | undefined, mayAdd: boolean): NoteLine[] {
  const why = mayAdd ? 'no one person for certain' : 'no contact: contacts:write is missing'
  return text === undefined ? [] : [{ line: `${titled(field)}: ${text}`, why }]
}

const DATE_NAMES = {
  ...{ appliedAt: 'Date applied', createdAt: 'Date saved', statusChangedAt: 'Status changed' },
  ...{ deadline: 'Deadline', followUpAt: 'Follow up' },
}

/** Notes for dates whose text crm completed, understood only in part, or did not understand. */
function datesAside(
  values: ReadonlyMap<Field, string>,
  dates: ReadonlyMap<string, TableDate>,
  options: ReadOptions,
): NoteLine[] {
  const said = entriesOf(DATE_NAMES).flatMap(([field, name]) => {
    const text = values.get(field)
    const { rest, at, doubts = [] } = dates.get(field) ?? {}
    if (at && doubts.length)
      return [{ line: `${name}: ${text}`, why: `read as ${dayText(at, options)}`, doubts }]
    return text === undefined || rest === '' ? [] : [dateAside(name, options.dateOrder, text)]
  })
  return values.has('history') && !historyOf(values)
    ? [...said, dateAside('History', options.dateOrder, values.get('history'))]
    : said
}

function readStatusCell(cell: string | undefined, own: ReadOptions['statusWords']) {
  if (cell === undefined) return { aside: [] }
  const read = readStatus(cell, own)
  const why = read ? `read as ${read.status}` : 'no known status'
  return { status: read?.status ?? 'saved', aside: read?.exact ? [] : [{ line: `Status: ${cell}`, why }] }
}

function readLink(text: string): string | null {
  const address = withScheme(text)
  return /^https?:\/\/\S+$/i.test(address) && parseUrl(address) ? address : null
}

function findProblem(job: Partial<JobInput>, kept: number, isOwn: boolean): string | null {
  for (const [field, most] of Object.entries(maxLength)) {
    const value = String(recordOf(job)[field] ?? '')
    const broken = brokenIn(value)
    if (broken !== null) return `The value of ${field} holds ${broken}.`
    if (value.length <= most) continue
    const why = field === 'notes' && kept > 0 ? ' together with the columns kept in them' : ''
    return `The value of ${field} has ${value.length} characters${why}; at most ${most} fit.`
  }
  const tags = job.tags ?? []
  const broken = tags.map(brokenIn).find((each) => each !== null)
  return problemOfTags(tags, isOwn) ?? (broken ? `A tag holds ${broken}.` : null)
}
