// What filed offers pay more or less than the survey, from the widest group to the very title: the parts of the typical figure.
import type { Catalog, City, Effect, Occupation, PayScope, Role } from '../file/catalog.ts'
import type { Rung } from '../offers/levels.ts'

/** A group of offers, and the prior weight that its own employers are held against. */
export interface Group {
  key: string
  prior: number
  /** Whether its offers are those of the title, not of its occupation. */
  isOwn: boolean
}

/** Offers of graduates say nothing of work that needs less preparation: job zones 1 to 3 have only their own. */
const GRADUATE_ZONE = 4

/** What the survey's ratio of a place to the nation counts for a title that is only one of its occupation: learned. */
const PLACE_SHARE = 0.7

/** ln of the survey's figure in a place. Titles that share an occupation take part of its place ratio only. */
export const placedSurvey = (
  nation: number,
  place: number,
  { reason }: Pick<Role, 'reason'>,
  { jobZone }: Pick<Occupation, 'jobZone'>,
): number =>
  reason === 'occupation' || (jobZone ?? 0) < GRADUATE_ZONE ? place : nation + PLACE_SHARE * (place - nation)

/** So many employers' offers count as much as a survey of a million people. */
const PER_MILLION = 100

/** The share that offers count of work whose survey has everybody: few employers of millions of people are those who sponsor visas. */
export const heeded = (catalog: Pick<Catalog, 'national'>, soc: string, employers: number): number =>
  employers / (employers + (PER_MILLION * (catalog.national.get(soc)?.at(-1)?.employment ?? 0)) / 1e6)

/** The groups of a title, the widest first. */
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

/** The effects that are learned of a group, in order; places only of the very title. */
export function stepsOf(
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

/** The effects of a title at every level, for a figure in a place. */
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
    const rows = (effects(group.key) ?? []).filter((row) => row.scope === scope)
    return { ...group, known: new Map(rows.map((row) => [`${row.level}|${row.place}`, row])) }
  })
  return {
    groups,
    /** The effects that count at a level, with the group of each. */
    at: (level: Rung) =>
      groups.flatMap((group) =>
        stepsOf(group, scope, level, at).flatMap((step) => {
          const effect = group.known.get(`${step.level}|${step.place}`)
          return effect ? [{ group, effect }] : []
        }),
      ),
  }
}
