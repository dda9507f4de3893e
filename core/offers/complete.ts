// Fills in the currency, period and other terms that an offer leaves out. If a default could be wrong, the missing field is an error.
import { annualise } from '../reading/compensation.ts'
import { currencyCodes } from '../reading/currencies.ts'
import { isBelievable, isBelievableInData, isSurelyYearly } from '../reading/belief.ts'
import type { Issue } from '../kernel/errors.ts'
import { cleaned, filled } from '../kernel/record.ts'
import { invalidInput } from '../kernel/schema.ts'
import { TERMS, type Terms, type TermsChange } from './fields.ts'

interface KnownTerms {
  terms?: Terms | undefined
  jobCurrency: string | null
}

/** Completes the given fields; null for benefits is an empty list. Throws `invalid_input` listing what is missing or contradictory. */
export function completeTerms(terms: TermsChange, known: KnownTerms): Partial<Terms> {
  const issues: Issue[] = []
  const say = (path: string, message: string) => void issues.push({ path, message })
  const { base: named, bonus, equity, benefits, ...plain } = terms
  const base = named && baseOf(named, known, say)
  const currency = base?.currency ?? known.terms?.base.currency ?? ''
  const fields: Partial<Terms> = {
    ...cleaned(TERMS, plain),
    ...(benefits !== undefined && { benefits: (benefits ?? []).map(benefitOf) }),
    ...(base && { base }),
    ...(bonus !== undefined && { bonus: bonus && bonusOf(bonus, known, say) }),
    ...(equity !== undefined && { equity: equity && equityOf(equity, known, currency, say) }),
  }
  if (issues.length) throw invalidInput(issues)
  return fields
}

/** The terms of a new offer. Fields that were not given are null. */
export const wholeTerms = (fields: Partial<Terms> & Pick<Terms, 'base'>): Terms => ({
  ...filled(TERMS, fields),
  benefits: fields.benefits ?? [],
})

type ReportIssue = (path: string, message: string) => void

const benefitOf = ({ name, value }: { name: string; value?: number | undefined }) => ({
  name: name.trim(),
  ...(value !== undefined && { value }),
})

function baseOf(base: Given<'base'>, known: KnownTerms, say: ReportIssue): Terms['base'] {
  const currency = base.currency ?? known.terms?.base.currency ?? known.jobCurrency
  if (currency === null)
    say('base.currency', 'is missing, and the job’s pay has none. Add one, such as USD or EUR')
  const { amount } = base
  const kept = known.terms?.base
  const fits = [isBelievable, isBelievableInData].every((can) => can(amount, kept?.period ?? null, currency))
  const period = base.period ?? (fits || amount === kept?.amount ? kept?.period : undefined)
  // From 50 an hour to 120,000 is a change to yearly pay; from 24,000 a month to 26,000 need not be.
  const before = kept && annualise({ ...kept, min: kept.amount, max: kept.amount })?.max
  const isNear = !before || (amount >= before / 2 && amount <= before * 2)
  if (period === undefined && !(isSurelyYearly(amount, currency) && isNear))
    say(
      'base.period',
      `must be stated: ${base.amount} may be for less than a year. Choose year, month, week, day or hour`,
    )
  if (base.amount === 0) say('base.amount', 'must be more than 0')
  checkCurrency('base.currency', currency, say)
  return { amount: base.amount, currency: currency ?? '', period: period ?? 'year' }
}

function checkCurrency(path: string, code: string | null, say: ReportIssue): void {
  if (code !== null && code !== '' && !currencyCodes.has(code))
    say(path, `${code} is no currency in circulation`)
}

type Given<Name extends keyof TermsChange> = NonNullable<TermsChange[Name]>

function bonusOf(bonus: Given<'bonus'>, { terms }: KnownTerms, say: ReportIssue) {
  const { percent, amount, kind = terms?.bonus?.kind ?? 'target' } = bonus
  if ((percent === undefined) === (amount === undefined))
    say('bonus', 'needs either a percent or an amount, not both')
  return { ...(percent !== undefined && { percent }), ...(amount !== undefined && { amount }), kind }
}

/** What a change does not name of the grant stays, unless it is another kind of grant. */
function equityOf(equity: Given<'equity'>, { terms }: KnownTerms, baseCurrency: string, say: ReportIssue) {
  const same = (equity.kind ?? terms?.equity?.kind) === terms?.equity?.kind ? terms?.equity : null
  const own = same?.currency === terms?.base.currency ? undefined : same?.currency
  const { kind = same?.kind ?? 'rsu', value = same?.value ?? null } = equity
  const { cliffMonths = same?.cliffMonths ?? null, currency = own ?? baseCurrency } = equity
  const kept = equity.years === undefined ? (same?.years ?? null) : equity.years
  const years = equity.years ?? equity.schedule?.length ?? kept
  const schedule = equity.schedule ?? (same?.schedule?.length === years ? same.schedule : undefined)
  checkCurrency('equity.currency', currency, say)
  if (schedule && schedule.length !== years)
    say('equity.schedule', `has ${schedule.length} years, not ${years}`)
  const sum = schedule?.reduce((all, percent) => all + Math.round(percent * 100), 0)
  if (sum !== undefined && sum !== 10_000) say('equity.schedule', `sums to ${sum / 100}, not to 100`)
  if (years !== null && cliffMonths !== null && cliffMonths > years * 12)
    say('equity.cliffMonths', 'is longer than the vesting')
  return { kind, value, currency, years, cliffMonths, ...(schedule && { schedule }) }
}
