/** The market for a role, as responses show it: outlook, postings, posted pay growth, remote pay, employers, sectors. */
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { City, Role } from '../file/catalog.ts'
import type { References, Sponsor } from '../file/references.ts'
import { scopesOf, type Scope } from '../offers/offers.ts'
import { percentOf } from '../percent.ts'

const POSTING_SECTORS: Readonly<Record<string, string>> = judgements.posting_sectors

/** Indeed's sector for an occupation, by the longest SOC prefix in the list. Null if the list has none. */
export function postingSector(soc: string): string | null {
  for (let size = soc.length; size >= 2; size--) {
    const sector = POSTING_SECTORS[soc.slice(0, size)]
    if (sector) return sector
  }
  return null
}

const DATA_AND_AI = new Set(judgements.remote_pay_measured)

export type Market = ReturnType<typeof marketOf>

/** Market data for a role. A part without a source is null. */
export function marketOf(references: References, role: Role, city: City | null = null) {
  const sector = postingSector(role.soc)
  const index = sector ? references.series('postings_index', sector) : []
  const [latest, yearAgo] = [index.at(-1), index.at(-13)]
  const growth = sector ? references.series('posted_wage_growth', sector).at(-1) : undefined
  return {
    outlook: references.outlook(role.soc),
    postings:
      sector && latest
        ? {
            ...{ sector, index: latest.value, month: latest.month },
            change_1y_pct: yearAgo ? percentOf(latest.value / yearAgo.value - 1) : null,
          }
        : null,
    growth: sector && growth ? { sector, yearly_pct: percentOf(growth.value), month: growth.month } : null,
    remote: remotePayOf(references, role),
    ...employersIn(references, role.soc, city),
    /** Sizes of sponsors in the major group. Empty unless every size was measured. */
    sizes: references.sizes().filter(({ major }) => role.soc.startsWith(major)),
    sectors: references.sectors(role.soc).toSorted((a, b) => (b.employment ?? 0) - (a.employment ?? 0)),
  }
}

/** Remote pay in the year with the most offers (aijobs.net: same title, level and year). Null except for data and AI work. */
function remotePayOf(references: References, role: Role) {
  const best = [...references.remotePay()].sort((a, b) => b.offers - a.offers)[0]
  if (!best || !DATA_AND_AI.has(role.soc)) return null
  return { difference_pct: percentOf(best.differential), year: best.year, offers: best.offers }
}

/** Employers with fewer filings are not shown, nor medians of fewer offers. */
export const MIN_GROUP_SIZE = 5

export type Employer = Omit<Sponsor, 'place'>

/** Employers of the city, else its state, else the nation, most filings first. `employers_scope` is null if there are none. */
function employersIn(
  references: References,
  soc: string,
  city: City | null,
): { employers: readonly Employer[]; employers_scope: Scope | null } {
  const all = references.sponsors(soc)
  for (const { place: at, scope: employers_scope } of scopesOf(city)) {
    const named = all.filter(({ place, filings }) => place === at && filings >= MIN_GROUP_SIZE)
    if (named.length > 0) return { employers: named.map(employerView), employers_scope }
  }
  return { employers: [], employers_scope: null }
}

const employerView = ({ place: _, ...employer }: Sponsor): Employer =>
  employer.offers < MIN_GROUP_SIZE ? { ...employer, median: null } : employer
