/**
 * `npm run data:validate -- <raw folder> [fold 0-4]`: holds out
 * known data and prints the errors quoted in docs/methodology.md.
 */
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openDataset } from '../../../core/intelligence/library/dataset.ts'
import { openRaw } from '../raw.ts'
import { readInputs } from '../tables.ts'
import { catalogWithout, offerErrors, resolution, servedResolver, titleErrors } from './offers.ts'
import { intervalCoverage } from './coverage.ts'
import { citySpread, percentileErrors, projectionErrors } from './published.ts'

const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(7)

/** `fold`: the fifth of the employers to hold out; the constants of the method were tuned on fold 0. */
async function main(folder: string | undefined, fold: number): Promise<void> {
  if (!folder || !(fold >= 0 && fold <= 4)) {
    process.stderr.write('Usage: npm run data:validate -- <raw folder> [fold 0-4]\n')
    process.exitCode = 2
    return
  }
  const { catalog, roleIndex } = openDataset(openShipped())
  const resolve = servedResolver(await roleIndex())
  const inputs = readInputs(openRaw(folder))
  const print = (text: string) => process.stdout.write(`${text}\n`)

  const shapes = percentileErrors(inputs)
  print(
    `Percentiles of a lognormal cell against published national ones, ${shapes.occupations} occupations, mean absolute error:`,
  )
  print(`  p10 ${percent(shapes.errors[0] ?? 0)}  p25 ${percent(shapes.errors[1] ?? 0)}  p50 ${percent(shapes.errors[2] ?? 0)}  p75 ${percent(shapes.errors[3] ?? 0)}  p90 ${percent(shapes.errors[4] ?? 0)}`) // prettier-ignore
  print(`Median distance of a city's mean pay from the nation's: ${percent(citySpread(catalog))}`)

  print(`\nHeld-out employers (fold ${fold}, one in five), offers with a served city, estimate against offered base pay:`)
  print(`  ${'median error'} within 20 %   offers`)
  const fitted = catalogWithout(catalog, inputs, fold)
  for (const line of offerErrors(fitted, inputs, resolve, fold)) {
    print(
      `       ${percent(line.error)}     ${percent(line.within20)}  ${String(line.offers).padStart(7)}  ${line.name}`,
    )
  }

  print('\nRoles whose titles move the national figure by 3 % or more, held-out offers in all places, median error:')
  for (const line of titleErrors(fitted, inputs, resolve, fold)) {
    print(`  ${line.name}  offers ${line.offers}  roles ${line.roles}  moved as the whole occupation ${percent(line.asAll)}  as the role ${percent(line.asOwn)}`) // prettier-ignore
  }

  print('\n90 % intervals: medians of ten or more held-out offers of five employers that lie inside, given the error of such a median:')
  for (const line of intervalCoverage(fitted, inputs, resolve, fold)) {
    print(`  ${percent(line.inside)} of ${line.groups} ${line.name}`)
  }

  print('\nTitle to occupation, held-out employers (the same title is filed under several occupations):')
  for (const line of resolution(inputs, resolve, fold)) {
    print(`  ${line.name.padEnd(18)} offers ${line.offers}  named ${percent(line.resolved)}  same occupation ${percent(line.right)}  same major group ${percent(line.rightMajor)}`) // prettier-ignore
  }

  print('\nProjections by the drift of all occupations, from past benchmarks (2016 on), in ln points:')
  for (const line of projectionErrors(catalog)) {
    print(
      `  ${line.horizon} year(s): ${line.cases} cases, mean error ${percent(line.mean)}, 80 % within ${percent(line.p80)}`,
    )
  }
}

await main(process.argv[2], Number(process.argv[3] ?? 0))
