/** Errors of the served estimates on offers from held-out employers. */
import { findOccupation, findRole, type Catalog } from '../../../core/intelligence/catalog/catalog.ts'
import { settingKeys, sumOf, type Seniority } from '../../../core/intelligence/estimates/effects.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { isNamesake, offerTrust, seniorityOf } from '../../../core/intelligence/estimates/blend.ts'
import { readSeniority } from '../../../core/intelligence/search/seniority.ts'
import { BAND_OF_LEVEL, fitModel, shippedEffects, type Placed } from '../offer-model.ts'
import type { RoleEffects } from '../role-effects.ts'
import { matchRoleInIndex } from '../../../core/intelligence/library/resolve.ts'
import type { RoleIndex } from '../../../core/intelligence/search/roles.ts'
import { CrmError } from '../../../core/kernel/errors.ts'
import { median } from '../sponsors.ts'
import { roleEffectsOf, type Inputs } from '../tables.ts'

/** The role that the product understands a title as; null when it asks back. */
export type Resolver = (title: string) => string | null

/** Resolves titles as the product does, each once. */
export function servedResolver(index: RoleIndex): Resolver {
  const found = new Map<string, string | null>()
  const match = (title: string) => {
    try {
      return matchRoleInIndex(index, title).slug
    } catch (error) {
      if (error instanceof CrmError) return null
      throw error
    }
  }
  return (title) => {
    if (!found.has(title)) found.set(title, match(title))
    return found.get(title) ?? null
  }
}

export type Line = { name: string; offers: number; error: number; within20: number }

/** The shipped catalog with effects fitted without the held-out fold. */
export function catalogWithout(catalog: Catalog, inputs: Inputs, fold: number): Catalog {
  const rows = inputs.evidence.filter((row) => row.fold !== fold)
  const model = fitModel(rows)
  const { titled, banded } = roleEffectsOf(inputs, model, rows)
  const of = (effects: RoleEffects, slug: string) => effects.roles.get(slug) ?? 0
  const roles = catalog.roles.map((role) => ({
    ...role,
    effect: of(titled, role.slug),
    bandEffect: of(banded, role.slug),
  }))
  const occupations = catalog.occupations.map((occupation) => ({
    ...occupation,
    titleEffect: titled.occupations.get(occupation.soc) ?? 0,
    bandTitleEffect: banded.occupations.get(occupation.soc) ?? 0,
    levelled: model.levelledSocs.has(occupation.soc),
  }))
  const [bySlug, bySoc] = [
    new Map(roles.map((role) => [role.slug, role])),
    new Map(occupations.map((one) => [one.soc, one])),
  ]
  return {
    ...catalog,
    effects: shippedEffects(model),
    roles,
    role: (slug) => bySlug.get(slug),
    occupations,
    occupation: (soc) => bySoc.get(soc),
  }
}

type Guess = (row: Placed) => number | null

/** Median absolute percentage error of each way to estimate, on held-out offers in covered cities. */
export function offerErrors(fitted: Catalog, inputs: Inputs, resolve: Resolver, fold: number): Line[] {
  const held = inputs.placed.filter((row) => row.fold === fold && row.city !== null)
  const guesses = guessesOf(fitted, resolve)
  const files = ['all', 'fy2025_data', 'fy2025_q2_health']
  return files.flatMap((file) => {
    const rows = held.filter((row) => file === 'all' || row.offer.file === file)
    return Object.entries(guesses).map(([name, guess]) => lineOf(`${file}: ${name}`, rows, guess))
  })
}

/** A title moves its national figure when that changes by this much, in ln points. */
const MOVED = 0.03

/**
 * What the national figures rest on: held-out offers of roles whose titles move them, with their cell moved as
 * all offers of the occupation, and as those of the role. The nation is their cells without the city.
 */
export function titleErrors(fitted: Catalog, inputs: Inputs, resolve: Resolver, fold: number): TitleLine[] {
  const moved = inputs.evidence.flatMap((row) => {
    const role = findRole(fitted, resolve(row.offer.title) ?? '')
    const occupation = role && findOccupation(fitted, role.soc)
    if (row.fold !== fold || role?.soc !== row.soc || !occupation) return []
    const trust = offerTrust(fitted, occupation, null)
    const isMoved = Math.abs(trust * (role.effect - occupation.titleEffect)) >= MOVED
    if (isNamesake(occupation, role) || !isMoved) return []
    const place = sumOf(fitted.effects, settingKeys(row))
    const errorOf = (title: number) => Math.abs(Math.exp(row.basis + trust * (place + title) - row.pay) - 1)
    return [{ role, asAll: errorOf(occupation.titleEffect), asOwn: errorOf(role.effect) }]
  })
  return ['common titles', 'other titles'].map((name) => {
    const offers = moved.filter(({ role }) => (role.reason === 'common_title') === (name === 'common titles'))
    return {
      name,
      offers: offers.length,
      roles: new Set(offers.map(({ role }) => role.slug)).size,
      asAll: median(offers.map(({ asAll }) => asAll)),
      asOwn: median(offers.map(({ asOwn }) => asOwn)),
    }
  })
}

