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

/** Ids differ from run to run. */
const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replaceAll(/\b[0-9a-f]{8}\b/g, 'ID')

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()

/** Whether the page shows this output, or parts of it in order. */
function isShown(shown: string, printed: string): boolean {
  let rest = withoutIds(lines(printed))
  const parts = withoutIds(lines(shown)).split(/^…$/m)
  if (parts.length === 1) return rest === parts[0]
  return parts.every((part) => {
    const at = rest.indexOf(part.trim())
    rest = rest.slice(Math.max(at, 0) + part.trim().length)
    return at >= 0
  })
}

describe.each(['README.md', 'docs/salary.md'])('%s', (page) => {
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
    let count = 0
    for (const [, block = ''] of text.matchAll(/^```(?:console)?\n(\$ [\s\S]*?)^```$/gm))
      for (const { args, stdin, shown } of examplesIn(block)) {
        const printed = lines(
          (await crm(args, { stdin, url: database.url, env, terminal: { columns: 80 }, isOneStream: true }))
            .stdout,
        )
        count++
        if (isShown(shown, printed)) continue
        different.push({ args, shown, printed })
        text = text.replace(shown, () => printed)
      }
    if (process.env['RECORD_EXAMPLES']) writeFileSync(join(root, page), text)
    expect(count).toBeGreaterThan(2)
    expect(different).toEqual([])
  })
})
