/** Estimates the noise of wage cells from their distance to the nation that other cells of the city do not share. */
import type { Cell } from './geography.ts'
import { groupBy } from './raw.ts'
import { median } from '../../core/intelligence/offers/groups.ts'

/** The source publishes no sample size for cells. Half of a cell's distance from its neighbours is taken as its error. */
const NOISE_SHARE = 0.5
/** With fewer cells that have their own figures, a major group shows nothing about pay in its area. */
const MIN_CELLS = 5

/**
 * Noise in ln points, by `soc|area`: half the distance of a cell's relative mean (to the nation) from the median of its
 * major group in the area. For example, a cell of family physicians at a third of the national mean, in an area where
 * other health work pays normally, has few respondents.
 */
export function cellNoise(cells: Iterable<Cell>, nationalMean: (soc: string) => number | null) {
  const distances = [...cells].flatMap((cell) => {
    const nation = nationalMean(cell.soc)
    return nation ? [{ cell, ratio: Math.log(cell.mean / nation) }] : []
  })
  const groups = groupBy(distances, ({ cell }) => `${cell.soc.slice(0, 2)}|${cell.area}`)
  const noise = new Map<string, number>()
  for (const list of groups.values()) {
    const own = list.filter(({ cell }) => cell.sharing === 1)
    const centre = own.length < MIN_CELLS ? 0 : median(own.map(({ ratio }) => ratio))
    for (const { cell, ratio } of list)
      noise.set(`${cell.soc}|${cell.area}`, NOISE_SHARE * Math.abs(ratio - centre))
  }
  return noise
}