export type TitleLine = { name: string; offers: number; roles: number; asAll: number; asOwn: number }

function lineOf(name: string, rows: readonly Placed[], guess: Guess): Line {
  const errors = rows.flatMap((row) => {
    const value = guess(row)
    return value === null ? [] : [Math.abs(value / Math.exp(row.pay) - 1)]
  })
  return {
    name,
    offers: errors.length,
    error: median(errors),
    within20: errors.filter((error) => error <= 0.2).length / errors.length,
  }
}

function guessesOf(catalog: Catalog, resolve: Resolver): Record<string, Guess> {
  const own = new Map(
    catalog.roles
      .filter((role) => role.reason === 'occupation' || role.reason === 'common_title')
      .map((role) => [role.soc, role.slug]),
  )
  const bySlug = (slug: string) => catalog.role(slug)
  const truthful = (row: Placed) => {
    const slug = resolve(row.offer.title) ?? ''
    return bySlug(slug)?.soc === row.soc ? slug : (own.get(row.soc) ?? null)
  }
  const resolved = (row: Placed) => resolve(row.offer.title)
  const ask = (slug: string | null, row: Placed, seniority: Seniority) => {
    if (slug === null) return null
    const found = estimate(catalog, { role: slug, city: row.city, seniority })
    return 'missing' in found ? null : found.median
  }
  const worded = (slug: string | null, row: Placed) => {
    const role = slug === null ? undefined : bySlug(slug)
    const { experience } = readSeniority(row.offer.title)
    return ask(slug, row, role ? seniorityOf(catalog, role, row.offer.title, experience) : null)
  }
  const wageBand = (row: Placed): Seniority => {
    const band = BAND_OF_LEVEL[row.offer.pwLevel]
    return band ? { band } : null
  }
  const leveled =
    (guess: Guess): Guess =>
    (row) =>
      wageBand(row) ? guess(row) : null
  return {
    'naive: national median × price parity': (row) => naive(catalog, row),
    'survey cell of the true occupation': (row) => Math.exp(row.survey),
    'true occupation, headline': (row) => ask(truthful(row), row, null),
    'true occupation, the title as written': (row) => worded(truthful(row), row),
    'true occupation, band from wage level': leveled((row) => ask(truthful(row), row, wageBand(row))),
    'title resolved, headline': (row) => ask(resolved(row), row, null),
    'title resolved, the title as written': (row) => worded(resolved(row), row),
    'title resolved, band from wage level': leveled((row) => ask(resolved(row), row, wageBand(row))),
  }
}

/** A baseline from two public tables: the occupation's national median times the city's price index. */
function naive(catalog: Catalog, row: Placed): number | null {
  const national = catalog.national.get(row.soc)?.find((year) => year.year === 2025)?.percentiles[2]
  const city = catalog.city(row.city ?? '')
  return national && city ? (national * city.rpp) / 100 : null
}

/** Share of held-out offers whose title resolves to a role, and to the occupation of the filing. */
export function resolution(
  inputs: Inputs,
  resolve: Resolver,
  fold: number,
): { name: string; offers: number; resolved: number; right: number; rightMajor: number }[] {
  const roles = new Map(inputs.catalog.roles.map((role) => [role.slug, role.soc]))
  return ['fy2024_q1', 'fy2025_data', 'fy2025_q2_health'].map((file) => {
    const rows = inputs.placed.filter((row) => row.fold === fold && row.offer.file === file)
    const socs = rows.map((row) => ({
      truth: row.soc,
      found: roles.get(resolve(row.offer.title) ?? ''),
    }))
    const share = (test: (entry: { truth: string; found: string | undefined }) => boolean) =>
      socs.filter(test).length / socs.length
    return {
      name: file, offers: rows.length, resolved: share((entry) => entry.found !== undefined),
      right: share((entry) => entry.found === entry.truth), rightMajor: share((entry) => entry.found?.slice(0, 2) === entry.truth.slice(0, 2)),
    } // prettier-ignore
  })
}
