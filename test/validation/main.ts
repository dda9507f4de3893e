/** `npm run data:validate -- <raw folder>`: holds out known data and prints the errors quoted in docs/methodology.md. */
import { openShipped } from '../../core/intelligence/file/shipped.ts'
import type { Book } from '../../core/intelligence/words/book.ts'
import { openDataset, type FullDataset } from '../../core/intelligence/file/dataset.ts'
import { openRaw, groupBy } from '../../sql/build/raw.ts'
import { readInputs, type Inputs } from '../../sql/build/tables.ts'
import { sensePage, worstAsks } from './sense.ts'
import { placeReading, postingReading, titleReading, type Half, type Reading } from './words.ts'
import {
  cellErrors,
  citySpread,
  fallingLevels,
  percentileErrors,
  projectionErrors,
  wordTwins,
} from './published.ts'
import { createHash } from 'node:crypto'
import { titleReader } from '../../core/intelligence/offers/titles.ts'
import { median } from '../../core/intelligence/offers/groups.ts'
import { pricedOffers, predictWithheld, type FoldOf, type WithheldEmployer } from '../../sql/build/typical.ts'

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) % 5
const FOLDS: [name: string, foldOf: FoldOf][] = [
  ['employers withheld', ({ fold }) => fold],
  ['titles withheld', ({ words }) => hashed(words)],
  ['occupations withheld', ({ occupation }) => hashed(occupation.soc)],
]

/** Median absolute errors for titles in a place, with at least five offers of three employers. */
function typicalErrors({ catalog, words }: FullDataset, inputs: Inputs) {
  const offers = pricedOffers(inputs.placed, titleReader(words), { catalog }, inputs.geography)
  const [held, ...others] = FOLDS.map(([name, foldOf]) => ({ name, rows: predictWithheld(catalog, offers, foldOf) }))
  const lines = [held!, ...others].flatMap(({ name, rows }) => [
    lineOf(`${name}: all`, rows),
    lineOf(`${name}: nation`, rows.filter(({ scope }) => scope === 'nation')),
    lineOf(`${name}: city`, rows.filter(({ scope }) => scope === 'place')),
  ])
  return { lines, coverage: coverageOf(catalog, held!.rows) }
} // prettier-ignore

function lineOf(name: string, rows: readonly WithheldEmployer[]) {
  const cells = [...groupBy(rows, ({ scope, cell }) => `${scope}|${cell}`).values()].flatMap((list) => {
    const pays = list.flatMap((row) => row.pays)
    if (pays.length < 5 || list.length < 3) return []
    const paid = median(pays)
    const off = (ln: number) => Math.abs(Math.exp(ln - paid) - 1)
    return [{ typical: off(list[0]!.ln), survey: off(list[0]!.survey) }]
  })
  const of = (part: 'typical' | 'survey') => median(cells.map((cell) => cell[part]))
  return { name, cells: cells.length, typical: of('typical'), survey: of('survey') }
}

/** Lower bounds of the bands, in offers of the title. */
const BANDS = [0, 1, 10, 30, 100, 300, 1000]

/** Share of withheld employers' medians inside the served range, by the title's number of offers. */
function coverageOf({ ranges }: FullDataset['catalog'], rows: readonly WithheldEmployer[]) {
  const known = ranges()
  const inside = ({ scope, support, distance, spread }: WithheldEmployer) => {
    const range = known.findLast((row) => row.scope === scope && row.least <= support)
    return range !== undefined && distance >= range.low * spread && distance <= range.high * spread
  }
  const share = (some: readonly WithheldEmployer[]) => some.filter(inside).length / some.length
  return [
    { name: 'all', employers: rows.length, share: share(rows) },
    ...BANDS.flatMap((least, at) => {
      const next = BANDS[at + 1] ?? Infinity
      const some = rows.filter(({ offers }) => offers >= least && offers < next)
      return some.length ? [{ name: `${least} to ${next === Infinity ? 'more' : next - 1} offers`, employers: some.length, share: share(some) }] : []
    }),
  ]
} // prettier-ignore

const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(7)

