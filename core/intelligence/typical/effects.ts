// How filed offers differ from the survey, by group, from the widest to the title itself.
import type { Catalog, City, Effect, Occupation, PayScope, Role } from '../file/catalog.ts'
import { hasOwnSeries } from '../estimates/estimate.ts'
import type { Rung } from '../offers/levels.ts'

/** A group of offers. With n employers, its effect has the weight n / (n + `prior`). */
export interface Group {
  key: string
  prior: number
  /** True if the offers are of the title itself, false if of its occupation or wider. */
  isOwn: boolean
}

/** Most offers in wider groups are for graduates, so occupations below this job zone do not use them. */
const GRADUATE_ZONE = 4

/** The part of the survey's local-to-national ratio that counts for a title that shares its occupation. Learned. */
const PLACE_SHARE = 0.7

/** ln of the survey's figure in a place. Titles that share an occupation use only part of its local ratio. */
export const placedSurvey = (
  nation: number,
  place: number,
  role: Pick<Role, 'reason'>,
  { jobZone }: Pick<Occupation, 'jobZone'>,
): number =>
  hasOwnSeries(role) || (jobZone ?? 0) < GRADUATE_ZONE ? place : nation + PLACE_SHARE * (place - nation)

/** This many employers weigh as much as a survey of a million people. */
const PER_MILLION = 100

/**
 * The weight (0–1) of offers if the survey has figures for the title alone. Only employers who sponsor visas file offers. In an
 * occupation of millions, these are few.
 */
export const offerShare = (catalog: Pick<Catalog, 'national'>, soc: string, employers: number): number =>
  employers / (employers + (PER_MILLION * (catalog.national(soc)?.at(-1)?.employment ?? 0)) / 1e6)

export function groupsOf(
  { soc, jobZone }: Pick<Occupation, 'soc' | 'jobZone'>,
  { slug }: Pick<Role, 'slug'>,
  words: string,
): Group[] {
  const wide = [
    { key: 'all', prior: 5, isOwn: false },
    { key: `major:${soc.slice(0, 2)}`, prior: 5, isOwn: false },
  ]
  return [
    ...((jobZone ?? 0) >= GRADUATE_ZONE ? wide : []),
    { key: `soc:${soc}`, prior: 2, isOwn: false },
    { key: `role:${slug}`, prior: 2, isOwn: true },
    { key: `words:${words}`, prior: 3, isOwn: true },
  ]
}

/** The levels and places whose effects apply to a group, widest first. Only the words of a title have effects by place. */
export function effectKeys(
  { key }: Pick<Group, 'key'>,
  scope: PayScope,
  level: Rung,
  at: { state: string; city: string | null } | null,
): Pick<Effect, 'level' | 'place'>[] {
  const wide = [
    { level: '*' as const, place: '' },
    { level, place: '' },
  ]
  if (scope === 'nation' || !at || !key.startsWith('words:')) return wide
  return [...wide, { level, place: at.state }, ...(at.city ? [{ level, place: at.city }] : [])]
}

export function effectsOf(
  { effects }: Pick<Catalog, 'effects'>,
  occupation: Occupation,
  role: Role,
  words: string,
  city: City | null,
) {
  const scope: PayScope = city ? 'place' : 'nation'
  const at = city && { state: city.state, city: city.slug }
  const groups = groupsOf(occupation, role, words).map((group) => {
    const rows = effects(group.key).filter((row) => row.scope === scope)
    return { ...group, known: new Map(rows.map((row) => [`${row.level}|${row.place}`, row])) }
  })
  return {
    groups,
    at: (level: Rung) =>
      groups.flatMap((group) =>
        effectKeys(group, scope, level, at).flatMap((step) => {
          const effect = group.known.get(`${step.level}|${step.place}`)
          return effect ? [{ group, effect }] : []
        }),
      ),
  }
}
