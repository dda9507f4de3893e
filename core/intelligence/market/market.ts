/** The market for a role: outlook, postings, remote share, posted pay growth, sponsors, sectors. */
import type { Role } from '../catalog/catalog.ts'
import type { Outlook, References, SectorPay, SeriesPoint, SizeBand, Sponsor } from '../catalog/references.ts'

export type Market = {
  outlook: Outlook | null
  postings: { sector: string; latest: SeriesPoint; yearAgo: number | null } | null
  postedGrowth: { sector: string; latest: SeriesPoint } | null
  remoteShare: SeriesPoint | null
  remotePay: { differential: number; year: number; note: string } | null
  /** Most filings first, without those that filed fewer than `MIN_GROUP_SIZE`. */
  sponsors: readonly Sponsor[]
  sponsorSizes: readonly SizeBand[] | null
  sectors: readonly SectorPay[]
}

/** Indeed's sector of an occupation, by SOC prefix; the longest match applies. */
const POSTING_SECTORS: Record<string, string> = {
  '11': 'Management', '11-2': 'Marketing', '11-3121': 'Human Resources', '13': 'Banking & Finance', '13-2011': 'Accounting', '13-1071': 'Human Resources', '13-1082': 'Project Management',
  '13-1161': 'Marketing', '15': 'Software Development', '15-1231': 'IT Operations & Helpdesk', '15-1232': 'IT Operations & Helpdesk', '15-1244': 'IT Operations & Helpdesk', '15-2': 'Mathematics',
  '17': 'Industrial Engineering', '17-1': 'Architecture', '17-2051': 'Civil Engineering', '17-207': 'Electrical Engineering', '19': 'Scientific Research & Development', '21': 'Community & Social Service',
  '23': 'Legal', '25': 'Education & Instruction', '27': 'Arts & Entertainment', '27-3': 'Media & Communications', '29': 'Medical Technician', '29-1141': 'Nursing', '29-2061': 'Nursing', '29-1171': 'Nursing',
  '29-12': 'Physicians & Surgeons', '29-1051': 'Pharmacy', '29-2052': 'Pharmacy', '29-102': 'Dental', '29-1292': 'Dental', '29-112': 'Therapy', '29-1131': 'Veterinary', '29-2056': 'Veterinary',
  '31': 'Personal Care & Home Health', '31-909': 'Medical Technician', '33': 'Security & Public Safety', '35': 'Food Preparation & Service', '37': 'Cleaning & Sanitation', '39': 'Beauty & Wellness', '39-9011': 'Childcare',
  '41': 'Sales', '41-2': 'Retail', '43': 'Administrative Assistance', '43-4051': 'Customer Service', '47': 'Construction', '49': 'Installation & Maintenance', '51': 'Production & Manufacturing', '53': 'Loading & Stocking', '53-3': 'Driving',
} // prettier-ignore

/** The sector with the longest matching prefix; null when there is none. */
export function postingSector(soc: string): string | null {
  for (let size = soc.length; size >= 2; size--) {
    const sector = POSTING_SECTORS[soc.slice(0, size)]
    if (sector) return sector
  }
  return null
}

/** Major groups of professional work, where sponsor size is related to pay. */
const SPONSORED = new Set(['11', '13', '15', '17', '19', '23', '25', '29'])
const DATA_AND_AI = new Set(['15-2051', '15-1221', '15-2041', '15-2031', '15-1243', '15-1242'])

/** The market data for a role; a part without a source is null, never guessed. */
export function marketOf(references: References, role: Role): Market {
  const sector = postingSector(role.soc)
  const postings = sector ? (references.series('postings_index', sector) ?? []) : []
  const latest = postings[postings.length - 1]
  const own = sector ? references.series('posted_wage_growth', sector) : undefined
  const growth = own ?? references.series('posted_wage_growth', 'all') ?? []
  const growthLatest = growth[growth.length - 1]
  const remote = references.series('remote_share_pct', 'all') ?? []
  return {
    outlook: references.outlook.get(role.soc) ?? null,
    postings:
      sector && latest ? { sector, latest, yearAgo: postings[postings.length - 13]?.value ?? null } : null,
    postedGrowth: growthLatest ? { sector: own && sector ? sector : 'all', latest: growthLatest } : null,
    remoteShare: remote[remote.length - 1] ?? null,
    remotePay: remotePayOf(references, role),
    sponsors: shownSponsors(references.sponsors.get(role.soc) ?? []),
    sponsorSizes: SPONSORED.has(role.soc.slice(0, 2)) ? references.sizes : null,
    sectors: [...(references.sectors.get(role.soc) ?? [])].sort(
      (a, b) => (b.employment ?? 0) - (a.employment ?? 0),
    ),
  }
}

/** Employers with fewer filings are not named, and medians of fewer offers not shown. */
export const MIN_GROUP_SIZE = 5

const shownSponsors = (sponsors: readonly Sponsor[]): Sponsor[] =>
  sponsors
    .filter(({ filings }) => filings >= MIN_GROUP_SIZE)
    .map((sponsor) => (sponsor.offers < MIN_GROUP_SIZE ? { ...sponsor, median: null } : sponsor))

/** The year with the most offers; available for data and AI work only. */
function remotePayOf(references: References, role: Role): Market['remotePay'] {
  const best = [...references.remotePay].sort((a, b) => b.offers - a.offers)[0]
  if (!best || !DATA_AND_AI.has(role.soc)) return null
  const note =
    'Same title, level and year at aijobs.net. The 2024 rows come mostly from adverts, so the source mix moves this figure.'
  return { differential: best.differential, year: best.year, note }
}
