/** The market for a role: outlook, postings, posted pay growth, pay of remote work, sponsors, sectors. */
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

/** Indeed's sector of an occupation, by SOC prefix; the longest match applies. */
const POSTING_SECTORS: Record<string, string> = {
  '11': 'Management',
  '11-2': 'Marketing',
  '11-3121': 'Human Resources',
  '13': 'Banking & Finance',
  '13-2011': 'Accounting',
  '13-1071': 'Human Resources',
  '13-1082': 'Project Management',
  '13-1161': 'Marketing',
  '15': 'Software Development',
  '15-1231': 'IT Operations & Helpdesk',
  '15-1232': 'IT Operations & Helpdesk',
  '15-1244': 'IT Operations & Helpdesk',
  '15-2': 'Mathematics',
  '17': 'Industrial Engineering',
  '17-1': 'Architecture',
  '17-2051': 'Civil Engineering',
  '17-207': 'Electrical Engineering',
  '19': 'Scientific Research & Development',
  '21': 'Community & Social Service',
  '23': 'Legal',
  '25': 'Education & Instruction',
  '27': 'Arts & Entertainment',
  '27-3': 'Media & Communications',
  '29': 'Medical Technician',
  '29-1141': 'Nursing',
  '29-2061': 'Nursing',
  '29-1171': 'Nursing',
  '29-12': 'Physicians & Surgeons',
  '29-1051': 'Pharmacy',
  '29-2052': 'Pharmacy',
  '29-102': 'Dental',
  '29-1292': 'Dental',
  '29-112': 'Therapy',
  '29-1131': 'Veterinary',
  '29-2056': 'Veterinary',
  '31': 'Personal Care & Home Health',
  '31-909': 'Medical Technician',
  '33': 'Security & Public Safety',
  '35': 'Food Preparation & Service',
  '37': 'Cleaning & Sanitation',
  '39': 'Beauty & Wellness',
  '39-9011': 'Childcare',
  '41': 'Sales',
  '41-2': 'Retail',
  '43': 'Administrative Assistance',
  '43-4051': 'Customer Service',
  '47': 'Construction',
  '49': 'Installation & Maintenance',
  '51': 'Production & Manufacturing',
  '53': 'Loading & Stocking',
  '53-3': 'Driving',
}

/** The sector with the longest matching prefix; null when there is none. */
export function postingSector(soc: string): string | null {
  for (let size = soc.length; size >= 2; size--) {
    const sector = POSTING_SECTORS[soc.slice(0, size)]
    if (sector) return sector
  }
  return null
}

/** The occupations that pay of remote work was measured on. */
const DATA_AND_AI = new Set(['15-2051', '15-1221', '15-2041', '15-2031', '15-1243', '15-1242'])

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
