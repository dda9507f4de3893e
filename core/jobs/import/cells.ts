// Reads cells with structure: the history in crm's own exports, a priority, the pay, and dates.
import { asIfUtc, DAY_MS, isoOf, msOf, wallTime } from '../../kernel/clock.ts'
import { isOneOf, recordOf } from '../../kernel/narrow.ts'
import { readInstant } from '../../kernel/schema.ts'
import { quietly } from '../../kernel/errors.ts'
import { isStorable } from '../../kernel/plain-characters.ts'
import { STATUSES, JOB, PRIORITIES, type Priority, type JobWithHistory } from '../fields.ts'
import { MAX_TAGS } from '../../kernel/schema.ts'
import { choiceOf, dateOf } from '../../sheets/fields.ts'
import { headerWords } from '../../sheets/headers.ts'
import type { RowContext } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { isYes } from '../../sheets/text.ts'
import { readMoment } from '../../reading/moments.ts'
import { readPastDay, type TableDate } from '../../reading/table-dates.ts'
import { type OmittedWords, readPay } from '../../reading/pay.ts'
import { readStatedPay } from '../../reading/stated-pay.ts'
import { payText } from '../../reading/compensation.ts'
import type { UnusedCell } from '../../sheets/report.ts'
import { DATES, type Field } from './columns.ts'

export type PastStatus = Readonly<JobWithHistory['history'][number]>

/** Maximum length of a status note, and maximum statuses per job. */
const MAX_NOTE = 2_000
const MAX_STATUSES = 500

export function readHistory(cell: string): readonly PastStatus[] | undefined {
  const read = quietly((): unknown => JSON.parse(cell))
  if (!Array.isArray(read) || read.length === 0 || read.length > MAX_STATUSES) return undefined
  return read.every(isPast) ? read : undefined
}

function isPast(one: unknown): one is PastStatus {
  const { status, at, note } = recordOf(one)
  return (
    isOneOf(STATUSES, status) &&
    (at === null || (typeof at === 'string' && !Number.isNaN(readInstant(at)))) &&
    (note === null || (typeof note === 'string' && note.length <= MAX_NOTE && isStorable(note)))
  )
}

const priorityOf = (text: string | undefined): Priority | undefined =>
  PRIORITIES.find((each) => each === choiceOf(JOB.fields.priority, text))

const excitement: readonly Priority[] = ['low', 'low', 'low', 'medium', 'high', 'high']

/** The end of “4/5”. What is out of ten is no number of stars. */
const FIFTHS = /\/(?=\s*5(?!\d))/

/** Reads a priority: a name, a rank (1 is highest) or stars (of five). `unread` has the unused parts, for the notes. */
export function readPriority(named: string | undefined, felt: string | undefined) {
  const stars =
    felt === undefined ? undefined : /^[★⭐]+$/u.test(felt) ? [...felt].length : Number(felt.split(FIFTHS)[0])
  const byName = priorityOf(named)
  const byStars = priorityOf(felt?.match(/^[a-z]+$/i)?.[0]) ?? excitement[stars ?? -1]
  const priority = byName ?? byStars
  return {
    ...(priority && { priority }),
    unread: [
      ...(named !== undefined && !byName ? [`Priority: ${named}`] : []),
      ...(felt !== undefined && (byName !== undefined || !byStars) ? [`Excitement: ${felt}`] : []),
    ],
  }
}

const REMOTE =
  /^(?:(?:is )?remote(?: (?:work|job|ok|y n|yes no))?|home ?office|télétravail|teletrabajo|remoto|smart working|thuiswerken|praca zdalna|distans(?:arbete)?)$/

/** The tag for a yes in a column such as “Remote?”; the notes keep the cell. */
export function remoteTag({ cells }: Row, tags: readonly string[]): string[] {
  const isYesTo = ([column, value]: Row['cells'][number]) =>
    REMOTE.test(headerWords(column)) && typeof value === 'string' && isYes(value)
  const isFree = tags.length < MAX_TAGS && !tags.some((tag) => tag.toLowerCase() === 'remote')
  return isFree && cells.some(isYesTo) ? ['remote'] : []
}

interface RowPay {
  readonly salary?: string
  readonly lines: readonly string[]
  readonly left: readonly UnusedCell[]
}

