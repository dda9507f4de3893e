/** Total compensation: bonus and equity on top of base pay, modelled from dated self-reports. */
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { Role } from '../file/catalog.ts'
import type { Estimate } from '../estimates/estimate.ts'
import type { References } from '../file/references.ts'
import type { Experience } from '../words/experience.ts'

/**
 * The job family of a role in the self-reports, by title words and occupation. A judgement. The first matching rule wins,
 * so words precede whole occupations: a recruiter is not read as a human resources specialist. Reports come from technology
 * firms. Work without reports has neither bonus nor equity.
 */
const FAMILIES = judgements.pay_families.map(({ words, ...rule }) => ({
  ...rule,
  words: words === undefined ? undefined : new RegExp(words, 'i'),
}))

const YEARS: Record<Experience, string> = {
  entry: '0-1',
  mid: '2-4',
  senior: '5-9',
  staff: '10+',
  principal: '10+',
}

/** If an occupation pays less than this share of the nation's median, few firms grant equity. Our judgement. */
const LEAST_WITH_EQUITY = 0.9

/**
 * Adds bonus and equity to a base (dollars a year): their median shares of base in the self-reports of the role's job family
 * at that experience. OEWS pay includes commissions. No licensed source reports sign-on bonuses, so `signing` is null.
 * `basis` names the reports: "Software Engineer, 5-9 years, 62000 self-reports 2017-2021".
 */
export function totalPay(
  references: References,
  { role, experience, wageMultiplier }: Pick<Estimate, 'role' | 'experience' | 'wageMultiplier'>,
  base: number,
) {
  const { bonus, equity, basis } = sharesOf(references, role, experience, wageMultiplier < LEAST_WITH_EQUITY)
  const amounts = { bonus: amountOf(base, bonus), equity: amountOf(base, equity) }
  const total = base + (amounts.bonus ?? 0) + (amounts.equity ?? 0)
  const nature = { kind: 'modelled', confidence: 'low' } as const
  return { base, ...amounts, signing: null, total, ...nature, basis }
}

const amountOf = (base: number, share: number | null): number | null =>
  share === null ? null : Math.round(base * share)

function sharesOf(references: References, role: Role, band: Experience | null, isPaidLess: boolean) {
  const family = familyOf(role)
  const mix = family ? mixOf(references, family, band) : null
  if (!mix) {
    const why = role.soc.startsWith('41')
      ? 'commissions are part of surveyed base pay'
      : 'no report covers this work'
    return { bonus: null, equity: null, basis: why }
  }
  const years = mix.years === 'all' ? 'all experience' : `${mix.years} years`
  const basis = `${mix.family}, ${years}, ${mix.rows} self-reports 2017-2021`
  const why = '; no equity, because this work is paid over a tenth less here than in the nation'
  return { bonus: mix.bonus, equity: isPaidLess ? null : mix.equity, basis: basis + (isPaidLess ? why : '') }
}

const familyOf = ({ title, soc }: Role): string | undefined =>
  FAMILIES.find(({ words, socs }) => (words?.test(title) ?? true) && (socs?.includes(soc) ?? true))?.family

function mixOf(references: References, family: string, band: Experience | null) {
  const rows = references.payMix().filter((row) => row.family === family)
  return (
    rows.find((row) => band !== null && row.years === YEARS[band]) ??
    rows.find((row) => row.years === 'all') ??
    null
  )
}
