// `crm billing …`: plan, invoices and purchases; cards are entered on the processor's page, never in a terminal.
import { several } from '../../core/kernel/amounts.ts'
import * as billing from '../../core/billing/operations.ts'
import { reconcileBilling } from '../../core/billing/reconcile.ts'
import type { AnswerOf, Command } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { columnsOf } from '../ui/columns.ts'
import { timeColumn } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'
import { buy, purchases, cancel, change, reactivate, refund, subscribe } from './billing-change.ts'
import { doing } from './doing.ts'
import { flag, flagFor } from './flags.ts'
import type { Billing, Invoice } from '../../core/billing/records.ts'
import { wrapped } from '../ui/width.ts'

type Plans = AnswerOf<typeof billing.listPlans>

type PlanRow = Plans['plans'][number]

const priceOf = ({ amountCents, currency, interval }: PlanRow): string =>
  interval ? `${money(amountCents, currency)} a ${interval}` : 'nothing'

function savingOf(plan: PlanRow, all: readonly PlanRow[]): string {
  const monthly = all.find(({ tier, interval }) => tier === plan.tier && interval === 'month')
  if (plan.interval !== 'year' || !monthly) return ''
  return `(${money(monthly.amountCents * 12 - plan.amountCents, plan.currency)} less than by the month)`
}

function comparison(rows: readonly PlanRow[], items: Plans['items'], width: number): string {
  const nothingSold = rows.every(({ tier, available }) => tier === 'free' || !available)
  const lines: string[] = nothingSold
    ? ['This server takes no payments; this is what there is elsewhere.', '']
    : []
  for (const tier of ['free', 'pro', 'ultra']) {
    const mine = rows.filter((row) => row.tier === tier)
    lines.push(`${tier.charAt(0).toUpperCase()}${tier.slice(1)}`)
    for (const row of mine) {
      const off = row.available || nothingSold ? '' : '  (not on this server)'
      lines.push(`  ${row.plan.padEnd(14)} ${priceOf(row)} ${savingOf(row, rows)}${off}`.trimEnd())
    }
    for (const feature of mine[0]?.features ?? [])
      lines.push(...wrapped(feature, width - 6).map((line, at) => `  ${at ? '  ' : '· '}${line}`))
    lines.push('')
  }
  lines.push('Once, for Pro and Ultra')
  for (const { item, label, amountCents, currency } of items)
    lines.push(`  ${item.padEnd(21)} ${money(amountCents, currency).padStart(6)}  ${label}`)
  return `${lines.join('\n')}\n`
}

const plans = doing({
  name: 'plans',
  about: 'Compare the plans and the one-time items.',
  op: billing.listPlans,
  examples: ['crm billing plans', 'crm billing plans --json'],
  after(answer, _, { out }) {
    if (out.json) return out.done(answer, '')
    out.raw(comparison(answer.plans, answer.items, Math.min(out.look.width, 80)))
  },
})

const day = (iso: string | null): string | null => iso && localDay(iso)

function nextOf({ subscription, paymentMethod }: Billing): string | null {
  if (!subscription) return null
  const { status, cancel_at_period_end: ends, current_period_end: end } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') return null
  if (ends) return `ends on ${day(end)}; crm billing reactivate keeps it`
  if (status === 'past_due') return 'a payment was missed: crm billing payment-method'
  if (status === 'incomplete') return 'waits for its first payment'
  return `charged on ${day(end)}${paymentMethod ? ` to ${paymentMethod.brand} …${paymentMethod.last4}` : ''}`
}

const cardLine = ({ paymentMethod: card }: Billing): string | null =>
  card && `${card.brand} …${card.last4}, until ${String(card.expMonth).padStart(2, '0')}/${card.expYear}`

const subscription = doing({
  name: 'subscription',
  about: 'Show your plan, your card and the next charge.',
  op: billing.getBilling,
  examples: ['crm billing subscription'],
  after(answer, _, { out }) {
    const { subscription: held, adminTier, invoices: all, balance } = answer
    const plan = held ? `${held.plan} (${held.status})` : adminTier ? null : 'free'
    const debt = balance.debtCents
      ? `${money(balance.debtCents)} of AI budget; the next budget pays it`
      : null
    out.record(answer, [
      ['plan', plan],
      ['administrator', adminTier ? `${adminTier} for good, without a subscription` : null],
      ['since', day(held?.created_at ?? null)],
      ['next', nextOf(answer)],
      ['card', cardLine(answer)],
      ['address', addressLine(answer)],
      ['AI budget', balance.budgetCents ? money(balance.budgetCents) : null],
      ['debt', debt],
      ['credit', balance.creditCents ? `${money(balance.creditCents)}, used before the card` : null],
      ['items', balance.items ? `${balance.items}; crm billing purchases lists them` : null],
      ['invoices', all.length ? `${all.length}; crm billing invoices lists them` : null],
    ])
  },
})

