// The documented and served error figures match the validation output (docs/validation).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import changes from '../../../sql/data/pay/changes.json' with { type: 'json' }
import methods from '../../../sql/data/pay/methods.json' with { type: 'json' }
import { DATA_UPDATED } from '../../../core/intelligence/attribution.ts'
import { STANDING } from '../../../core/intelligence/estimates/percentiles.ts'
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'

const docs = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
const output = docs('docs/validation/pay.txt')
const text = docs('docs/methodology.md').replace(/\s+/g, ' ')
const served = (name: string) => methods.find((method) => method.name === name)!.error

/** The errors that were printed for what was left out of learning. */
const errorsOf = (left: string): string[] =>
  [
    ...(new RegExp(`.* cells  ${left} withheld: all$`, 'm').exec(output)?.[0] ?? '').matchAll(/([\d.]+ %)/g),
  ].map(([error]) => error)

describe('the documented errors', () => {
  test.each([
    ['employers', 8.5],
    ['titles', 16],
    ['occupations', 16],
  ])('of typical pay for withheld %s match the validation output, within %d %%', (left, bound) => {
    const [typical = '', survey = ''] = errorsOf(left)
    expect(text.replaceAll('*', '')).toMatch(new RegExp(`\\| ${left} +\\| ${typical} +\\| ${survey} +\\|`))
    expect(Number.parseFloat(typical)).toBeLessThanOrEqual(bound)
  })

  test('of the range: nine in ten withheld employers, 85 to 95 % at every number of offers', () => {
    const shares = [...output.matchAll(/^ +([\d.]+) % +\d+ employers and titles {2}(.*)$/gm)]
    expect(shares.length).toBeGreaterThan(5)
    for (const [, share, band] of shares) {
      expect(text).toContain(`${share} %`)
      expect(Math.abs(Number(share) - 90), band).toBeLessThanOrEqual(band === 'all' ? 2 : 5)
    }
  })

  test('of percentiles, cells and projections match the validation output', () => {
    const percentiles = [...output.split('\n')[1]!.matchAll(/p(\d+)\s+([\d.]+ %)/g)]
    for (const [, name, error] of percentiles) {
      expect(text).toContain(`${error} (p${name})`)
      expect(served('Percentiles of a city')).toContain(`p${name} ${error}`)
    }
    const [, mean, third] = /mean of the cell\s+([\d.]+ %).*?third\s+([\d.]+ %)/.exec(output)!
    expect(text).toContain(`within ${mean}, of their lowest-paid third within ${third}`)
    const projections = [
      ...output.matchAll(/(\d) year\(s\).*?mean error\s+([\d.]+) %.*?within\s+([\d.]+) %/g),
    ]
    expect(projections).toHaveLength(5)
    for (const [, , error, bound] of projections) expect(text).toContain(`${error} / ${bound}`)
  })

  test('of titles and places on lists never tuned to match the validation output, and few are wrong', () => {
    const [, titles = '', places = ''] = /the half held out:\n +(.*)\n +(.*)\n/.exec(output) ?? []
    expect(text).toContain(titles)
    expect(text).toContain(places)
    const shareOf = (name: string) =>
      Number(new RegExp(`(?:: |, )${name} ([\\d.]+) %`).exec(titles)?.[1] ?? 0)
    const asked = shareOf('asked with the right one among the choices')
    expect(shareOf('right') + asked).toBeGreaterThanOrEqual(95)
    expect(shareOf('wrong major group') + shareOf('wrong occupation')).toBeLessThanOrEqual(2.5)
  })

  test('in API responses match the validation output', () => {
    for (const left of ['employers', 'titles']) expect(served('Typical pay')).toContain(errorsOf(left)[0])
    expect(served('Estimate against offers')).toContain(errorsOf('employers')[1])
  })

  test('find no level paid less than the one below it, and no titles that differ in word order only', () => {
    expect(output).toMatch(/paid less than the one below it: 0\n/)
    expect(output).toMatch(/order of their words only: 0\n/)
  })
})

test('the documented levels and premiums are those of the program and the tables', () => {
  const said = ['entry is the 25th percentile', 'senior the 65th', 'staff the 75th', 'principal the 85th']
  for (const words of said) expect(text).toContain(words)
  expect(EXPERIENCES.map((band) => STANDING[band])).toEqual([25, 50, 65, 75, 85])
  const { premiums } = openReferences(openShipped())
  const shown = (fraction: number) => `${fraction < 0 ? '−' : '+'}${Math.abs(fraction * 100).toFixed(1)} %`
  for (const [skill, name] of Object.entries({
    'machine-learning': 'Machine learning',
    'artificial-intelligence': 'artificial intelligence',
    'product-management': 'product management',
    'quality-assurance': 'quality assurance',
  }))
    expect(text).toContain(`${name} ${shown(premiums().find((row) => row.skill === skill)!.premium)}`)
})

test('the data are as new as the newest entry of the changelog', () => {
  expect(DATA_UPDATED).toBe(
    changes
      .map(({ date }) => date)
      .sort()
      .at(-1),
  )
})
