// Pay in the words of postings and trackers, in many languages: each line of a case file is read right, or left out.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { payOnPage } from '../../core/reading/pay-on-page.ts'
import { readPay, type Compensation } from '../../core/reading/pay.ts'

/** One end, or the whole; a list allows any of its values, and `*` everything. */
type Expected = unknown
interface Case {
  readonly kind: string
  readonly text: string
  readonly place?: string
  /** `[min, max, currency, period]` or null for no pay; any of these answers is right. */
  readonly right: readonly (readonly Expected[] | null)[]
}

const casesIn = (name: string): Case[] =>
  readFileSync(new URL(`cases/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Case)

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
