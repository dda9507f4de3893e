// Resolves free text to a role: "sr. sofware enginer", "rn" and "nurse icu"
// are found, best first, with the experience they state. The result is one
// role, several candidates, or none when the text names no occupation.
import type { Holder, RoleIndex, Surface } from './role-index.ts'
import { isFiled, occupationOdds } from './occupations.ts'
import type { Experience } from './seniority.ts'
import { isWorthSuggesting } from './suggestions.ts'
import { compareTo, likelySurfaces, respelt, surfaceOf, understand, type Query } from './wordings.ts'

export { buildRoleIndex, isSameTitle, roleIndexSteps, type RoleEntry, type RoleIndex } from './role-index.ts'

/**
 * A role that matches a text: `score` is 0–1, `matched` the wording
 * that matched, `experience` the level the text states.
 */
export interface RoleMatch {
  slug: string
  title: string
  soc: string
  score: number
  matched: string
  experience: Experience | null
}

/** The result for a text: one role, several equally good ones, or none with those of a similar name. */
export type RoleResolution =
  | { kind: 'one'; role: RoleMatch; score: number; experience: Experience | null }
  | { kind: 'ambiguous'; candidates: RoleMatch[]; experience: Experience | null }
  | { kind: 'none'; nearest: RoleMatch[]; experience: Experience | null }

/** Score factor of a wording that hardly ever means the role, and ranking bonus of a role's own title. */
const UNSURE = 0.85
const OWN_TITLE_LIFT = 0.02
/** A match with a wording of full weight above this likeness names the role. */
const NAMED = 0.955
/** How much its occupation's probability may raise a role (tuned on held-out employers and titles). */
const NAMED_TRUST = 0.03
const WORDS_TRUST = 0.5
const MISSPELT_TRUST = 0.15
/** Occupations below this probability are not suggested from the words alone. */
const WORTH_NAMING = 0.2
/** Above this probability, the words name an occupation even in an unknown wording. */
const LIKELY = 0.2
/** Above this probability, a filed title is not ambiguous. */
const NEARLY_ALWAYS = 0.7
/** Below this score, a text does not name a role. */
const KNOWN = 0.6
/** A role of another occupation within this score of the best makes the result ambiguous. */
const TOO_CLOSE = 0.03
/** The same for the meanings of one word, which are listed by likelihood. */
const TOO_CLOSE_READING = 0.2

interface Found {
  role: number
  /** Likeness of the wording, 0–1. */
  score: number
  /** The ranking score: the likeness, raised by the probability of the role's occupation. */
  order: number
  /** How surely the wording means the role; above 1 for the role's own title. */
  weight: number
  named: boolean
  surface: Surface
  matched: string
}

/**
 * The roles a text may mean, best first, at most `limit`. An empty text matches nothing. A role that is ranked
 * lower for its occupation has at most the score of the roles above it.
 */
export function findRoles(index: RoleIndex, text: string, limit = 10): RoleMatch[] {
  const query = understand(text)
  if (query.words.length === 0) return []
  const odds = oddsOf(index, query)
  let most = 1
  return rank(index, query, odds)
    .slice(0, limit)
    .map((found) => {
      most = Math.min(most, found.score)
      return present(index, { ...found, score: most }, query.experience)
    })
}

/** The roles whose names are like a text that names none, at most five; none where it is no title at all. */
export function suggestRoles(index: RoleIndex, text: string): RoleMatch[] {
  const query = understand(text)
  return query.words.length === 0 ? [] : suggested(index, query, rank(index, query, oddsOf(index, query)))
}

const MAX_SUGGESTED = 5

const suggested = (index: RoleIndex, query: Query, ranked: readonly Found[]): RoleMatch[] =>
  ranked
    .slice(0, MAX_SUGGESTED)
    .map((found) => ({ ...present(index, found, query.experience), weight: found.weight }))
    .filter((candidate) => isWorthSuggesting(index, query, candidate))
    .map(({ weight: _, ...match }) => match)

