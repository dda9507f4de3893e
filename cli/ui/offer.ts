// An offer's parts as short text, in its own currency.
import { baseText } from '../../core/reading/compensation.ts'
import { inCents } from '../../core/kernel/amounts.ts'
import { MONEY, TERMS, type Terms } from '../../core/offers/fields.ts'
import { keysOf } from '../../core/kernel/narrow.ts'
import { labelOf } from '../../core/kernel/record.ts'
import { momentText } from './time.ts'

/** `185,000 USD`, `99,000.50 EUR`; only the amount if the currency is unknown. */
export const moneyText = (amount: number, currency: string | undefined): string => {
  const figure = inCents(amount)
  return currency ? `${figure} ${currency}` : figure
}

// The words of a change may name no kind.
const bonusText = ({ percent, amount, kind }: NonNullable<Terms['bonus']>, currency: string): string =>
  [percent === undefined ? moneyText(amount ?? 0, currency) : `${percent} %`, kind].filter(Boolean).join(' ')

function equityText(equity: NonNullable<Terms['equity']>): string {
  const { kind, value, currency, years, cliffMonths, schedule } = equity
  const parts = [
    [value === null ? 'unknown value' : moneyText(value, currency), kind].filter(Boolean).join(' in '),
    // A reading of an offer may lack `years`.
    typeof years === 'number' && `over ${years} years`,
    cliffMonths !== null && cliffMonths > 0 && `cliff of ${cliffMonths} months`,
    schedule && schedule.map((percent) => `${percent} %`).join(' / '),
  ]
  return parts.filter(Boolean).join(', ')
}

type SomeTerms = { [Field in keyof Terms]?: Terms[Field] | undefined }

function termText(name: keyof Terms, terms: SomeTerms, currency: string): string | null {
  const { base, bonus, equity, benefits = [] } = terms
  if (name === 'base') return base ? baseText(base) : null
  if (name === 'bonus') return bonus ? bonusText(bonus, currency) : null
  if (name === 'equity') return equity ? equityText(equity) : null
  if (name === 'benefits')
    return (
      benefits
        .map(({ name: one, value }) => (value === undefined ? one : `${one} (${moneyText(value, currency)})`))
        .join(', ') || null
    )
  const value = terms[name]
  const { unit = '' } = TERMS.fields[name]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return null
  return unit === MONEY ? moneyText(Number(value), currency) : `${value}${unit}`
}

/** Every part of an offer but its deadline, by its name; null if it is not known. */
export const termLines = (terms: SomeTerms, currency: string): [string, string | null][] =>
  keysOf(TERMS.fields)
    .filter((name) => name !== 'deadline')
    .map((name) => [labelOf(TERMS, name), termText(name, terms, currency)])

/** The parts and the deadline in one line, without a full stop. */
export const termsText = (
  terms: SomeTerms & { deadline?: string | null | undefined },
  currency: string,
): string => {
  const { deadline } = terms
  const due = deadline ? momentText(deadline, 'date') : null
  const lines = termLines(terms, currency)
  // The notes come last.
  lines.splice(-1, 0, ['answer by', due])
  return lines
    .flatMap(([label, value]) => (value === null ? [] : [label === 'base' ? value : `${label} ${value}`]))
    .join(', ')
    .replace(/\.$/, '')
}
