// What the pages show as the output of a command is its output. `RECORD_EXAMPLES=1` writes the pages anew where it differs.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm } from './run.ts'

const root = join(import.meta.dirname, '..', '..')
/** The day on which the pages were written, a Thursday. */
const NOW = new Date('2026-11-19T15:00:00Z')

interface Example {
  args: string[]
  stdin: string
  /** Its output on the page; a line with only “…” stands for any lines. */
  shown: string
}

/** The words of a command line; quotes keep what they hold, and a comment ends it. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/\s+#.*$/, '').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/['"]/g, ''),
  )

/** `crm …`, or `printf '…' | crm …`. */
const LINE = /^(?:printf '([^']*)' \| )?crm (.*)$/

/** The commands of a block and what each printed. Commands of other programs are no examples. */
const examplesIn = (block: string): Example[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .flatMap((part) => {
      const [line = '', ...rest] = part.split('\n')
      const shown = rest.join('\n').trim()
      const [, stdin = '', typed] = LINE.exec(line) ?? []
      return typed === undefined || !shown
        ? []
        : { args: wordsOf(typed), stdin: stdin.replaceAll('\\n', '\n'), shown }
    })

const ID = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4})?[0-9a-f]{8}\b/g
/** The short form of an id. */
const short = (id: string): string => id.slice(-8)

/** Ids differ from run to run. */
const withoutIds = (text: string): string => text.replaceAll(ID, 'ID')

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

/** Whether the page shows this output, or parts of it in order. `ids` holds the page’s id of each printed one: a record keeps its id. */
function isShown(shown: string, printed: string, ids: Map<string, string>): boolean {
  let rest = withoutIds(lines(printed))
  const parts = withoutIds(lines(shown)).split(/^…$/m)
  if (parts.length > 1)
    return parts.every((part) => {
      const at = rest.indexOf(part.trim())
      rest = rest.slice(Math.max(at, 0) + part.trim().length)
      return at >= 0
    })
  if (rest !== parts[0]) return false
  const onPage = shown.match(ID) ?? []
  return (printed.match(ID) ?? []).every((id, at) => {
    const known = ids.get(short(id)) ?? short(onPage[at]!)
    ids.set(short(id), known)
    return known === short(onPage[at]!)
  })
}

/** What stands before a page’s first command. */
const BEFORE: Record<string, string[][]> = { 'docs/guide.md': [['jobs', 'add', 'Acme', 'Chef']] }

/** The pages, each with the least number of examples that stand on it. */
describe.each([
  ['README.md', 8],
  ['docs/salary.md', 3],
  ['docs/guide.md', 2],
])('%s', (page, least) => {
  let database: TestDatabase
  const env = { CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-examples-')), NO_COLOR: '1' }
  beforeAll(async () => {
    vi.setSystemTime(NOW)
    database = await freshDatabase()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await database.close()
  })

  test('shows what its commands print', async () => {
    let text = readFileSync(join(root, page), 'utf8')
    const different: unknown[] = []
    const ids = new Map<string, string>()
    let count = 0
    for (const args of BEFORE[page] ?? []) await crm(args, { url: database.url, env })
    for (const [, block = ''] of text.matchAll(/^```(?:console)?\n(\$ [\s\S]*?)^```$/gm))
      for (const { args, stdin, shown } of examplesIn(block)) {
        const printed = lines(
          (await crm(args, { stdin, url: database.url, env, terminal: { columns: 80 }, isOneStream: true }))
            .stdout,
        )
        count++
        if (isShown(shown, printed, ids)) continue
        different.push({ args, shown, printed })
        const named = printed.replaceAll(ID, (id) => id.slice(0, -8) + (ids.get(short(id)) ?? short(id)))
        text = text.replace(shown, () => named)
      }
    if (process.env['RECORD_EXAMPLES']) writeFileSync(join(root, page), text)
    expect(count).toBeGreaterThanOrEqual(least)
    expect(different).toEqual([])
  })
})
