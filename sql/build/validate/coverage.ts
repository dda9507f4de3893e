/** How often 90 % intervals hold what offers from held-out employers say of a group's median. */
import { findOccupation, findRole, type Catalog } from '../../../core/intelligence/catalog/catalog.ts'
import { isNamesake } from '../../../core/intelligence/estimates/blend.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import type { Placed } from '../offer-model.ts'
import { groupBy } from '../raw.ts'
import { median } from '../sponsors.ts'
import type { Inputs } from '../tables.ts'
import type { Resolver } from './offers.ts'

/** A group has a median from so many held-out offers of so many employers. */
const MIN_GROUP = { offers: 10, employers: 5 }
/** The offers of an occupation say how far all of them lie from its published median. */
const MIN_OCCUPATION = 50
const Z90 = 1.645

type Coverage = { name: string; groups: number; inside: number }

/**
 * A median of a few offers has an error of its own, which counts beside that of the estimate. Titles in the nation are
 * seen from the middle of their occupation's offers: what everyone at work is paid, offers do not tell.
 */
export function intervalCoverage(fitted: Catalog, inputs: Inputs, resolve: Resolver, fold: number): Coverage[] {
  const asked = inputs.placed.flatMap((row) => {
    const role = row.fold === fold ? findRole(fitted, resolve(row.offer.title) ?? '') : undefined
    const occupation = role && findOccupation(fitted, role.soc)
    return role && occupation ? [{ row, role: role.slug, soc: role.soc, isWhole: isNamesake(occupation, role) }] : []
  })
  const inCities = asked.filter(({ row }) => row.city !== null).flatMap((entry) => distance(fitted, entry, entry.row.city))
  const inNation = asked.filter(({ row, soc }) => row.soc === soc).flatMap((entry) => distance(fitted, entry, null))
  const occupations = groupBy(inNation, ({ row }) => row.soc)
  const middles = new Map([...occupations].map(([soc, list]) => [soc, list.length < MIN_OCCUPATION ? null : middleOf(list).at]))
  const titles = inNation.flatMap((entry) => {
    const middle = middles.get(entry.row.soc) ?? null
    return entry.isWhole || middle === null ? [] : [{ ...entry, apart: entry.apart - middle }]
  })
  return [
    coverageOf('titles in a city', inCities.filter(({ isWhole }) => !isWhole)),
    coverageOf('official names of occupations in a city', inCities.filter(({ isWhole }) => isWhole)),
    coverageOf('titles in the nation, within their occupation', titles),
  ]
} // prettier-ignore

type Asked = { row: Placed; role: string; isWhole: boolean }
/** An offer with its distance from the estimate of its group and the error of that, in ln points. */
type Seen = Asked & { group: string; apart: number; error: number }

function distance(fitted: Catalog, entry: Asked, city: string | null): Seen[] {
  const found = estimate(fitted, { role: entry.role, city, seniority: null })
  if ('missing' in found) return []
  const apart = entry.row.pay - Math.log(found.median)
  return [{ ...entry, group: `${entry.role}|${city ?? ''}`, apart, error: found.confidence.relativeError }]
}

function coverageOf(name: string, seen: readonly Seen[]): Coverage {
  const groups = [...groupBy(seen, ({ group }) => group).values()].filter(
    (list) =>
      list.length >= MIN_GROUP.offers &&
      new Set(list.map(({ row }) => row.offer.employer)).size >= MIN_GROUP.employers,
  )
  const inside = groups.filter((list) => {
    const { at, error } = middleOf(list)
    return Math.abs(at) <= Z90 * Math.hypot(error, list[0]?.error ?? 0)
  })
  return { name, groups: groups.length, inside: inside.length / groups.length }
}

/** The weighted median of offers, and its standard error: 1.25 robust deviations by the root of the effective number. */
function middleOf(list: readonly Seen[]): { at: number; error: number } {
  const sorted = [...list].sort((a, b) => a.apart - b.apart)
  const sum = (of: (seen: Seen) => number) => sorted.reduce((total, seen) => total + of(seen), 0)
  const total = sum(({ row }) => row.weight)
  let left = total / 2
  const at = sorted.find(({ row }) => (left -= row.weight) <= 0)?.apart ?? 0
  const deviation = 1.4826 * median(sorted.map(({ apart }) => Math.abs(apart - at)))
  const effective = total ** 2 / sum(({ row }) => row.weight ** 2)
  return { at, error: (1.2533 * deviation) / Math.sqrt(effective) }
}
