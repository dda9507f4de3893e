/**
 * `npm run data:validate -- <raw folder> [fold 0-4]`: holds out
 * known data and prints the errors quoted in docs/methodology.md.
 */
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import type { Book } from '../../../core/intelligence/words/book.ts'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { openRaw } from '../raw.ts'
import { readInputs } from '../tables.ts'
import { resolution, servedResolver } from './offers.ts'
import { sensePage } from './sense.ts'
import { typicalErrors } from './typical.ts'
import { placeReading, titleReading, type Half, type Reading } from './words.ts'
import { cellErrors, citySpread, fallingLevels, percentileErrors, projectionErrors, wordTwins } from './published.ts'

const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(7)

/** `fold`: the fifth of the employers to hold out; the method was chosen on folds 1 and 2, so report others. */
async function main(folder: string | undefined, fold: number): Promise<void> {
  if (!folder || !(fold >= 0 && fold <= 4)) {
    process.stderr.write('Usage: npm run data:validate -- <raw folder> [fold 0-4]\n')
    process.exitCode = 2
    return
  }
  const dataset = openDataset(openShipped())
  const { catalog, words } = dataset
  const resolve = servedResolver(words)
  const inputs = readInputs(openRaw(folder))
  const print = (text: string) => process.stdout.write(`${text}\n`)

  const shapes = percentileErrors(inputs)
  print(
    `Percentiles of a lognormal cell against published national ones, ${shapes.occupations} occupations, mean absolute error:`,
  )
  print(`  p10 ${percent(shapes.errors[0] ?? 0)}  p25 ${percent(shapes.errors[1] ?? 0)}  p50 ${percent(shapes.errors[2] ?? 0)}  p75 ${percent(shapes.errors[3] ?? 0)}  p90 ${percent(shapes.errors[4] ?? 0)}`) // prettier-ignore
  print(`Median distance of a city's mean pay from the nation's: ${percent(citySpread(catalog))}`)

  const cells = cellErrors(catalog)
  print(`\nServed figures of cities against the surveys' own cells, ${cells.cells} cells, mean absolute error:`)
  print(`  mean of the cell ${percent(cells.mean)}  mean of its lowest-paid third ${percent(cells.lowerThird)}`)
  print(`Occupations and places where a level is paid less than the one below it: ${fallingLevels(catalog)}`)
  print(`Titles that differ in the order of their words only: ${wordTwins(catalog)}`)

  print('\nTypical pay against medians of titles as written, level included (five offers of three employers and more), five folds, median absolute error:') // prettier-ignore
  const { lines, coverage } = typicalErrors(dataset, inputs)
  for (const { name, cells: all, typical, survey } of lines)
    print(`  typical ${percent(typical)}  survey alone ${percent(survey)}  ${String(all).padStart(5)} cells  ${name}`)
  print('\nThe median of one withheld employer lies in the range of the typical figure (nine in ten expected):')
  for (const { name, employers, share } of coverage)
    print(`  ${percent(share)}  ${String(employers).padStart(6)} employers and titles  ${name}`)

  const sense = sensePage(catalog)
  print('\nSense: typical pay by role and place')
  sense.lines.forEach(print)
  print(`Beyond belief: ${sense.unbelievable.length}`)
  for (const line of sense.unbelievable) print(`  ${line}`)
  if (sense.unbelievable.length) process.exitCode = 1

  print('\nTitle to occupation, held-out employers (the same title is filed under several occupations):')
  for (const line of resolution(inputs, resolve, fold)) {
    print(`  ${line.name.padEnd(18)} offers ${line.offers}  named ${percent(line.resolved)}  same occupation ${percent(line.right)}  same major group ${percent(line.rightMajor)}`) // prettier-ignore
  }

  for (const half of ['held out', 'tuned to'] as const) printWords(print, words, half)

  print('\nProjections by the drift of all occupations, from past benchmarks (2016 on), in ln points:')
  for (const line of projectionErrors(catalog)) {
    print(
      `  ${line.horizon} year(s): ${line.cases} cases, mean error ${percent(line.mean)}, 80 % within ${percent(line.p80)}`,
    )
  }
}

function printWords(print: (text: string) => void, words: Book, half: Half): void {
  const line = ({ asked, outcomes }: Reading) =>
    [...outcomes].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${percent(count / asked).trim()}`).join(', ') // prettier-ignore
  const [titles, places] = [titleReading(words, half), placeReading(words, half)]
  print(`\nLabelled lists, the half ${half}:`)
  print(`  ${titles.asked} titles: ${line(titles)}; levels read otherwise: ${titles.levels.wrong} of ${titles.levels.stated}`)
  print(`  ${places.asked} places: ${line(places)}`)
} // prettier-ignore

await main(process.argv[2], Number(process.argv[3] ?? 0))
