/** A page for a quick check by an expert: typical pay of sixty roles in eight places, and implausible figures. */
import type { Catalog } from '../../core/intelligence/file/catalog.ts'
import { RUNGS, type Rung } from '../../core/intelligence/offers/levels.ts'
import { typicalOf } from '../../core/intelligence/typical/typical.ts'

const ROLES = [
  'software-engineer', 'machine-learning-engineer', 'data-scientist', 'data-engineer', 'data-analyst', 'devops-engineer', 'quantitative-analyst',
  'product-manager', 'engineering-manager', 'chief-technology-officer', 'project-manager', 'business-analyst', 'systems-administrator', 'help-desk-technician',
  'mechanical-engineer', 'civil-engineer', 'electrical-engineer', 'chemical-engineer', 'architect', 'graphic-designer',
  'registered-nurse', 'nurse-practitioner', 'licensed-practical-nurse', 'physician', 'resident-physician', 'pharmacist', 'dentist', 'dental-hygienist', 'physical-therapist', 'medical-assistant',
  'clinical-research-coordinator', 'postdoctoral-researcher', 'research-scientist', 'biologist', 'professor', 'teacher', 'social-worker', 'librarian',
  'lawyer', 'paralegal', 'accountant', 'financial-analyst', 'actuary', 'bookkeeper', 'marketing-manager', 'sales-representative', 'account-manager', 'human-resources-manager', 'recruiter',
  'electrician', 'plumber', 'carpenter', 'welder', 'truck-driver', 'chef', 'cook', 'baristas', 'cashier', 'security-guard', 'janitor', 'firefighter', 'police-officer', 'flight-attendant', 'receptionist',
] // prettier-ignore
const PLACES = [
  'san-francisco-ca',
  'new-york-ny',
  'boston-ma',
  'chicago-il',
  'austin-tx',
  'atlanta-ga',
  'el-paso-tx',
]

/** Pairs of roles. The first must be paid less than the second. */
const ORDERS = [
  ['resident-physician', 'physician'], ['licensed-practical-nurse', 'registered-nurse'], ['registered-nurse', 'nurse-practitioner'],
  ['paralegal', 'lawyer'], ['bookkeeper', 'accountant'], ['postdoctoral-researcher', 'research-scientist'], ['medical-assistant', 'registered-nurse'],
  ['help-desk-technician', 'software-engineer'], ['data-analyst', 'data-scientist'], ['software-engineer', 'machine-learning-engineer'],
  ['engineering-manager', 'chief-technology-officer'], ['baristas', 'chef'], ['cashier', 'accountant'],
] // prettier-ignore

/** A figure this many times beyond both of its sources is implausible. */
const MAX_FACTOR = 1.35

/** Typical pay by role and place in thousands, and all implausible figures. */
export function sensePage(catalog: Catalog): { lines: string[]; unbelievable: string[] } {
  const at = (slug: string, place: string | null, level: Rung = '') => {
    const role = catalog.role(slug)
    const city = place === null ? null : catalog.city(place)
    const found = role && typicalOf(catalog, { role, city, level, words: '' })
    return found && !('reason' in found) ? found : null
  }
  const unbelievable: string[] = []
  const lines = ROLES.flatMap((slug) => {
    if (!catalog.role(slug)) return []
    const nation = at(slug, null)
    const here = PLACES.map((place) => at(slug, place))
    here.forEach((found, index) => {
      const ratio = found && nation ? found.median / nation.median : 1
      if (ratio < 0.6 || ratio > 2) unbelievable.push(`${slug} in ${PLACES[index]} earns ${ratio.toFixed(2)} × the nation`)
    })
    const both = [nation?.survey.median ?? 0, nation?.offers?.group.percentiles[2] ?? nation?.survey.median ?? 0]
    if (nation && (nation.median > MAX_FACTOR * Math.max(...both) || nation.median < Math.min(...both) / MAX_FACTOR))
      unbelievable.push(`${slug} (${nation.median}) lies far from both of its sources`)
    for (const place of [null, ...PLACES]) {
      const ladder = RUNGS.map((level) => at(slug, place, level)?.median ?? 0)
      if (ladder.some((pay, rung) => rung > 0 && pay < ladder[rung - 1]!)) unbelievable.push(`${slug} in ${place ?? 'the nation'}: a level earns less than the one below it`)
    }
    const cells = [nation, ...here].map((found) => (found ? (found.median / 1000).toFixed(0) : '—').padStart(5)).join('')
    const sources = nation ? `${nation.basis}, survey ${(nation.survey.median / 1000).toFixed(0)}${nation.offers ? `, offers ${((nation.offers.group.percentiles[2] ?? 0) / 1000).toFixed(0)} (${nation.offers.group.offers})` : ''}` : ''
    return [`  ${slug.padEnd(30)}${cells}  ${sources}`]
  })
  for (const [less = '', more = ''] of ORDERS) {
    const [low, high] = [at(less, null), at(more, null)]
    if (low && high && low.median > high.median) unbelievable.push(`${less} (${low.median}) earns more than ${more} (${high.median})`)
  }
  return { lines: [`  ${''.padEnd(30)}${['US', 'SF', 'NY', 'Bos', 'Chi', 'Aus', 'Atl', 'ElP'].map((name) => name.padStart(5)).join('')}  in thousands`, ...lines], unbelievable }
} // prettier-ignore

/** The titles whose offers lie farthest from their survey, with the typical figure and the highest ask. */
export function worstAsks(catalog: Catalog): string[] {
  const rows = catalog.roles().flatMap((role) => {
    const found = typicalOf(catalog, { role, city: null, level: '', words: '' })
    if ('reason' in found || (found.offers?.group.offers ?? 0) < 10) return []
    const [, , filed = 0, , p90 = 0] = found.offers?.group.percentiles ?? []
    return [{ role, found, filed, p90, apart: Math.abs(Math.log(filed / found.survey.median)) }]
  })
  const shown = rows.sort((a, b) => b.apart - a.apart).slice(0, 40)
  const k = (amount: number) => (amount / 1000).toFixed(0).padStart(5)
  return shown.map(({ role, found, filed, p90 }) => `  ${role.slug.padEnd(44)} offers ${k(filed)} (p90 ${k(p90)})  survey ${k(found.survey.median)}  typical ${k(found.median)}  ask at most ${k(found.ceiling.amount)}`)
} // prettier-ignore
