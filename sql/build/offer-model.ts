/** Places filed offers in their survey cells, and measures how occupation, city, title and seniority affect their pay. */
import { readFiled } from './filed-title.ts'
import type { Geography } from './geography.ts'
import { BENCHMARK, type National } from './national.ts'
import { foldOf, type Offer } from './offers.ts'
import { groupBy } from './raw.ts'

/** An offer with its cell: ln of its wage at the benchmark, ln of the cell's surveyed median, and the cell's σ. */
export type CellOffer = ReturnType<typeof placeOffers>[number]

/** The OEWS May 2025 benchmark as a decimal year. */
const BENCHMARK_AT = BENCHMARK + 0.37

/** Assigns offers to cells, and moves their wages to the benchmark by the occupation's growth of mean pay. */
export function placeOffers(
  offers: readonly Offer[],
  national: National,
  geography: Geography,
  places: { socOf(offer: Offer): string | null; cityOf(offer: Offer): string | null },
) {
  const placed = offers.flatMap((offer) => {
    const soc = places.socOf(offer)
    const city = places.cityOf(offer)
    const cell = soc ? geography.settle(soc, city, offer.state) : null
    if (!soc || !cell) return []
    const growth = Math.log(national.growth(soc, BENCHMARK - 1, BENCHMARK)) * (BENCHMARK_AT - offer.at)
    const pay = Math.log(offer.wage) + growth
    // Beyond a factor of five from the surveyed median, the filing has the wrong unit.
    if (Math.abs(pay - cell.median) > 1.6) return []
    const fold = foldOf(offer.employer)
    const reading = readFiled(offer.title)
    return [{ offer, soc, city, pay, survey: cell.median, sigma: cell.sigma, fold, reading }]
  })
  const perEmployer = groupBy(placed, (row) => row.offer.employer)
  return placed.map((row) => ({
    ...row,
    /** By the square root of the employer's filings, because a thousand filings of one employer show one policy. */
    weight: 1 / Math.sqrt(perEmployer.get(row.offer.employer)?.length ?? 1),
  }))
}

/** Measured effects in ln points, by key. Seniority effects are per unit of the cell's σ. */
export type Effects = ReadonlyMap<string, number>

/** Ridge penalties by kind of effect, in employer-weighted offers. They shrink effects towards zero. */
const RIDGE_PENALTIES: Record<string, number> = { soc: 3, city: 6, title: 6, level: 4 }
const SWEEPS = 14
/** Residuals beyond this many ln points have a bounded influence (Huber). */
const ROBUST = 0.12
/** An effect is kept only with this many offers from this many employers. */
const MIN_OFFERS = 20
const MIN_EMPLOYERS = 5

type ModelRow = { row: CellOffer; rest: number; terms: { id: number; scale: number }[] }

/** Fits all effects together by coordinate descent on a robust ridge loss, in a fixed order. */
export function fitModel(rows: readonly CellOffer[]): Effects {
  const kept = supportedKeys(rows)
  const lines = rows.map((row): ModelRow => ({
    row,
    rest: row.pay - row.survey,
    terms: keysOf(row).flatMap(({ key, scale }) => {
      const id = kept.get(key)
      return id === undefined ? [] : [{ id, scale }]
    }),
  }))
  const columns = Array.from({ length: kept.size }, (): { line: ModelRow; scale: number }[] => [])
  for (const line of lines) for (const { id, scale } of line.terms) columns[id]?.push({ line, scale })
  const effects = new Float64Array(kept.size)
  const pulls = [...kept.keys()].map((key) => RIDGE_PENALTIES[key.split(':')[0] ?? ''] ?? 6)
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    columns.forEach((column, id) => (effects[id] = descend(column, effects[id] ?? 0, pulls[id] ?? 6)))
  return new Map([...kept.keys()].map((key, id) => [key, effects[id] ?? 0]))
}

/** Moves one effect to the minimum of its column's loss, and returns it. */
function descend(column: readonly { line: ModelRow; scale: number }[], old: number, pull: number): number {
  let [top, bottom, unbounded] = [0, 0, 0]
  for (const { line, scale } of column) {
    const weight = line.row.weight * Math.min(1, ROBUST / Math.max(Math.abs(line.rest), 1e-9))
    top += weight * scale * (line.rest + old * scale)
    bottom += weight * scale * scale
    unbounded += line.row.weight * scale * scale
  }
  // The penalty is bounded like the residuals. Otherwise an effect of 1 would shrink eight times as much as a small one.
  const next = unbounded === 0 ? 0 : top / (bottom + (pull * bottom) / unbounded)
  for (const { line, scale } of column) line.rest -= (next - old) * scale
  return next
}

function keysOf({ soc, city, sigma, reading, offer }: CellOffer): { key: string; scale: number }[] {
  const major = soc.slice(0, 2)
  const place = city === null ? [] : [`city:${major}:${city}`, `city:${soc}:${city}`]
  const level = offer.pwLevel === '' ? `level:${reading.level}` : `level:filed ${offer.pwLevel}`
  return [
    ...[`soc:${soc}`, ...place, `title:${reading.base}`].map((key) => ({ key, scale: 1 })),
    ...[level, `${level}:${major}`, `${level}:${soc}`].map((key) => ({ key, scale: sigma })),
  ]
}

function supportedKeys(rows: readonly CellOffer[]): Map<string, number> {
  const support = new Map<string, { offers: number; employers: Set<string> }>()
  for (const row of rows) {
    for (const { key } of keysOf(row)) {
      const entry = support.get(key) ?? { offers: 0, employers: new Set<string>() }
      support.set(key, entry)
      entry.offers += 1
      if (entry.employers.size < MIN_EMPLOYERS) entry.employers.add(row.offer.employer)
    }
  }
  const kept = [...support].filter(
    ([, { offers, employers }]) => offers >= MIN_OFFERS && employers.size >= MIN_EMPLOYERS,
  )
  return new Map(kept.map(([key]) => key).sort().map((key, id) => [key, id])) // prettier-ignore
}

/** ln of the predicted pay of a placed offer. */
export const predict = (row: CellOffer, effects: Effects): number =>
  keysOf(row).reduce((sum, { key, scale }) => sum + (effects.get(key) ?? 0) * scale, row.survey)
