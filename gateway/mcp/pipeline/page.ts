// A page of rows as a tool result: short by default, never over the size limit, and explicit about what was omitted.
import { must } from '../../../core/kernel/must.ts'
import { MAX_CURSOR } from '../../../core/kernel/fields.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { oneLine } from '../foreign-text.ts'
import type { ToolContext, ToolOutput } from '../tool-context.ts'
import { fieldsFor, shown, viewIn, type Noun, type Row } from './record-fields.ts'
import { fieldLines, lineOf, type Moment } from './record-text.ts'

/** Limit for the text and structured content of a result together. Hosts truncate longer results silently. */
const MAX_CHARACTERS = 40_000
const ROOM = 1_000
const DEFAULT_ROWS = 20

export const listIn = (z: Zod) => ({
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().max(MAX_CURSOR).optional(),
  ...viewIn(z),
})

/** All rows of a list. */
export async function everyRow<R>(
  page: (cursor: string | undefined) => Promise<{ rows: readonly R[]; next: string | null }>,
): Promise<R[]> {
  const rows: R[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { rows: found, next } = await page(cursor)
    rows.push(...found)
    cursor = next
  }
  return rows
}

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  response_format?: 'concise' | 'detailed' | undefined
  fields?: readonly string[] | undefined
}

type Page<N extends Noun> = { [key in N]: readonly object[] } & { nextCursor: string | null; total: number }

interface List<N extends Noun> {
  noun: N
  asked: Asked
  /** Fetches a page of at most `limit` rows. */
  fetch(limit: number): Promise<Page<N>>
  /** The period that was asked for, in words. */
  period?: string | undefined
  timeZone?: string | undefined
  /** What is said of nothing found; a function is asked only then. */
  empty: string | (() => Promise<string>)
}

/** The result of a list. If it would be too long, the rows that fit are fetched again, so that the cursor is right. */
export async function answerList<N extends Noun>(ctx: ToolContext, list: List<N>): Promise<ToolOutput> {
  const { noun, asked } = list
  const names = fieldsFor(noun, asked)
  const view = { noun, names, moment: { now: ctx.now(), timeZone: list.timeZone ?? ctx.timeZone } }
  const found = await list.fetch(asked.limit ?? DEFAULT_ROWS)
  const empty = found.total || typeof list.empty === 'string' ? '' : await list.empty()
  const answer = answerOf(found, view, { ...list, ...(empty && { empty }) }, false)
  if (sizeOf(answer) <= MAX_CHARACTERS - ROOM) return answer
  const fitting = rowsThatFit(found[noun], view)
  return answerOf(await list.fetch(fitting), view, list, true)
}

const sizeOf = (answer: ToolOutput): number => JSON.stringify(answer).length

interface View {
  noun: Noun
  names: readonly string[] | undefined
  moment: Moment
}

const isWhole = ({ names }: View): boolean => names === undefined

function wordsOf(record: object, row: Row, view: View): string {
  return isWhole(view) ? fieldLines(row) : lineOf(view.noun, record, view.moment)
}

function rowsThatFit(rows: readonly object[], view: View): number {
  let size = 0
  const fitting = rows.findIndex((record) => {
    const row = shown(record, view.names)
    size += JSON.stringify(row).length + JSON.stringify(wordsOf(record, row, view)).length
    return size > MAX_CHARACTERS - 3 * ROOM
  })
  return Math.max(1, fitting)
}

function answerOf<N extends Noun>(
  { nextCursor, total, ...found }: Page<N>,
  view: View,
  { noun, asked, empty, period = '' }: List<N>,
  truncated: boolean,
): ToolOutput {
  const rows = found[noun]
  const kept = rows.map((record) => shown(record, view.names))
  const words = rows.map((record, at) => namedLine(record, must(kept[at]), view, asked))
  const cut = `Cut at ${rows.length}: more would be over ${MAX_CHARACTERS} characters. Name fields, or pass the cursor.`
  const summary = [
    rows.length
      ? `${rows.length} of ${total} ${view.noun}${period && ` ${period}`}.`
      : period
        ? `No ${view.noun} ${period}.`
        : String(empty),
    truncated && cut,
  ]
    .filter(Boolean)
    .join(' ')
  const lines = [
    summary,
    words.join(isWhole(view) ? '\n\n' : '\n'),
    nextCursor && `More: cursor "${nextCursor}".`,
  ]
  const structure = { [view.noun]: kept, nextCursor, total, truncated }
  return { summary, words: lines.filter(Boolean).join('\n'), ...structure }
}

/** If the caller named fields, all of them are shown; the standard line might omit some. */
const namedLine = (record: object, row: Row, view: View, { fields }: Asked): string =>
  fields
    ? Object.entries(row)
        .map(
          ([name, value]) => `${name}: ${typeof value === 'string' ? oneLine(value) : JSON.stringify(value)}`,
        )
        .join(' · ')
    : wordsOf(record, row, view)
