/** The market for a role: outlook, postings, posted pay growth, pay of remote work, sponsors, sectors. */
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { City, Role } from '../file/catalog.ts'
import type { Outlook, References, SectorPay, SeriesPoint, SizeBand, Sponsor } from '../file/references.ts'
import type { Scope } from '../offers/offers.ts'
import { employersIn } from './employers.ts'

export type Market = {
  outlook: Outlook | null
  postings: { sector: string; latest: SeriesPoint; yearAgo: number | null } | null
  postedGrowth: { sector: string; latest: SeriesPoint } | null
  remotePay: { differential: number; year: number; offers: number } | null
  /** Most filings first, of the place that `sponsorScope` names. */
  sponsors: readonly Sponsor[]
  sponsorScope: Scope | null
  /** Of the occupation's major group; empty where its sizes are not all measured. */
  sponsorSizes: readonly SizeBand[]
  sectors: readonly SectorPay[]
}

const sectors: Readonly<Record<string, string>> = judgements.posting_sectors

/** Indeed's sector of an occupation, by the longest SOC prefix that has one; null when none has. */
export function postingSector(soc: string): string | null {
  for (let size = soc.length; size >= 2; size--) {
    const sector = sectors[soc.slice(0, size)]
    if (sector) return sector
  }
  return null
}

/** The occupations that pay of remote work was measured on. */
const DATA_AND_AI = new Set(judgements.remote_pay_measured)

/** The market data for a role; a part without a source is null, never guessed. */
export function marketOf(references: References, role: Role, city: City | null = null): Market {
  const sector = postingSector(role.soc)
  const postings = sector ? (references.series('postings_index', sector) ?? []) : []
  const latest = postings[postings.length - 1]
  const growth = sector ? references.series('posted_wage_growth', sector)?.at(-1) : undefined
  const { scope, employers } = employersIn(references, role.soc, city)
  return {
    outlook: references.outlook.get(role.soc) ?? null,
    postings:
      sector && latest ? { sector, latest, yearAgo: postings[postings.length - 13]?.value ?? null } : null,
    postedGrowth: sector && growth ? { sector, latest: growth } : null,
    remotePay: remotePayOf(references, role),
    sponsors: employers,
    sponsorScope: scope,
    sponsorSizes: references.sizes.filter(({ major }) => role.soc.startsWith(major)),
    sectors: [...(references.sectors.get(role.soc) ?? [])].sort(
      (a, b) => (b.employment ?? 0) - (a.employment ?? 0),
    ),
  }
}

/** The year with the most offers, of the same title, level and year at aijobs.net. */
function remotePayOf(references: References, role: Role): Market['remotePay'] {
  const best = [...references.remotePay].sort((a, b) => b.offers - a.offers)[0]
  if (!best || !DATA_AND_AI.has(role.soc)) return null
  return { differential: best.differential, year: best.year, offers: best.offers }
}
