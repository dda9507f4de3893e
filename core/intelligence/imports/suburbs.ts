// Maps towns and suburbs to the city whose wage area they are in.
import { rowsIn, type WholeTables } from '../file/csv.ts'

/** City slugs keyed by `town|ST`. */
export type CityByTown = ReadonlyMap<string, string>

export const readTowns = (tables: WholeTables): CityByTown =>
  new Map(
    Array.from(rowsIn(tables, 'places'), ([name = '', state = '', city = '']) => [`${name}|${state}`, city]),
  )

/** The city slug for a town in a state such as TX; null when no covered city includes it. */
export const slugOfTown = (towns: CityByTown, town: string, state: string): string | null =>
  towns.get(`${plainTown(town)}|${state.toUpperCase()}`) ?? null

/** Normalises a town name to the form used in the table of places. */
export const plainTown = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[.']/g, '')
    .replace(/^saint /, 'st ')
    .replace(/\s+/g, ' ')
    .trim()
