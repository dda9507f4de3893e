// The documented and served error figures match the validation output (docs/validation, one file per fold).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { METHODS } from '../../../core/intelligence/about/method-table.ts'
import { DATA_UPDATED } from '../../../core/intelligence/attribution.ts'
import { CHANGES } from '../../../core/intelligence/about/method-table.ts'
import { BANDS, STANDING } from '../../../core/intelligence/estimates/experience.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'

const docs = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
const FOLDS = [3, 4] as const
const output = { 3: docs('docs/validation/fold-3.txt'), 4: docs('docs/validation/fold-4.txt') }
const text = docs('docs/methodology.md').replace(/\s+/g, ' ')
const served = (name: string) => METHODS.find((method) => method.name === name)!.error

const FIGURES = ['what an offer would be', 'offers alone', 'the estimate alone', 'naive']

/** The error that a fold printed for a figure over the cells of a kind of place, `8.0 %`. */
function errorOf(fold: 3 | 4, place: string, figure: string): string {
  const line = output[fold].split('\n').find((candidate) => candidate.includes(` cells  ${place}: ${figure}`))
  return /([\d.]+ %)/.exec(line ?? '')?.[1] ?? `no line “${place}: ${figure}”`
}

/** The cells of a documented table beside one that starts with this text. */
function cellsOf(row: string): string[] {
  const cells = text.split('|').map((cell) => cell.replaceAll('*', '').trim())
  return cells.slice(cells.indexOf(row) + 1, cells.indexOf(row) + 9)
}

describe('the documented errors', () => {
  test.each(['all places', 'nation', 'state', 'city'])(
    'of offers in %s match the validation output',
    (place) => {
      expect(cellsOf(place)).toEqual(
        FOLDS.flatMap((fold) => FIGURES.map((figure) => errorOf(fold, place, figure))),
      )
    },
  )

  test('of an offer are about half of the naive ones, within 11 %, for employers never seen', () => {
    const most = { 'all places': 11, city: 11 }
    for (const fold of FOLDS)
      for (const [place, bound] of Object.entries(most))
        expect(Number.parseFloat(errorOf(fold, place, FIGURES[0]!)), `${place}, ${fold}`).toBeLessThanOrEqual(
          bound,
        )
  })

  test('of percentiles, cells and projections match the validation output', () => {
    const percentiles = [...output[3].split('\n')[1]!.matchAll(/p(\d+)\s+([\d.]+ %)/g)]
    for (const [, name, error] of percentiles) {
      expect(text).toContain(`${error} (p${name})`)
      expect(served('Percentiles of a city')).toContain(`p${name} ${error}`)
    }
    const [, mean, third] = /mean of the cell\s+([\d.]+ %).*?third\s+([\d.]+ %)/.exec(output[3])!
    expect(text).toContain(`within ${mean}, of their lowest-paid third within ${third}`)
    const projections = [
      ...output[3].matchAll(/(\d) year\(s\).*?mean error\s+([\d.]+) %.*?within\s+([\d.]+) %/g),
    ]
    expect(projections).toHaveLength(5)
    for (const [, , error, bound] of projections) expect(text).toContain(`${error} / ${bound}`)
  })

  test('of titles and places on lists never tuned to match the validation output, and few are wrong', () => {
    const [, titles = '', places = ''] = /the half held out:\n +(.*)\n +(.*)\n/.exec(output[3]) ?? []
    expect(text).toContain(titles)
    expect(text).toContain(places)
    const shareOf = (name: string) =>
      Number(new RegExp(`(?:: |, )${name} ([\\d.]+) %`).exec(titles)?.[1] ?? 0)
    const asked = shareOf('asked with the right one among the choices')
    expect(shareOf('right') + asked).toBeGreaterThanOrEqual(95)
    expect(shareOf('wrong major group') + shareOf('wrong occupation')).toBeLessThanOrEqual(2.5)
  })

  test('in API responses match the validation output', () => {
    expect(served('Filed offers')).toContain(errorOf(3, 'all places', FIGURES[0]!))
    expect(served('Filed offers')).toContain(errorOf(3, 'all places', 'naive'))
    expect(served('Estimate against offers')).toContain(errorOf(3, 'all places', 'the estimate alone'))
  })

  test('find no level paid less than the one below it, and no titles that differ in word order only', () => {
    for (const fold of FOLDS) {
      expect(output[fold]).toMatch(/paid less than the one below it: 0\n/)
      expect(output[fold]).toMatch(/order of their words only: 0\n/)
    }
  })
})

test('the documented levels and premiums are those of the program and the tables', () => {
  const said = ['entry is the 25th percentile', 'senior the 65th', 'staff the 75th', 'principal the 85th']
  for (const words of said) expect(text).toContain(words)
  expect(BANDS.map((band) => STANDING[band])).toEqual([25, 50, 65, 75, 85])
  const { premiums } = openReferences(openShipped())
  const shown = (fraction: number) => `${fraction < 0 ? '−' : '+'}${Math.abs(fraction * 100).toFixed(1)} %`
  for (const [skill, name] of Object.entries({
    'machine-learning': 'Machine learning',
    'artificial-intelligence': 'artificial intelligence',
    'product-management': 'product management',
    'quality-assurance': 'quality assurance',
  }))
    expect(text).toContain(`${name} ${shown(premiums.find((row) => row.skill === skill)!.premium)}`)
})

test('the data are as new as the newest entry of the changelog', () => {
  expect(DATA_UPDATED).toBe(
    CHANGES.map(({ date }) => date)
      .sort()
      .at(-1),
  )
})
