// An offer's parts as short text, in its own currency.
import { baseText } from '../../core/reading/compensation.ts'
import { inCents } from '../../core/kernel/amounts.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { localZone } from '../../core/kernel/zone.ts'
import type { Terms } from '../../core/offers/fields.ts'

/** `185,000 USD`, `99,000.50 EUR`; only the amount if the currency is unknown. */
export const moneyText = (amount: number, currency: string | undefined): string => {
  const figure = inCents(amount)
  return currency ? `${figure} ${currency}` : figure
}

const bonusText = ({ percent, amount, kind }: NonNullable<Terms['bonus']>, currency: string): string =>
  `${percent === undefined ? moneyText(amount ?? 0, currency) : `${percent} %`} ${kind}`

function equityText({
  kind,
  value,
  currency,
  years,
  cliffMonths,
  schedule,
}: NonNullable<Terms['equity']>): string {
  const parts = [
    `${value === null ? 'unknown value' : moneyText(value, currency)} in ${kind}`,
    // A reading of an offer may lack `years`.
    typeof years === 'number' && `over ${years} years`,
    cliffMonths !== null && cliffMonths > 0 && `cliff of ${cliffMonths} months`,
    schedule && schedule.map((percent) => `${percent} %`).join(' / '),
  ]
  return parts.filter(Boolean).join(', ')
}

type SomeTerms = { [Field in keyof Terms]?: Terms[Field] | undefined }

const isNone = (value: unknown): value is null | undefined => value === null || value === undefined

/** Every part of an offer by its name; null if it is not known. */
export function termLines(terms: SomeTerms, currency: string): [string, string | null][] {
  const { base, bonus, equity, benefits = [], remote } = terms
  const money = (amount: number | null | undefined) => (isNone(amount) ? null : moneyText(amount, currency))
  const plain = (value: string | number | null | undefined, unit = '') =>
    isNone(value) ? null : `${value}${unit}`
  return [
    ['base', base ? baseText(base) : null],
    ['bonus', bonus ? bonusText(bonus, currency) : null],
    ['equity', equity ? equityText(equity) : null],
    ['signing', money(terms.signing)],
    ['clawback', plain(terms.signingClawbackMonths, ' months')],
    ['relocation', money(terms.relocation)],
    ['retirement', plain(terms.retirementMatchPercent, ' % of the base')],
    ['hours', plain(terms.hoursPerWeek, ' a week')],
    ['days off', plain(terms.ptoDays, ' a year')],
    [
      'benefits',
      benefits
        .map(({ name, value }) => (value === undefined ? name : `${name} (${money(value)})`))
        .join(', ') || null,
    ],
    ['location', plain(terms.location)],
    ['remote', isNone(remote) ? null : remote ? 'yes' : 'no'],
    ['start', plain(terms.startDate)],
    ['level', plain(terms.level)],
    ['notes', plain(terms.notes)],
  ]
}

/** The parts and the deadline in one line, without a full stop. */
export const termsText = (
  terms: SomeTerms & { deadline?: string | null | undefined },
  currency: string,
): string => {
  const { deadline } = terms
  const due = deadline ? showInstant(deadline, new Date(), localZone(), 'date') : null
  const lines = termLines(terms, currency)
  // The notes come last.
  lines.splice(-1, 0, ['answer by', due])
  return lines
    .flatMap(([label, value]) => (value === null ? [] : [label === 'base' ? value : `${label} ${value}`]))
    .join(', ')
    .replace(/\.$/, '')
}