async function main(folder: string | undefined): Promise<void> {
  if (!folder) {
    process.stderr.write('Usage: npm run data:validate -- <raw folder>\n')
    process.exitCode = 2
    return
  }
  const dataset = openDataset(openShipped())
  const { catalog, words } = dataset
  const inputs = readInputs(openRaw(folder))
  const print = (text: string) => process.stdout.write(`${text}\n`)

  const shapes = percentileErrors(inputs)
  print(
    `Percentiles of a lognormal cell against published national ones, ${shapes.occupations} occupations, mean absolute error:`,
  )
  print(`  p10 ${percent(shapes.errors[0] ?? 0)}  p25 ${percent(shapes.errors[1] ?? 0)}  p50 ${percent(shapes.errors[2] ?? 0)}  p75 ${percent(shapes.errors[3] ?? 0)}  p90 ${percent(shapes.errors[4] ?? 0)}`) // prettier-ignore
  print(`Median distance of a city's mean pay from the nation's: ${percent(citySpread(catalog))}`)

  const cells = cellErrors(catalog)
  print(
    `\nServed figures of cities against the surveys' own cells, ${cells.cells} cells, mean absolute error:`,
  )
  print(
    `  mean of the cell ${percent(cells.mean)}  mean of its lowest-paid third ${percent(cells.lowerThird)}`,
  )
  print(`Occupations and places where a level is paid less than the one below it: ${fallingLevels(catalog)}`)
  print(`Titles that differ in the order of their words only: ${wordTwins(catalog)}`)

  print('\nTypical pay against medians of titles as written, level included (five offers of three employers and more), five folds, median absolute error:') // prettier-ignore
  const { lines, coverage } = typicalErrors(dataset, inputs)
  for (const { name, cells: all, typical, survey } of lines)
    print(
      `  typical ${percent(typical)}  survey alone ${percent(survey)}  ${String(all).padStart(5)} cells  ${name}`,
    )
  print(
    '\nThe median of one withheld employer lies in the range of the typical figure (nine in ten expected):',
  )
  for (const { name, employers, share } of coverage)
    print(`  ${percent(share)}  ${String(employers).padStart(6)} employers and titles  ${name}`)

  const sense = sensePage(catalog)
  print('\nSense: typical pay by role and place')
  sense.lines.forEach(print)
  print(`Beyond belief: ${sense.unbelievable.length}`)
  for (const line of sense.unbelievable) print(`  ${line}`)
  if (sense.unbelievable.length) process.exitCode = 1

  for (const half of ['held out', 'tuned to'] as const) printWords(print, words, half)

  printPostings(print, words)

  print('\nThe forty titles with ten offers or more whose offers lie farthest from the survey, in thousands:')
  worstAsks(catalog).forEach(print)

  print('\nProjections by the drift of all occupations, from past benchmarks (2016 on), in ln points:')
  for (const { horizon, cases, mean, p80 } of projectionErrors(catalog))
    print(`  ${horizon} year(s): ${cases} cases, mean error ${percent(mean)}, 80 % within ${percent(p80)}`)
}

/** Chosen at random: two from 22,172 titles of US postings of 2023, five from 5,314 of December 2025–January 2026. */
const POSTINGS = {
  first: 'first sample of 400, labelled before the rules were changed, whose misses were then looked at',
  second: 'second sample of 110, labelled before it was asked, whose misses were then looked at',
  third: 'third sample of 160, labelled before the rules were changed, whose misses were then looked at',
  fourth: 'fourth sample of 120, labelled before it was asked, whose misses were not looked at',
  fifth: 'fifth sample of 250, labelled before it was asked, whose misses were then looked at',
  sixth: 'sixth sample of 280, labelled before it was asked, whose misses were then looked at',
  seventh: 'seventh sample of 320, labelled before it was asked, whose misses were not looked at',
}

const outcomeLine = ({ asked, outcomes }: Pick<Reading, 'asked' | 'outcomes'>) =>
  [...outcomes].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${percent(count / asked).trim()}`).join(', ') // prettier-ignore

function printWords(print: (text: string) => void, words: Book, half: Half): void {
  const [titles, places] = [titleReading(words, half), placeReading(words, half)]
  print(`\nLabelled lists, the half ${half}:`)
  print(`  ${titles.asked} titles: ${outcomeLine(titles)}; levels read otherwise: ${titles.levels.wrong} of ${titles.levels.stated}`)
  print(`  ${places.asked} places: ${outcomeLine(places)}`)
} // prettier-ignore

function printPostings(print: (text: string) => void, words: Book): void {
  for (const [sample, about] of Object.entries(POSTINGS)) {
    const { asked, outcomes, misses } = postingReading(words, sample)
    print(`\nTitles of postings, ${about}:`)
    print(`  ${asked} clear titles: ${outcomeLine({ asked, outcomes })}`)
    for (const miss of misses) print(`    ${miss}`)
  }
}

await main(process.argv[2])
