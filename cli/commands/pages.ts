// The pages of a list: how many to show, and all of them.
import { wholeOf, type Option, type Run } from '../command.ts'

export const ALL_OPTION: Option[] = [{ flags: '--all', about: 'Show all pages.' }]

export const PAGE_OPTIONS: Option[] = [
  { flags: '-n, --limit <n>', about: 'Maximum number to show (1–100, default 50).' },
  ...ALL_OPTION,
]

export const WHERE: Option = {
  flags: '--where <terms>',
  about:
    "All jobs that match: 'status=saved place=berlin idle>14d pay>150k'. Also: company, role, tag, priority, deadline<friday; != means not. Idle counts days saved, or applied without an answer. Pay is per year, in each job's own currency.",
}

export const limitOf = (options: Run['options']): number | undefined =>
  wholeOf(options, 'limit', 'from 1 to 100')

export interface Page {
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
  return { ...page, [noun]: rows, total: Math.max(page.total, rows.length) }
}