const addressLine = ({ billingAddress: at }: Billing): string | null =>
  at && [at.line1, at.city, at.state, at.postal_code, at.country].filter(Boolean).join(', ')

const COLUMNS = columnsOf<Invoice>({
  invoice: { value: ({ id }) => id, minWidth: 12, yields: 2, paint: 'dim' },
  date: timeColumn('DATE', ({ created_at: at }) => at, {}, localDay),
  status: { paint: ({ status }) => (status === 'paid' ? 'green' : status === 'open' ? 'yellow' : 'dim') },
  total: { align: 'right', value: ({ total, currency }) => money(total ?? 0, currency) },
  paid: { align: 'right', value: ({ amount_paid: paid, currency }) => money(paid, currency) },
  refunded: {
    ...{ align: 'right', yields: 1 },
    value: ({ amount_refunded: back, currency }) => (back ? money(back, currency) : null),
  },
})

const invoices = doing({
  name: 'invoices',
  about: 'List your invoices, newest first.',
  op: billing.getBilling,
  examples: ['crm billing invoices'],
  after: ({ invoices }, _, { out }) => out.list({ invoices }, invoices, COLUMNS, 'No invoices yet.'),
})

const card: Command = {
  name: 'payment-method',
  about: 'Change your card on the payment processor’s page, or to an existing payment method.',
  operation: 'billing.card',
  args: [{ name: 'id?', about: 'The processor’s payment method id: pm_…' }],
  examples: ['crm billing payment-method', 'crm billing payment-method pm_1Nq…'],
  async run({ args, client, out }) {
    const paymentMethodId = args[0]
    if (paymentMethodId !== undefined)
      return out.done(await client.call(billing.replaceCard, { paymentMethodId }), 'Your card is changed.')
    const { url } = await client.call(billing.portal, {})
    out.note('Enter the new card on the payment processor’s page:')
    out.done({ url }, url)
  },
}

const portal = doing({
  name: 'portal',
  about: 'Open the payment processor’s portal for cards and invoices.',
  op: billing.portal,
  before: () => 'This link works for a few minutes:',
  said: ({ url }) => url,
})

const address = doing({
  name: 'address',
  about: 'Set your billing address, used for automatic tax.',
  op: billing.setAddress,
  args: [
    { name: 'line1', about: 'Street and number.' },
    { name: 'country', about: 'Two-letter country code, such as US.' },
  ],
  flags: [
    flag('--city <city>', 'The city.'),
    flag('--state <state>', 'The state.'),
    flagFor('postal_code', '--postal-code <code>', 'The postal code.'),
  ],
  examples: ['crm billing address "1 Main St" US --city Reno --postal-code 89501'],
  input: ({ args: [line1, country] }, _, said) => ({ line1, country, ...said }),
  said: () => 'Your address is kept.',
})

const LEDGER = columnsOf<AnswerOf<typeof billing.getLedger>['entries'][number]>({
  date: timeColumn('DATE', ({ at }) => at, {}, localDay),
  kind: {},
  amount: { align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
  reason: { value: ({ reason, status }) => (status === 'pending' ? `${reason} (pending)` : reason) },
  stripe: { value: ({ stripeId }) => stripeId, yields: 1, paint: 'dim' },
})

const ledger = doing({
  name: 'ledger',
  about: 'List every charge, refund and credit with its reason.',
  op: billing.getLedger,
  examples: ['crm billing ledger', 'crm billing ledger --json'],
  after: (answer, _, { out }) => out.list(answer, answer.entries, LEDGER, 'Nothing was charged yet.'),
})

const MENDED = columnsOf<AnswerOf<typeof reconcileBilling>['mended'][number]>({
  user: { value: ({ userId }) => userId, minWidth: 8, yields: 1, paint: 'dim' },
  ...{ what: {}, was: {}, is: { paint: 'green' } },
})

const reconcile = doing({
  name: 'reconcile',
  about: 'Reconcile all billing with the payment processor; administrators only.',
  op: reconcileBilling,
  after(report, _, { out }) {
    out.list(report, report.mended, MENDED, 'Everything was as the processor has it.')
    out.note(
      `${several(report.customers, 'customer')} compared, ${several(report.mended.length, 'difference')} mended` +
        `${report.failed ? `, ${report.failed} could not be compared` : ''}` +
        `${report.stuckEvents ? `; ${several(report.stuckEvents, 'event')} waiting` : ''}.`,
    )
  },
})

export const commands: Command[] = [
  ...[plans, subscription, subscribe, change, cancel, reactivate, refund, invoices, ledger, buy, purchases],
  ...[card, portal, address, reconcile],
]