/** Decides which role a text means. Only words with several meanings ("pm", "manager") and real ties are ambiguous. */
export function resolveRole(index: RoleIndex, text: string): RoleResolution {
  const query = understand(text)
  const experience = query.experience
  if (query.words.length === 0) return { kind: 'none', nearest: [], experience }
  const odds = oddsOf(index, query)
  const ranked = rank(index, query, odds)
  const show = (list: readonly Found[]) => list.slice(0, 5).map((found) => present(index, found, experience))
  const best = ranked[0]
  if (!best || best.score < KNOWN)
    return { kind: 'none', nearest: suggested(index, query, ranked), experience }
  const own = query.readings.length < 2 ? undefined : roleTitled(ranked, query)
  const isNamed = query.readings.length < 2 && (best.named || isFiledAs(index, query, best, odds))
  const rivals = own || isNamed ? [] : rivalsOf(index, query, best, ranked)
  if (rivals.length > 0) return { kind: 'ambiguous', candidates: show([best, ...rivals]), experience }
  const role = present(index, own ?? best, experience)
  return { kind: 'one', role, score: role.score, experience }
}

/** The role whose own title is these very words: an associate partner is one, although a partner may be many things. */
const roleTitled = (ranked: readonly Found[], { words }: Query): Found | undefined =>
  words.length > 1 ? ranked.find((found) => isOwn(found) && found.surface.key === words.join(' ')) : undefined

/** Whether employers filed this very title, nearly always under the role's occupation. */
function isFiledAs(
  index: RoleIndex,
  query: Query,
  { role }: Found,
  odds: ReadonlyMap<string, number>,
): boolean {
  if (!index.titles || !isFiled(index.titles, query.words)) return false
  return (odds.get(index.roles[role]?.soc ?? '') ?? 0) > NEARLY_ALWAYS
}

function rivalsOf(index: RoleIndex, query: Query, best: Found, ranked: readonly Found[]): Found[] {
  if (query.readings.length < 2) return ranked.filter((found) => isRival(index, best, found))
  // One role for each meaning: the best holder of its wording.
  const open = new Set(query.readings.map((words) => words.join(' ')))
  open.delete(best.surface.key)
  return ranked.filter(
    (found) =>
      found !== best && best.order - found.order <= TOO_CLOSE_READING && open.delete(found.surface.key),
  )
}

/** Whether the wording is the role's own title. */
const isOwn = ({ weight }: { weight: number }): boolean => weight > 1

function isRival(index: RoleIndex, best: Found, other: Found): boolean {
  if (other === best || best.order - other.order > TOO_CLOSE) return false
  // A role's own title is a likelier meaning than another role's alias with the same likeness.
  if (isOwn(best) && !isOwn(other)) return false
  return index.roles[other.role]?.soc !== index.roles[best.role]?.soc
}

function oddsOf(index: RoleIndex, query: Query): ReadonlyMap<string, number> {
  const { titles } = index
  if (!titles) return new Map()
  const odds = occupationOdds(
    titles,
    isFiled(titles, query.words) ? query.words : respelt(index, query.words),
  )
  const likely = new Map<string, number>()
  odds.forEach((chance, at) => {
    const soc = titles.socs[at]
    if (soc !== undefined && chance > 0.02) likely.set(soc, chance)
  })
  return likely
}

function rank(index: RoleIndex, query: Query, odds: ReadonlyMap<string, number>): Found[] {
  const best = new Map<number, Found>()
  const keep = (found: Found) => {
    const held = best.get(found.role)
    if (!held || held.order < found.order) best.set(found.role, found)
  }
  for (const { surface, score } of likelySurfaces(index, query)) {
    for (const holder of surface.holders) keep(weigh(surface, holder, score))
  }
  const trust = trustInOdds(index, query, best.values())
  if (trust > NAMED_TRUST) for (const found of unlikeButLikely(index, query, odds, best.values())) keep(found)
  for (const found of best.values()) lift(found, odds.get(index.roles[found.role]?.soc ?? '') ?? 0, trust)
  const sure = sureRole(index, query)
  const isSure = ({ role }: Found) => Number(role === sure)
  return [...best.values()].sort((a, b) => isSure(b) - isSure(a) || b.order - a.order || a.role - b.role)
}

