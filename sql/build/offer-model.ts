/** Measures from real offers how titles, seniority, occupation and city change the surveyed pay of a cell. */
import {
  BAND_FITS, bandKeys, isTrainingTitle, levelKeys, readForEffects, settingKeys, titleKeys, type Band,
} from '../../core/intelligence/estimates/effects.ts' // prettier-ignore
import { trainingBasis } from '../../core/intelligence/estimates/percentiles.ts'
import type { TitleReading } from '../../core/intelligence/roles/title.ts'
import type { Geography } from './geography.ts'
import { BENCHMARK, type National } from './national.ts'
import { foldOf, type Offer } from './offers.ts'
import { groupBy } from './raw.ts'

/** An offer with its cell: ln of its wage at the benchmark, of the cell's surveyed median, and of what effects lead from. */
export type Placed = {
  offer: Offer; soc: string; city: string | null; pay: number; survey: number; basis: number; sigma: number; fold: number; weight: number
  /** Its title, parsed for the effects. */
  reading: TitleReading
  /** True for the occupation the employer filed; false for the one that the product resolves the title to. */
  filed: boolean
  isTraining: boolean
} // prettier-ignore

/** The OEWS May 2025 benchmark as a decimal year. */
const BENCHMARK_AT = BENCHMARK + 0.37

export type Places = {
  socOf(offer: Offer): string | null
  readSoc(offer: Offer): string | null
  cityOf(offer: Offer): string | null
}

/**
 * Assigns offers to their cells and moves them to the benchmark by their occupation's growth of mean pay.
 * When the title resolves to another occupation than the filed one, the offer is placed in both: an estimate
 * starts from the resolved occupation, so the effects of the words must lead from there to the offer's pay.
 */
export function placeOffers(
  offers: readonly Offer[],
  national: National,
  geography: Geography,
  places: Places,
): Placed[] {
  const placed = offers.flatMap((offer) => {
    const filed = places.socOf(offer)
    const read = places.readSoc(offer)
    const rows = [placeOffer(offer, filed, places.cityOf(offer), national, geography, true)]
    if (read !== filed) rows.push(placeOffer(offer, read, places.cityOf(offer), national, geography, false))
    return rows.filter((row) => row !== null)
  })
  const perEmployer = groupBy(placed, (row) => row.offer.employer)
  // Ten thousand filings of one employer reflect one pay policy, so
  // its total weight grows only with their square root.
  return placed.map((row) => ({
    ...row,
    weight: row.weight / Math.sqrt(perEmployer.get(row.offer.employer)?.length ?? 1),
  }))
}

function placeOffer(
  offer: Offer,
  soc: string | null,
  city: string | null,
  national: National,
  geography: Geography,
  filed: boolean,
): Placed | null {
  const cell = soc ? geography.settle(soc, city, offer.state) : null
  if (!soc || !cell) return null
  const reading = readForEffects(offer.title)
  const growth = Math.log(national.growth(soc, BENCHMARK - 1, BENCHMARK)) * (BENCHMARK_AT - offer.at)
  const pay = Math.log(offer.wage) + growth
  // An offer at a fifth of, or five times, the surveyed median is a unit error in the filing.
  if (Math.abs(pay - cell.median) > 1.6) return null
  const isTraining = isTrainingTitle(soc, reading)
  const nation = national.at(soc, BENCHMARK)?.percentiles[2]
  return {
    offer,
    soc,
    city,
    pay,
    survey: cell.median,
    basis: isTraining && nation ? trainingBasis(cell.median, Math.log(nation)) : cell.median,
    sigma: cell.sigma,
    fold: foldOf(offer.employer),
    weight: 1,
    reading,
    isTraining,
    filed,
  }
}

export const BAND_OF_LEVEL: Record<string, Band> = { I: 'entry', II: 'mid', III: 'senior', IV: 'staff' }

/** How an offer's seniority may be known: by its wage level, by the level its title states, or not at all. */
export type View = { band: Band } | 'title' | null

/** The views in which pay is asked for without a known level: of all levels, and of a title as written. */
const titledViews = (): View[] => ['title', null]

/** The view of the offers whose wage level is known. */
function bandedViews({ offer }: Placed): View[] {
  const band = BAND_OF_LEVEL[offer.pwLevel]
  return band ? [{ band }] : []
}

const allViews = (row: Placed): View[] => [...bandedViews(row), ...titledViews()]

