// The documented and served error figures match the validation output (docs/validation, one file per fold).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openReferences } from '../../../core/intelligence/catalog/references.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { METHODS } from '../../../core/intelligence/about/method-table.ts'

const docs = (path: string) => readFileSync(fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url)), 'utf8') // prettier-ignore
const output = { 0: docs('validation/fold-0.txt'), 3: docs('validation/fold-3.txt') }
const text = docs('methodology.md').replace(/\s+/g, ' ')
const served = (name: string) => METHODS.find((method) => method.name === name)!.error

/** The error that a fold printed for a query type, `10.3 %`. */
function errorOf(fold: 0 | 3, way: string): string {
  const line = output[fold].split('\n').find((candidate) => candidate.endsWith(`  all: ${way}`))
  return /([\d.]+ %)/.exec(line ?? '')?.[1] ?? `no line “${way}”`
}

/** The four figures beside the cell of a documented table that starts with this text. */
function cellsOf(row: string): string[] {
  const cells = text.split('|').map((cell) => cell.replaceAll('*', '').trim())
  const at = cells.findIndex((cell) => cell.startsWith(row))
  return cells.slice(at + 1, at + 5)
}

describe('the documented errors', () => {
  test.each([
    ['public tables alone', 'naive: national median × price parity', null],
    ['the surveyed cell', 'survey cell of the true occupation', null],
    ['role and city', 'true occupation, headline', 'title resolved, headline'],
    ['role, city, the title', 'true occupation, the title as written', 'title resolved, the title as written'],
    ['role, city, wage level', 'true occupation, band from wage level', 'title resolved, band from wage level'],
  ])('of “%s” match the validation output', (row, known, resolved) => {
    const expected = [0, 3].flatMap((fold) => [known, resolved].map((way) => (way ? errorOf(fold as 0 | 3, way) : '')))
    expect(cellsOf(row)).toEqual(expected)
  }) // prettier-ignore

  test.each([
    ['common titles', 'common titles'],
    ['filed and reported titles', 'other titles'],
  ])('of national figures of “%s” match the validation output', (row, name) => {
    const expected = ([0, 3] as const).flatMap((fold) => {
      const line = output[fold].split('\n').find((candidate) => candidate.startsWith(`  ${name} `)) ?? ''
      return [...line.matchAll(/as the (?:whole occupation|role)\s+([\d.]+ %)/g)].map(([, error]) => error!)
    })
    expect(expected).toHaveLength(4)
    expect(cellsOf(row)).toEqual(expected)
  })

  test.each(['titles in a city', 'official names of occupations in a city', 'titles in the nation'])(
    'of intervals of “%s” match the validation output',
    (row) => {
      const shares = ([0, 3] as const).map(
        (fold) => new RegExp(`([\\d.]+ %) of \\d+ ${row}`).exec(output[fold])?.[1],
      )
      expect(shares).not.toContain(undefined)
      expect(cellsOf(row).slice(0, 2)).toEqual(shares)
    },
  )

  test('of percentiles and projections match the validation output', () => {
    const percentiles = [...output[0].split('\n')[1]!.matchAll(/p(\d+)\s+([\d.]+ %)/g)]
    for (const [, name, error] of percentiles) {
      expect(text).toContain(`${error} (p${name})`)
      expect(served('Percentiles of a city')).toContain(`p${name} ${error}`)
    }
    const projections = [
      ...output[0].matchAll(/(\d) year\(s\).*?mean error\s+([\d.]+) %.*?within\s+([\d.]+) %/g),
    ]
    expect(projections).toHaveLength(5)
    for (const [, , mean, bound] of projections) expect(text).toContain(`${mean} / ${bound}`)
    for (const [, , mean] of projections.filter(([, years]) => ['1', '3', '5'].includes(years!)))
      expect(served('Projections')).toContain(`${mean} %`)
  })

  test('in API responses match the validation output', () => {
    expect(served('Role, market and title')).toContain(errorOf(0, 'true occupation, headline'))
    expect(served('Role, market and title')).toContain(errorOf(0, 'naive: national median × price parity'))
    expect(served('Experience bands')).toContain(errorOf(0, 'true occupation, band from wage level'))
  })

  test('of skills and sponsors match the tables', () => {
    const { premiums, sizes } = openReferences(openShipped())
    const shown = (fraction: number) => `${fraction < 0 ? '−' : '+'}${Math.abs(fraction * 100).toFixed(1)} %`
    for (const [skill, name] of Object.entries({ 'machine-learning': 'Machine learning', 'artificial-intelligence': 'artificial intelligence', 'product-management': 'product management', 'quality-assurance': 'quality assurance' }))
      expect(text).toContain(`${name} ${shown(premiums.find((row) => row.skill === skill)!.premium)}`)
    for (const { filings, effect } of sizes)
      expect(text).toContain(`${filings.replace('-', '–')} ${shown(Math.exp(effect) - 1)}`)
  }) // prettier-ignore

  test.each([
    ['FY2024 Q1 offers', 'fy2024_q1'],
    ['FY2025 offers in six', 'fy2025_data'],
    ['FY2025 Q2 offers', 'fy2025_q2_health'],
  ])('of titles of “%s” match the validation output', (row, file) => {
    const expected = ([0, 3] as const).flatMap((fold) => {
      const line = output[fold].split('\n').find((candidate) => candidate.startsWith(`  ${file} `)) ?? ''
      return [...line.matchAll(/same \w+(?: group)?\s+([\d.]+ %)/g)].map(([, share]) => share!)
    })
    expect(expected).toHaveLength(4)
    expect(cellsOf(row)).toEqual(expected)
  })
})
