// `crm billing subscribe|change|cancel|reactivate|refund`:
// anything that costs money shows the amount and asks first.
import { isOneOf } from '../../core/kernel/narrow.ts'
import {
  cancel as cancelOp,
  changeTo,
  getBilling,
  listPlans,
  openCheckout,
  previewPlan,
  reactivate as reactivateOp,
  refund as refundOp,
  subscribe as subscribeOp,
} from '../../core/billing/operations.ts'
import { PLAN_WORDS, type PlanWord } from '../../core/billing/plans.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { isAgreed } from './agreement.ts'
import { oneAmong } from '../../core/references/resolve.ts'
import { localDay } from '../ui/time.ts'

const PLAN = { name: 'plan', about: 'pro-monthly, pro-yearly, ultra-monthly or ultra-yearly.' }

function planIn(text: string | undefined): PlanWord {
  const word = text?.toLowerCase()
  if (isOneOf(PLAN_WORDS, word)) return word
  return fail('usage', { problem: `“${text ?? ''}” is no plan. Plans: ${PLAN_WORDS.join(', ')}.` })
}

export const YES = { flags: '-y, --yes', about: 'Do not ask for confirmation.' }

/** Card numbers are entered only on the processor's page, and nothing is charged before that. */
async function openPage({ client, out }: Run, plan: PlanWord): Promise<void> {
  const page = await client.call(openCheckout, { plan })
  out.note('Subscribe on the payment processor’s page:')
  out.done(page, page.url)
}

export const subscribe: Command = {
  name: 'subscribe',
  about: 'Subscribe to a plan on the payment processor’s page, or with an existing payment method.',
  operation: 'billing.subscribe',
  args: [PLAN],
  options: [
    { flags: '--payment-method <id>', about: 'The processor’s payment method id: pm_…' },
    { flags: '--coupon <id>', about: 'A coupon id.' },
    YES,
  ],
  dryRun: true,
  examples: [
    'crm billing subscribe pro-monthly',
    'crm billing subscribe pro-monthly --payment-method pm_1Nq…',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const plan = planIn(args[0])
    const paymentMethodId = textOf(options, 'paymentMethod')
    if (paymentMethodId === undefined) return openPage(call, plan)
    const { plans } = await client.call(listPlans, {})
    const price = plans.find((one) => one.plan === (plan.includes('-') ? plan : `pro-${plan}`))
    const cost = price ? `${money(price.amountCents, price.currency)} a ${price.interval}` : plan
    const couponId = textOf(options, 'coupon')
    const input = { plan, paymentMethodId, ...(couponId !== undefined && { couponId }) }
    const act = `subscribe to ${plan} for ${cost}`
    if (!(await isAgreed(call, { action: 'Subscribing', act, shown: input, nothing: 'changed' }))) return
    const made = await client.call(subscribeOp, input)
    if (made.status === 'requires_action') {
      out.note('Your bank requires authentication (3-D Secure). Complete it on this page:')
      return out.done(made, made.hostedInvoiceUrl ?? made.subscriptionId)
    }
    const sentence =
      made.status === 'incomplete'
        ? 'The card was declined. Nothing is charged; subscribe again with another.'
        : `You are on ${plan}.`
    out.done(made, sentence)
  },
}

function previewText(
  lines: readonly { description: string; amount: number; currency: string }[],
  total: number,
  currency: string,
): string {
  const wide = Math.max(...lines.map(({ description }) => description.length), 12)
  const line = (name: string, amount: number) =>
    `  ${name.padEnd(wide)}  ${money(amount, currency).padStart(11)}`
  const name = total < 0 ? 'Credited' : 'Charged now'
  return [
    ...lines.map(({ description, amount }) => line(description, amount)),
    line(name, Math.abs(total)),
  ].join('\n')
}

export const change: Command = {
  name: 'change',
  about: 'Change plan; shows the cost and asks first.',
  operation: 'billing.change',
  args: [PLAN],
  options: [YES],
  dryRun: true,
  examples: ['crm billing change ultra-monthly', 'crm billing change pro-yearly --dry-run'],
  async run(call) {
    const { args, options, client, out } = call
    const plan = planIn(args[0])
    const preview = await client.call(previewPlan, { plan })
    const { lineItems, immediateAmount: total, currency } = preview
    const shown = previewText(lineItems, total, currency)
    if (!out.json && !isOn(options, 'dryRun')) out.note(shown)
    const step = { action: 'Changing your plan', act: `change to ${plan}`, would: shown, shown: preview }
    if (!(await isAgreed(call, { ...step, nothing: 'changed' }))) return
    const changed = await client.call(changeTo, { plan })
    out.done(changed, `You are on ${changed.plan}.`)
  },
}

export const cancel: Command = {
  name: 'cancel',
  about: 'Cancel your subscription at the end of the paid period.',
  operation: 'billing.cancel',
  options: [YES],
  dryRun: true,
  async run(call) {
    const { client, out } = call
    const act = 'cancel your subscription at the end of the period'
    if (!(await isAgreed(call, { action: 'Cancelling', act, shown: {}, nothing: 'changed' }))) return
    const cancelled = await client.call(cancelOp, {})
    const until = cancelled.currentPeriodEnd && localDay(cancelled.currentPeriodEnd)
    out.done(
      cancelled,
      `Cancelled. You keep your plan${until ? ` until ${until}` : ' to the end of the period'}.`,
    )
  },
}

export const reactivate: Command = {
  name: 'reactivate',
  about: 'Undo the cancellation of your subscription.',
  operation: 'billing.reactivate',
  async run({ client, out }) {
    out.done(await client.call(reactivateOp, {}), 'Your subscription continues.')
  },
}

export const refund: Command = {
  name: 'refund',
  about: 'Refund an invoice in full (default: the latest paid one).',
  operation: 'billing.refund',
  args: [{ name: 'invoice?', about: 'Its id or short id, as crm billing invoices shows it.' }],
  options: [YES],
  dryRun: true,
  async run(call) {
    const { args, client, out } = call
    const { invoices } = await client.call(getBilling, {})
    const wanted = args[0]
    const found = wanted
      ? oneAmong(
          wanted,
          invoices.map((one) => ({ ...one, name: one.id })),
          () => fail('invoice_not_found', { which: ` ${wanted}` }),
        )
      : invoices.find(({ status, amount_paid: paid }) => paid > 0 && /paid|refunded/.test(status))
    const what = found
      ? `${money(found.amount_paid - found.amount_refunded, found.currency)} of ${found.id}`
      : 'the latest paid invoice'
    const invoiceId = found?.id
    const input = invoiceId === undefined ? {} : { invoiceId }
    const step = { action: 'Refunding', act: `refund ${what}`, shown: input, nothing: 'changed' }
    if (!(await isAgreed(call, step))) return
    const back = await client.call(refundOp, input)
    out.done(back, `${money(back.amount, found?.currency)} go back to your card: ${back.status}.`)
  },
}