/** Reads the pay of a row. Currency and period in the salary's text take precedence over those in other columns. */
export function payCell(values: ReadonlyMap<Field, string>): RowPay {
  const fields = ['salary', 'salaryMin', 'salaryMax', 'payCurrency', 'payInterval', 'location'] as const
  const [salary, min, max, currency, span, place] = fields.map((field) => values.get(field))
  const isNumber = salary !== undefined && /^[^\p{L}\p{Sc}]*$/u.test(salary)
  if (salary !== undefined && !(isNumber && (currency ?? span))) {
    const own = readPay(salary, place)
    const isOpen = (own.value?.currency ?? null) === null || /(?<!\p{L})\$/u.test(salary)
    const whole = [salary, isOpen && currency, (own.value?.period ?? null) === null && span]
      .filter(Boolean)
      .join(' ')
    const read = readPay(whole, place)
    return read.value
      ? { salary: whole, lines: [], left: unreadPart(read.omitted) }
      : { salary, lines: [], left: unreadPart(own.omitted) }
  }
  if (salary === undefined && min === undefined && max === undefined) return { lines: [], left: [] }
  const amounts = salary === undefined ? { min, max } : { value: salary }
  const { value, omitted } = readStatedPay([{ ...amounts, currency, span }], place)
  if (value) return { salary: payText(value), lines: [], left: unreadPart(omitted) }
  const text = [currency, salary ?? [min, max].filter(Boolean).join(' – '), span].filter(Boolean).join(' ')
  const why = omitted[0] ? `It ${omitted[0].why}.` : 'It was not understood.'
  return {
    lines: [`Pay: ${text}`],
    left: [{ field: 'salary', text, why: `${why} It is kept in the notes.` }],
  }
}

const unreadPart = (omitted: readonly OmittedWords[]): UnusedCell[] =>
  omitted.map(({ text, why }) => ({ field: 'salary', text, why: `It ${why}; the text is kept.` }))

// A file may be old, so crm adds a missing year only to an application's date, which is past. An agent passes on what somebody just
// said (`isSaid`), so “yesterday” and “Nov 3” count from now.

type DateField = (typeof DATES)[number]

/** Without a time, a deadline means the end of its day, and a follow-up the whole day. */
const TIMES: Partial<Record<Field, { hour: number; minute: number }>> = {
  deadline: { hour: 23, minute: 59 },
  followUpAt: { hour: 0, minute: 0 },
}

export function inferredDate(field: Field, text: string, reading: RowContext<Field>): TableDate | null {
  const { now, timeZone, dateOrder, isFromAgent: isSaid } = reading
  if (now === undefined) return null
  const past = isSaid || field !== 'appliedAt' ? null : readPastDay(text, reading, now)
  if (!isSaid) return past && { ...past, doubts: ['Its year was added.'] }
  const { value, doubts } = readMoment(text, new Date(now), timeZone, {
    ...{ untimed: 'midnight', atEnd: field === 'deadline', order: dateOrder ?? undefined },
    direction: field === 'deadline' || field === 'followUpAt' ? 'ahead' : 'behind',
  })
  if (!value || value.endsAt !== null) return null
  const day = isoOf(asIfUtc(wallTime(msOf(value.at), timeZone))).slice(0, 10)
  const read = value.isDay ? dateOf(day, reading, TIMES[field]) : { at: value.at, rest: '' }
  return read && { ...read, doubts }
}

export const datesIn = (values: ReadonlyMap<Field, string>, options: RowContext<Field>) =>
  new Map(
    DATES.flatMap((field): [DateField, TableDate][] => {
      const text = values.get(field)
      const found = dateOf(text, options, TIMES[field]) ?? inferredDate(field, text ?? '', options)
      return found ? [[field, found]] : []
    }),
  )

const PAST = ['appliedAt', 'createdAt', 'statusChangedAt'] as const

/** Removes the dates that cannot be, and says why. A date may be tomorrow, because dates have no zone. */
export const removeImpossible = (dates: Map<DateField, TableDate>, isUnsent: boolean, now = Infinity) =>
  PAST.flatMap((field) => {
    const at = dates.get(field)?.at
    const isLate = at !== undefined && msOf(at) > now + DAY_MS
    const why = at && isUnsent && field === 'appliedAt' ? 'no date of a saved job' : isLate && 'in the future'
    if (why) dates.delete(field)
    return why ? [{ field, why }] : []
  })
