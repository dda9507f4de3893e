/** Measures errors and coverage of the typical figure on withheld employers, titles and occupations. */
import { createHash } from 'node:crypto'
import type { FullDataset } from '../../../core/intelligence/file/dataset.ts'
import { titleReader } from '../../../core/intelligence/offers/titles.ts'
import { groupBy } from '../raw.ts'
import { median } from '../../../core/intelligence/offers/groups.ts'
import type { Inputs } from '../tables.ts'
import { pricedOffers, predictWithheld, type FoldOf, type WithheldEmployer } from '../typical.ts'

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) % 5
const FOLDS: [name: string, foldOf: FoldOf][] = [
  ['employers withheld', ({ fold }) => fold],
  ['titles withheld', ({ words }) => hashed(words)],
  ['occupations withheld', ({ occupation }) => hashed(occupation.soc)],
]

/** Median absolute errors for titles in a place, with at least five offers of three employers. */
export function typicalErrors({ catalog, words }: FullDataset, inputs: Inputs) {
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