/**
 * The role that alone has these very words as a wording of full weight, or else the words without their level: a "vp of
 * engineering" is what our list says, however near "engineering manager" is. The terminal looks such wordings up
 * without this index (`unambiguousWordings`), and must find the same role.
 */
export function sureRole(index: RoleIndex, { words, base, readings }: Query): number | null {
  if (readings.length > 0) return null
  const surface = surfaceOf(index, words) ?? surfaceOf(index, base)
  const [holder, other] = surface?.holders ?? []
  return holder && !other && holder.weight >= 1 ? holder.role : null
}

function weigh(surface: Surface, holder: Holder, likeness: number): Found {
  const score = likeness * (UNSURE + (1 - UNSURE) * Math.min(1, holder.weight))
  return {
    role: holder.role,
    score,
    order: score + (isOwn(holder) ? OWN_TITLE_LIFT : 0),
    weight: holder.weight,
    named: likeness > NAMED && holder.weight >= 1,
    surface,
    matched: holder.text,
  }
}

function lift(found: Found, chance: number, trust: number): void {
  found.order += trust * chance
  if (trust === WORDS_TRUST && chance > LIKELY)
    found.score = Math.max(found.score, KNOWN + (1 - KNOWN) * (chance - LIKELY))
}

/**
 * The weight of the probabilities: small when a wording names a role, large when the title was filed
 * or all words are known, and in between when words are misspelled.
 */
function trustInOdds(index: RoleIndex, query: Query, found: Iterable<Found>): number {
  for (const one of found) if (one.named) return NAMED_TRUST
  if (index.titles && isFiled(index.titles, query.words)) return WORDS_TRUST
  const asTyped = respelt(index, query.base).join(' ') === query.base.join(' ')
  return asTyped && query.base.every((word) => index.wordIds.has(word)) ? WORDS_TRUST : MISSPELT_TRUST
}

/**
 * Adds the general role of probable occupations that no wording led to, or only one that is hardly like the text:
 * a "director, batch integration" among all other computer occupations is no blockchain engineer.
 */
function unlikeButLikely(
  index: RoleIndex,
  query: Query,
  odds: ReadonlyMap<string, number>,
  present: Iterable<Found>,
): Found[] {
  const likeness = compareTo(index, query.base)
  const highest = new Map<string, number>()
  for (const { role, score } of present) {
    const soc = index.roles[role]?.soc ?? ''
    highest.set(soc, Math.max(score, highest.get(soc) ?? 0))
  }
  const missing = [...odds].filter(
    ([soc, chance]) => chance >= WORTH_NAMING && (highest.get(soc) ?? 0) < KNOWN,
  )
  return missing.flatMap(([soc]) => {
    const role = index.generalRole.get(soc)
    const at = index.ownSurfaces[role ?? -1] ?? 0
    const surface = index.surfaceAt(at)
    if (role === undefined || !surface) return []
    const found = weigh(surface, { role, weight: 1, text: index.roles[role]?.title ?? '' }, likeness(at))
    return [{ ...found, order: Math.max(found.order, (highest.get(soc) ?? 0) + OWN_TITLE_LIFT) }]
  })
}

function present(index: RoleIndex, found: Found, experience: Experience | null): RoleMatch {
  const role = index.roles[found.role]
  if (!role) throw new Error('The role index is out of step with its roles.')
  const score = Math.round(found.score * 1000) / 1000
  return { slug: role.slug, title: role.title, soc: role.soc, score, matched: found.matched, experience }
}
