// A page of rows as a tool result: short by default, never over the size limit, and explicit about what was omitted.
import { showPeriod } from '../../../core/kernel/show-instant.ts'
import type { Z, Zod } from '../../../core/kernel/zod.ts'
import type { Direction } from '../../../core/reading/moments.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { isKeyOf } from '../../../core/kernel/narrow.ts'
import { named, newMarker, notice, oneLine } from '../foreign-text.ts'
import { type Tool, withLines, type ToolContext } from '../tool.ts'
import { pageIn, periodSaid, pipelineTool, type Args, type Common } from './arguments.ts'
import { fieldsFor, shown, viewIn, type Noun, type Row, withNames } from './record-fields.ts'
import { NAMES } from './record.ts'
import { similarRecords } from './searching.ts'
import { fieldLines, fieldText, lineOf, underDays } from './record-text.ts'

/** Limit for the text and structured content of a result together. Hosts truncate longer results silently. */
const MAX_CHARACTERS = 40_000
const MAX_OF_ROWS = MAX_CHARACTERS - 3_000
const DEFAULT_ROWS = 20
const MAX_ROWS = 100

const listIn = (z: Zod) => ({ ...pageIn(z), ...viewIn(z) })
type ListArgs = Args<ReturnType<typeof listIn>>

type Rows<N extends string, R> = { [key in N]: readonly R[] } & { nextCursor: string | null }

/** The rows of all pages of a list. */
export async function everyRow<N extends string, R>(
  noun: N,
  page: (more: { limit: number; cursor: string | undefined }) => Promise<Rows<N, R>>,
): Promise<R[]> {
  const rows: R[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const found: Rows<N, R> = await page({ limit: MAX_ROWS, cursor })
    rows.push(...found[noun])
    cursor = found.nextCursor
  }
  return rows
}

type Page<N extends Noun> = Rows<N, object> & { total: number }

interface ListTool<N extends Noun, Shape extends Z.ZodRawShape> extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'access'
> {
  noun: N
  input(z: Zod, common: Common): Shape
  /** For lists with `from` and `to`: whether their words mean the future or the past. */
  period?: Direction
  page(ctx: ToolContext, asked: Args<Shape> & { limit: number }): Promise<Page<N>>
  /** The text for an empty result where nothing was asked for. */
  empty: string
}

type Period = { [name in 'from' | 'to' | 'timeZone']?: string | undefined }

/** A tool that lists records. If they would be too long, those that fit are fetched again, so that the cursor is right. */
export const listTool = <N extends Noun, Shape extends Z.ZodRawShape>({
  noun,
  input,
  period,
  page,
  empty,
  ...words
}: ListTool<N, Shape>): Tool =>
  pipelineTool({
    ...words,
    input: (z, common): Z.ZodRawShape => ({ ...input(z, common), ...listIn(z) }),
    async run(ctx, args) {
      // Splits off the fields that all lists share.
      const { limit = DEFAULT_ROWS, response_format, fields, ...rest } = args as ListArgs
      const input = rest as Args<Shape> & Period
      const timeZone = (period && input.timeZone) ?? ctx.timeZone
      const when = period ? periodSaid(ctx, { ...input, timeZone }, period) : {}
      const span = when.from || when.to ? ` ${showPeriod(when.from, when.to, timeZone)}` : ''
      const names = fieldsFor(noun, { response_format, fields })
      const moment = { now: ctx.now(), timeZone }
      const marker = newMarker()
      const toldOf = (record: object) => {
        const row = shown(record, names)
        // The standard line might omit a field that the caller named.
        if (fields) return { row, words: cellsText(row, timeZone) }
        return { row, words: names ? lineOf(noun, record, moment) : fieldLines(row, timeZone, marker) }
      }
      const fetch = async (most: number) => {
        const found = await page(ctx, { ...input, ...when, limit: most })
        const rows = LINKED.includes(noun) ? await withNames(ctx, found[noun]) : found[noun]
        return { ...found, told: rows.map(toldOf) }
      }
      const found = await fetch(limit)
      let size = 0
      const fitting = found.told.findIndex((row) => (size += JSON.stringify(row).length) > MAX_OF_ROWS)
      const truncated = fitting >= 0
      const { told, nextCursor, total } = truncated ? await fetch(Math.max(1, fitting)) : found
      const none = total ? '' : await nothing(ctx, noun, { ...input, from: span }, empty)
      const cut = `Cut at ${told.length}: more would be over ${MAX_CHARACTERS} characters. Name fields, or pass the cursor.`
      const count = told.length ? `${told.length} of ${total} ${noun}${span}.` : none
      const summary = truncated ? `${count} ${cut}` : count
      const whole = names ? [] : told.length ? [notice(marker)] : []
      const rows = told.map((row) => row.words)
      const lines = [...(DATED.includes(noun) ? underDays(rows) : rows), ...whole].join('\n')
      const more = nextCursor && `More: cursor "${nextCursor}".`
      const structure = { [noun]: told.map(({ row }) => row), nextCursor, total, truncated }
      return withLines(summary, [lines, more], structure)
    },
  })

/** Says what was asked for, and which records have names like the ones asked for. */
async function nothing(
  ctx: ToolContext,
  noun: Noun,
  { from: span, to: _, timeZone: __, sort: ___, ...filter }: Record<string, unknown>,
  empty: string,
): Promise<string> {
  const { query, company } = filter
  const wordsOf = (value: unknown) =>
    [value].flat().map((one) => (isId(String(one)) ? shortId(String(one)) : named(String(one))))
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined)
  if (!span && !asked.length) return empty
  const words = asked.map(([name, value]) => `${name} ${wordsOf(value).join(', ')}`).join(', ')
  const all = noun === 'proposals' && filter['state'] === undefined ? 'pending proposals' : noun
  const none = `No ${all}${String(span)}${words && ` with ${words}`}.`
  const record = company !== undefined && noun !== 'contacts' ? 'job' : isKeyOf(NAMES, noun) && NAMES[noun]
  return record ? similarRecords(ctx, record, String(company ?? query ?? ''), none) : none
}

const DATED: readonly Noun[] = ['activities', 'events']
const LINKED: readonly Noun[] = ['activities', 'events', 'offers']

/** All fields of a row in one line, each with its name. */
function cellsText({ id, ...told }: Row, timeZone: string): string {
  const cells = Object.entries(told).map(
    ([name, value]) => `${name}: ${oneLine(fieldText(name, value, timeZone))}`,
  )
  return `[${shortId(String(id))}] ${cells.join(' · ')}`
}
