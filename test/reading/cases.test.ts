// Postings, boards and pay in the words of many languages: each line of a case file is read right, or left out and said.
import type { Compensation } from '../../core/reading/compensation.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { payOnPage } from '../../core/reading/pay-on-page.ts'
import { readPay } from '../../core/reading/pay.ts'
import { readPage } from '../../core/scout/page.ts'
import { readPostingMeta } from '../../core/scout/job-posting.ts'
import { systemNamed } from '../../core/watch/board.ts'

/** One end, or the whole; a list allows any of its values, and `*` everything. */
type Expected = unknown
interface Case {
  readonly kind: string
  readonly text: string
  readonly place?: string
  /** `[min, max, currency, period]` or null for no pay; any of these answers is right. */
  readonly right: readonly (readonly Expected[] | null)[]
}

const casesIn = <Of = Case>(name: string): Of[] =>
  readFileSync(new URL(`cases/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Of)

function isRight(read: Compensation | null, right: readonly Expected[] | null): boolean {
  if (read === null || right === null) return read === right
  const parts = [read.min, read.max, read.currency, read.period]
  return parts.every((part, at) => right[at] === '*' || [right[at]].flat().includes(part))
}

describe.each([
  ['pay-field', (text: string, place?: string) => readPay(text, place).value],
  ['pay-page', (text: string, place?: string) => payOnPage(text, place).value],
] as const)('%s', (name, read) => {
  test.each(casesIn(name))('$kind: $text', ({ text, place, right }) => {
    const value = read(text, place)
    expect(
      right.some((each) => isRight(value, each)),
      JSON.stringify(value),
    ).toBe(true)
  })
})

type Pay = Case['right']
const isAnyOf = (value: Compensation | null, right: Pay): boolean =>
  right.some((each) => isRight(value, each))

interface PageCase {
  readonly page: string
  readonly html: string
  /** What the page says; null where it must stay open. */
  readonly company?: string | null
  readonly role?: string | null
  readonly location?: string
  readonly pay?: Pay
  /** Words of what is said to be left out. */
  readonly left?: string
}

describe('a posting’s page, by its structured data', () => {
  test.each(casesIn<PageCase>('posting-pages'))('$kind: $page', async (expected) => {
    const { page, html, pay, left = '' } = expected
    const url = `https://jobs.example.com/${page}`
    const read = await readPage({ body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url })
    const facts = readPostingMeta({ jobPosting: read.meta.jobPosting })
    for (const name of ['company', 'role', 'location'] as const)
      if (expected[name] !== undefined) expect(facts[name] ?? null).toBe(expected[name])
    if (pay) expect(isAnyOf(readPay(facts.salary ?? '').value, pay), facts.salary).toBe(true)
    expect(JSON.stringify(read.left)).toContain(left)
  })
})

interface BoardCase {
  readonly board: string
  readonly address: string
  readonly body: string
  readonly detail?: string
  readonly right: Record<string, { pay?: Pay; company?: (string | null)[]; place?: string }>
}

describe('a board’s answer', () => {
  test.each(casesIn<BoardCase>('boards'))(
    '$kind: $board',
    async ({ board, address, body, detail, right }) => {
      const isFeed = board === address
      const [name = '', token = ''] = isFeed ? ['feed', board] : board.split(':')
      const system = systemNamed(name)!
      const { postings } = await system.read({ url: address, body }, token)
      for (const [role, { pay, company, place = '' }] of Object.entries(right)) {
        const listed = postings.find((each) => each.role === role)
        const posting = listed && { ...listed, ...(detail && system.readDetail?.(detail)) }
        if (pay)
          expect(isAnyOf(posting?.pay ?? null, pay), `${role}: ${JSON.stringify(posting?.pay)}`).toBe(true)
        if (company) expect(company).toContain(posting?.company)
        expect(posting?.places.join('; ')).toContain(place)
      }
    },
  )
})
