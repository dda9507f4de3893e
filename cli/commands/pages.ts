// Lists and their pages.
import type { Client } from '../client.ts'
import { isOn, wholeOf, type Command, type Option, type Run } from '../command.ts'
import type { Column } from '../ui/table.ts'

export const PAGE_OPTIONS: Option[] = [
  { flags: '-n, --limit <n>', about: 'Maximum number to show (1–100, default 50).' },
  { flags: '--all', about: 'Show all pages.' },
]

export const ALL_OPTION: Option[] = [{ flags: '--all', about: 'Show all pages.' }]

/** The value of `--limit`; undefined without it. */
export const limitOf = (options: Run['options']): number | undefined =>
  wholeOf(options, 'limit', 'from 1 to 100')

export const wantsAll = (options: Run['options']): boolean => isOn(options, 'all')

interface Page {
  nextCursor: string | null
  total: number
}

/** One page, or with `all` every page joined. */
export async function everyPage<Noun extends string, Row, P extends Page & Record<Noun, Row[]>>(
  all: boolean,
  noun: Noun,
  read: (more: { cursor?: string; limit?: number }) => Promise<P>,
): Promise<P> {
  if (!all) return read({})
  const rows: Row[] = []
  let page = await read({ limit: 100 })
  rows.push(...page[noun])
  while (page.nextCursor !== null) {
    page = await read({ limit: 100, cursor: page.nextCursor })
    rows.push(...page[noun])
  }
  return { ...page, [noun]: rows, total: rows.length }
}

interface Listing<Noun extends string, Row extends object> extends Pick<
  Command,
  'about' | 'operation' | 'examples'
> {
  noun: Noun
  /** How much of it to show: `PAGE_OPTIONS` unless it is short. */
  options?: Option[]
  columns: (now: number) => Column<Row>[]
  /** What is said when there is nothing. */
  empty: string
  read: (
    client: Client,
    more: { cursor?: string; limit?: number | undefined },
  ) => Promise<Page & Record<Noun, Row[]>>
}

/** The `list` command of a noun. */
export const listCommandOf = <Noun extends string, Row extends object>({
  noun,
  options = PAGE_OPTIONS,
  columns,
  empty,
  read,
  ...named
}: Listing<Noun, Row>): Command => ({
  name: 'list',
  ...named,
  options,
  async run({ options: given, client, out }) {
    const limit = limitOf(given)
    const page = await everyPage(wantsAll(given), noun, (more) => read(client, { limit, ...more }))
    out.list(page, page[noun], columns(Date.now()), empty)
  },
})
