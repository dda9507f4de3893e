/** How much of a wage cell is likely noise: the part of its distance from the nation that its city does not share. */
import type { Cell } from './geography.ts'
import { groupBy } from './raw.ts'
import { median } from '../../core/intelligence/offers/groups.ts'

/** No count of respondents is published for a cell. Half of what sets it apart from its neighbours is taken as its error. */
const OF_DISTANCE = 0.5
/** Fewer cells of a major group with figures of their own say nothing of what its area pays. */
const MIN_CELLS = 5

/**
 * In ln points, by `soc|area`: half of how far the cell's mean against the nation's is from the middle of its major group
 * in the same area. Family physicians at a third of the national mean, in an area that pays other health work as elsewhere,
 * are a few respondents rather than a market.
 */
export function cellNoise(
  cells: Iterable<Cell>,
  nationalMean: (soc: string) => number | null,
): Map<string, number> {
  const apart = [...cells].flatMap((cell) => {
    const nation = nationalMean(cell.soc)
    return nation ? [{ cell, ratio: Math.log(cell.mean / nation) }] : []
  })
  const groups = groupBy(apart, ({ cell }) => `${cell.soc.slice(0, 2)}|${cell.area}`)
  const noise = new Map<string, number>()
  for (const list of groups.values()) {
    const own = list.filter(({ cell }) => cell.sharing === 1)
    const centre = own.length < MIN_CELLS ? 0 : median(own.map(({ ratio }) => ratio))
    for (const { cell, ratio } of list)
      noise.set(`${cell.soc}|${cell.area}`, OF_DISTANCE * Math.abs(ratio - centre))
  }
  return noise
}
