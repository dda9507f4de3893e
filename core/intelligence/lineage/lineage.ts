// Where a figure comes from: the figure of a data point id, the steps to it, and what went into them.
import { findCity, findRole, type City, type Role } from '../file/catalog.ts'
import { presentRole } from '../words/question.ts'
import { countedOf, isCounted } from './counted.ts'
import { parseDataPointId, parseRolelessId, type DataPoint, type RolelessPoint } from './data-point.ts'
import type { Derivation, Located } from './derivation.ts'
import { filedOffersOf, figureOf, typicalFigureOf } from './figure.ts'
import { occupationOf, premiumOf } from './roleless.ts'

export interface Lineage extends Derivation {
  point: Pick<DataPoint | RolelessPoint, 'metric' | 'quarter'>
  role: Role | null
  city: City | null
}

/** Null when the id is malformed or unknown, or has no figure; `now` is the quarter of today. */
export function lineageOf(whole: Located['whole'], id: string, now: string): Lineage | null {
  const roleless = parseRolelessId(id)
  if (roleless) {
    const found =
      roleless.kind === 'occupation' ? occupationOf(whole, roleless) : premiumOf(whole, roleless, now)
    return found && { ...found, point: roleless, role: null, city: null }
  }
  const found = located(whole, id)
  const made = found && derivationOf(found, now)
  return made && { ...made, point: found.point, role: found.role, city: found.city }
}

function derivationOf(found: Located, now: string): Derivation | null {
  const { metric } = found.point
  if (isCounted(metric)) return countedOf(found, metric, now)
  if (metric === 'offers') return filedOffersOf(found)
  return metric === 'typical' ? typicalFigureOf(found) : figureOf(found)
}

/** The point of an id, of the role as it is named today. */
function located(whole: Located['whole'], id: string): Located | null {
  const parsed = parseDataPointId(id)
  if (!parsed) return null
  const point = { ...parsed, role: presentRole(whole.words, parsed.role) }
  const role = findRole(whole.catalog, point.role)
  const city = point.city === null ? null : findCity(whole.catalog, point.city)
  return role && (city || point.city === null) ? { whole, point, role, city } : null
}
