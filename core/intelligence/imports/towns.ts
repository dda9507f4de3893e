// The city that serves a town: suburbs belong to the city in whose wage area they lie.
import { readTable, type WholeTables } from '../catalog/csv.ts'

/** City slugs by `town|ST`. */
export type TownLookup = ReadonlyMap<string, string>

/** Reads the shipped places. */
export function readTowns(tables: WholeTables): TownLookup {
  const towns = new Map<string, string>()
  readTable(tables, 'places', ([name = '', state = '', city = '']) => towns.set(`${name}|${state}`, city))
  return towns
}

/** The slug of a town in a state such as TX; null where no city of ours serves it. */
export const slugOfTown = (towns: TownLookup, town: string, state: string): string | null =>
  towns.get(`${plainTown(town)}|${state.toUpperCase()}`) ?? null

/** Town names as places are kept. */
export const plainTown = (name: string): string =>
  name.toLowerCase().replace(/[.']/g, '').replace(/^saint /, 'st ').replace(/\s+/g, ' ').trim() // prettier-ignore