/**
 * The effects of three fits: of pay without a known level of experience, of pay at a known level in occupations
 * that have enough offers of one, and of pay in all views, for the experience bands of all other occupations.
 */
/** Fitted effects, in ln points by key. */
export type Effects = ReadonlyMap<string, number>

export type Model = { titled: Effects; levelled: Effects; all: Effects; levelledSocs: ReadonlySet<string> }

/** An occupation has bands of its own fit from so many offers of a known level filed in it. */
const MIN_LEVELLED = 200

/**
 * Offers of a known level lie close to the prevailing wage of that level, by law not below it; those of all levels
 * do not. One fit of both is a compromise: held-out bands came out 10 % off instead of 9 %.
 */
export function fitModel(rows: readonly Placed[]): Model {
  const known = groupBy(rows.filter((row) => row.filed && bandedViews(row).length > 0), (row) => row.soc) // prettier-ignore
  const levelledSocs = new Set([...known].filter(([, list]) => list.length >= MIN_LEVELLED).map(([soc]) => soc)) // prettier-ignore
  return {
    titled: fitEffects(rows, titledViews),
    levelled: fitEffects(rows.filter((row) => levelledSocs.has(row.soc)), bandedViews), // prettier-ignore
    all: fitEffects(rows, allViews),
    levelledSocs,
  }
}

/** The effects of the experience bands of an occupation. */
export const bandEffects = ({ levelled, all, levelledSocs }: Model, soc: string): Effects =>
  levelledSocs.has(soc) ? levelled : all

/** The effects that estimates use. Those of titles in bands are in the effects of the roles only. */
export function shippedEffects({ titled, levelled, all }: Model): Map<string, number> {
  const named = (fit: string, effects: Effects) =>
    [...effects].flatMap(([key, effect]): [string, number][] => (OF_BANDS.test(key) ? [[`${fit}${key}`, effect]] : []))
  return new Map([...titled, ...named(BAND_FITS.levelled, levelled), ...named(BAND_FITS.all, all)])
}

const OF_BANDS = /^(?:soc|city|band):/

/** Ridge penalties by kind of effect, in employer-weighted offers, that shrink an effect towards zero. */
const PULL: Record<string, number> = { soc: 3, training: 3, city: 6, word: 8, pair: 8, title: 6, band: 2, level: 4 }
const SWEEPS = 14
/** Residuals beyond this many log points have a bounded influence (Huber). */
const ROBUST = 0.12
/** An effect is kept only with this many offers from this many employers. */
const MIN_OFFERS = 20
const MIN_EMPLOYERS = 5

type Line = { target: number; weight: number; ids: Int32Array; scales: Float64Array }

/** Fits all effects jointly by coordinate descent on a robust ridge loss, in a fixed order. */
export function fitEffects(
  rows: readonly Placed[],
  views: (row: Placed) => View[],
): Map<string, number> {
  const kept = supportedKeys(rows, views)
  const lines = rows.flatMap((row) => views(row).map((view) => lineOf(row, view, kept)))
  const columns = columnsOf(lines, kept.size)
  const effects = new Float64Array(kept.size)
  const residuals = Float64Array.from(lines, (line) => line.target)
  const pulls = Float64Array.from(kept.keys(), (key) => PULL[key.split(':')[0] ?? ''] ?? 6)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let id = 0; id < effects.length; id++)
      descend(id, lines, columns, residuals, effects, pulls[id] ?? 6)
  }
  return new Map([...kept.keys()].map((key, id) => [key, effects[id] ?? 0]))
}

type Columns = { rows: Int32Array[]; scales: Float64Array[] }

function descend(
  id: number,
  lines: readonly Line[],
  columns: Columns,
  residuals: Float64Array,
  effects: Float64Array,
  pull: number,
): void {
  const rows = columns.rows[id] ?? new Int32Array()
  const scales = columns.scales[id] ?? new Float64Array()
  const old = effects[id] ?? 0
  let top = 0
  let bottom = 0
  let unbounded = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const scale = scales[at] ?? 1
    const residual = residuals[row] ?? 0
    const weight = (lines[row]?.weight ?? 0) * Math.min(1, ROBUST / Math.max(Math.abs(residual), 1e-9))
    top += weight * scale * (residual + old * scale)
    bottom += weight * scale * scale
    unbounded += (lines[row]?.weight ?? 0) * scale * scale
  }
  // The pull is bounded like the residuals: otherwise an effect of 1 would be shrunk eight times as much as a small one.
  const next = unbounded === 0 ? 0 : top / (bottom + (pull * bottom) / unbounded)
  effects[id] = next
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    residuals[row] = (residuals[row] ?? 0) - (next - old) * (scales[at] ?? 1)
  }
}

