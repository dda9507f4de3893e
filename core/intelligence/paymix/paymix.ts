/** Total compensation: the bonus and equity added to base pay, modelled from dated self-reports. */
import type { Role } from '../catalog/catalog.ts'
import type { References } from '../catalog/references.ts'
import type { Band } from '../estimates/effects.ts'

type TotalPay = {
  base: number; bonus: number | null; equity: number | null
  /** Always null: no source with a suitable licence reports sign-on bonuses. */
  signing: null
  total: number
  kind: 'modelled'; confidence: 'low'
  /** The source of the shares, such as "Software Engineer, 62,000 self-reports 2017-2021". */
  basis: string
} // prettier-ignore

/** Job families of the self-reports, matched by title words or by occupation. */
const FAMILIES: readonly { family: string; words?: RegExp; socs?: readonly string[] }[] = [
  { family: 'Software Engineering Manager', words: /\b(engineering manager|software .*manager|manager software)\b/i },
  { family: 'Technical Program Manager', words: /\btechnical program manager\b/i },
  { family: 'Product Manager', words: /\bproduct (manager|owner)\b/i },
  { family: 'Product Designer', words: /\b(product|ux|ui) designer\b/i },
  { family: 'Hardware Engineer', socs: ['17-2061', '17-2072'] },
  { family: 'Data Scientist', socs: ['15-2051', '15-2041', '15-1221', '15-2031'] },
  { family: 'Software Engineer', socs: ['15-1252', '15-1254', '15-1251', '15-1253', '15-1299', '15-1212', '15-1241', '15-1243'] },
  { family: 'Mechanical Engineer', socs: ['17-2141', '17-2112', '17-2011'] },
  { family: 'Management Consultant', socs: ['13-1111'] },
  { family: 'Business Analyst', socs: ['15-1211', '13-2051', '13-1161'] },
  { family: 'Marketing', socs: ['11-2021', '11-2011'] },
  { family: 'Human Resources', socs: ['11-3121', '13-1071'] },
  { family: 'Recruiter', words: /\brecruiter\b/i },
  { family: 'Solution Architect', words: /\bsolutions? architect\b/i },
] // prettier-ignore

/** Industry whose share of extra pay is the fallback, by major occupation group; cash only, no equity. */
const INDUSTRIES: Record<string, string> = {
  '11': 'Business or Consulting', '13': 'Accounting, Banking & Finance', '15': 'Computing or Tech', '17': 'Engineering or Manufacturing',
  '19': 'Education (Higher Education)', '21': 'Social Work', '23': 'Law', '25': 'Education (Primary/Secondary)', '27': 'Media & Digital', '29': 'Health care',
  '31': 'Health care', '33': 'Government and Public Administration', '35': 'Hospitality & Events', '41': 'Retail', '43': 'Business or Consulting',
  '45': 'Agriculture or Forestry', '47': 'Property or Construction', '49': 'Engineering or Manufacturing', '51': 'Engineering or Manufacturing', '53': 'Transport or Logistics',
} // prettier-ignore

const YEARS: Record<Band, string> = { entry: '0-1', mid: '2-4', senior: '5-9', staff: '10+' }

/**
 * Adds bonus and equity to a base (dollars a year). OEWS pay already includes commissions and production
 * bonuses, so sales work gets no extra. Families with their own reports use the median share of base at that
 * experience; other work uses the industry's median extra pay times the share of people who receive any, and
 * no equity.
 */
export function totalPay(references: References, role: Role, base: number, band: Band | null): TotalPay {
  const { bonus, equity, basis } = sharesOf(references, role, band)
  const amounts = { bonus: amountOf(base, bonus), equity: amountOf(base, equity) }
  const total = base + (amounts.bonus ?? 0) + (amounts.equity ?? 0)
  return { base, ...amounts, signing: null, total, kind: 'modelled', confidence: 'low', basis }
}

const amountOf = (base: number, share: number | null): number | null =>
  share === null ? null : Math.round(base * share)

/** Bonus and equity as shares of base; null where no report covers them. */
type Shares = { bonus: number | null; equity: number | null; basis: string }

function sharesOf(references: References, role: Role, band: Band | null): Shares {
  const family = familyOf(role)
  const mix = family ? mixOf(references, family, band) : null
  if (mix) {
    const years = mix.years === 'all' ? 'all experience' : `${mix.years} years`
    const basis = `${mix.family}, ${years}, ${mix.rows} self-reports 2017-2021`
    return { bonus: mix.bonus.median, equity: mix.equity.median, basis }
  }
  if (role.soc.startsWith('41'))
    return { bonus: null, equity: null, basis: 'commissions are part of surveyed base pay' }
  const industry = references.extraPay.find((row) => row.industry === INDUSTRIES[role.soc.slice(0, 2)])
  if (!industry) return { bonus: null, equity: null, basis: 'no report covers this work' }
  const basis = `${industry.industry}, ${industry.rows} self-reports 2021`
  return { bonus: industry.share * industry.median, equity: null, basis }
}

function familyOf(role: Role): string | null {
  const known = FAMILIES.find(({ words, socs }) => words?.test(role.title) ?? socs?.includes(role.soc))
  return known?.family ?? null
}

function mixOf(references: References, family: string, band: Band | null) {
  const rows = references.payMix.filter((row) => row.family === family)
  return (
    rows.find((row) => band !== null && row.years === YEARS[band]) ??
    rows.find((row) => row.years === 'all') ??
    null
  )
}
