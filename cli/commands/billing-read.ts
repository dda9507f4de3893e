// `crm billing plans|subscription|invoices`: what is for sale, and the user's subscription and invoices.
import { must } from '../../core/kernel/must.ts'
import { getBilling, listPlans } from '../../core/billing/operations.ts'
import type { Billing, Invoice } from '../../core/billing/records.ts'
import type { Command } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { timeColumn, type Column } from '../ui/table.ts'
import { wrapped } from '../ui/wrap.ts'
import { localDay } from '../ui/time.ts'

const TIER_NAMES: Record<string, string> = { free: 'Free', pro: 'Pro', ultra: 'Ultra' }

interface PlanRow {
  plan: string
  tier: string
  interval: string | null
  amountCents: number
  currency: string
  features: string[]
  available: boolean
}

const priceOf = ({ amountCents, currency, interval }: PlanRow): string =>
  interval ? `${money(amountCents, currency)} a ${interval}` : 'nothing'

function savingOf(plan: PlanRow, all: readonly PlanRow[]): string {
  const monthly = all.find(({ tier, interval }) => tier === plan.tier && interval === 'month')
  if (plan.interval !== 'year' || !monthly) return ''
  return `(${money(monthly.amountCents * 12 - plan.amountCents, plan.currency)} less than by the month)`
}

function comparison(
  rows: readonly PlanRow[],
  items: readonly { item: string; label: string; amountCents: number; currency: string }[],
  width: number,
): string {
  const nothingSold = rows.every(({ tier, available }) => tier === 'free' || !available)
  const lines: string[] = nothingSold
    ? ['This server takes no payments; this is what there is elsewhere.', '']
    : []
  for (const tier of ['free', 'pro', 'ultra']) {
    const mine = rows.filter((row) => row.tier === tier)
    lines.push(must(TIER_NAMES[tier]))
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

export const plans: Command = {
  name: 'plans',
  about: 'Compare the plans and the one-time items.',
  operation: 'billing.plans',
  examples: ['crm billing plans', 'crm billing plans --json'],
  async run({ client, out }) {
    const answer = await client.call(listPlans, {})
    if (out.json) return out.done(answer, '')
    out.raw(comparison(answer.plans, answer.items, Math.min(out.look.width, 80)))
  },
}

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

export const subscription: Command = {
  name: 'subscription',
  about: 'Show your plan, your card and the next charge.',
  operation: 'billing.subscription',
  examples: ['crm billing subscription'],
  async run({ client, out }) {
    const billing = await client.call(getBilling, {})
    const { subscription: held, adminTier, invoices: all, balance } = billing
    const plan = held ? `${held.plan} (${held.status})` : adminTier ? null : 'free'
    out.record(billing, [
      ['plan', plan],
      ['administrator', adminTier ? `${adminTier} for good, without a subscription` : null],
      ['since', day(held?.created_at ?? null)],
      ['next', nextOf(billing)],
      ['card', cardLine(billing)],
      ['address', addressLine(billing)],
      ['AI budget', balance.budgetCents ? money(balance.budgetCents) : null],
      [
        'debt',
        balance.debtCents ? `${money(balance.debtCents)} of AI budget; the next budget pays it` : null,
      ],
      ['credit', balance.creditCents ? `${money(balance.creditCents)}, used before the card` : null],
      ['items', balance.items ? `${balance.items}; crm billing purchases lists them` : null],
      ['invoices', all.length ? `${all.length}; crm billing invoices lists them` : null],
    ])
  },
}

const addressLine = ({ billingAddress: at }: Billing): string | null =>
  at && [at.line1, at.city, at.state, at.postal_code, at.country].filter(Boolean).join(', ')

const COLUMNS: Column<Invoice>[] = [
  { title: 'INVOICE', value: ({ id }) => id, minWidth: 12, yields: 2, paint: () => 'dim' },
  timeColumn('DATE', ({ created_at: at }) => at, {}, localDay),
  {
    title: 'STATUS',
    value: ({ status }) => status,
    paint: ({ status }) => (status === 'paid' ? 'green' : status === 'open' ? 'yellow' : 'dim'),
  },
  { title: 'TOTAL', align: 'right', value: ({ total, currency }) => money(total ?? 0, currency) },
  { title: 'PAID', align: 'right', value: ({ amount_paid: paid, currency }) => money(paid, currency) },
  {
    title: 'REFUNDED',
    align: 'right',
    value: ({ amount_refunded: back, currency }) => (back ? money(back, currency) : null),
    yields: 1,
  },
]

export const invoices: Command = {
  name: 'invoices',
  about: 'List your invoices, newest first.',
  operation: 'billing.subscription',
  examples: ['crm billing invoices'],
  async run({ client, out }) {
    const billing = await client.call(getBilling, {})
    out.list({ invoices: billing.invoices }, billing.invoices, COLUMNS, 'No invoices yet.')
  },
}