function columnsOf(lines: readonly Line[], count: number): Columns {
  const rows: number[][] = Array.from({ length: count }, () => [])
  const scales: number[][] = Array.from({ length: count }, () => [])
  lines.forEach((line, row) => {
    line.ids.forEach((id, at) => {
      rows[id]?.push(row)
      scales[id]?.push(line.scales[at] ?? 1)
    })
  })
  return {
    rows: rows.map((list) => Int32Array.from(list)),
    scales: scales.map((list) => Float64Array.from(list)),
  }
}

/** A wage level is better evidence of seniority than title words, so its view has more weight against the pulls. */
const viewWeight = (view: View): number => (isBand(view) ? 1 : 0.4)

const isBand = (view: View): view is { band: Band } => view !== null && view !== 'title'

function lineOf(row: Placed, view: View, kept: ReadonlyMap<string, number>): Line {
  const ids: number[] = []
  const scales: number[] = []
  for (const { key, scale } of scaledKeys(row, view)) {
    const id = kept.get(key)
    if (id === undefined) continue
    ids.push(id)
    scales.push(scale)
  }
  const target = row.pay - row.basis
  return {
    target,
    weight: row.weight * viewWeight(view),
    ids: Int32Array.from(ids),
    scales: Float64Array.from(scales),
  }
}

function scaledKeys(row: Placed, view: View): { key: string; scale: number }[] {
  const plain = [...settingKeys(row), ...titleKeys(row.soc, row.reading)]
  return [
    ...plain.map((key) => ({ key, scale: 1 })),
    ...seniorityKeys(row, view).map((key) => ({ key, scale: row.sigma })),
  ]
}

function seniorityKeys(row: Placed, view: View): string[] {
  if (view === null) return []
  return view === 'title' ? levelKeys(row.soc, row.reading) : bandKeys(row, view.band)
}

/** Offers and employers behind every key, in the given views of the rows. */
export function supportOf(rows: readonly Placed[], views: (row: Placed) => View[]): Map<string, { offers: number; employers: Set<string> }> {
  const support = new Map<string, { offers: number; employers: Set<string> }>()
  for (const row of rows) {
    const seen = views(row)
    if (seen.length === 0) continue
    const keys = [...settingKeys(row), ...titleKeys(row.soc, row.reading)]
    for (const key of [...keys, ...seen.flatMap((view) => seniorityKeys(row, view))]) {
      const entry = support.get(key) ?? { offers: 0, employers: new Set<string>() }
      support.set(key, entry)
      entry.offers += 1
      if (entry.employers.size < MIN_EMPLOYERS) entry.employers.add(row.offer.employer)
    }
  }
  return support
}

function supportedKeys(rows: readonly Placed[], views: (row: Placed) => View[]): Map<string, number> {
  const kept = [...supportOf(rows, views)].filter(
    ([, entry]) => entry.offers >= MIN_OFFERS && entry.employers.size >= MIN_EMPLOYERS,
  )
  return new Map(kept.map(([key]) => key).sort().map((key, id) => [key, id])) // prettier-ignore
}

/** Offers behind the shipped effects: in the fit that each comes from. */
export function shippedSupport(rows: readonly Placed[], { levelledSocs }: Model): (key: string) => number {
  const titled = supportOf(rows, titledViews)
  const all = supportOf(rows, allViews)
  const levelled = supportOf(rows.filter((row) => levelledSocs.has(row.soc)), bandedViews) // prettier-ignore
  return (key) => {
    const [fit, bare] = key.startsWith(BAND_FITS.levelled)
      ? [levelled, key.slice(BAND_FITS.levelled.length)]
      : key.startsWith(BAND_FITS.all)
        ? [all, key.slice(BAND_FITS.all.length)]
        : [titled, key]
    return fit.get(bare)?.offers ?? 0
  }
}

/** ln of the predicted pay of a placed offer, as of its wage level if it is known, else of its title. */
export function predict(row: Placed, model: Model): number {
  const view = bandedViews(row)[0] ?? 'title'
  const effects = isBand(view) ? bandEffects(model, row.soc) : model.titled
  return scaledKeys(row, view).reduce(
    (sum, { key, scale }) => sum + (effects.get(key) ?? 0) * scale,
    row.basis,
  )
}
