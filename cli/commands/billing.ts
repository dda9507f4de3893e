// `crm billing …`: plan, invoices and purchases; cards are entered on the processor's page, never in a terminal.
import { getLedger, portal as portalOp, replaceCard, setAddress } from '../../core/billing/operations.ts'
import { reconcileBilling } from '../../core/billing/reconcile.ts'
import type { Command } from '../command.ts'
import { chargedText as money } from '../../core/reading/currencies.ts'
import { timeColumn, type Column } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'
import { buy, purchases } from './billing-buy.ts'
import { cancel, change, reactivate, refund, subscribe } from './billing-change.ts'
import { invoices, plans, subscription } from './billing-read.ts'
import { fieldsIn, flag } from './flags.ts'

const card: Command = {
  name: 'payment-method',
  about: 'Change your card on the payment processor’s page, or to an existing payment method.',
  operation: 'billing.card',
  args: [{ name: 'id?', about: 'The processor’s payment method id: pm_…' }],
  examples: ['crm billing payment-method', 'crm billing payment-method pm_1Nq…'],
  async run({ args, client, out }) {
    const paymentMethodId = args[0]
    if (paymentMethodId !== undefined)
      return out.done(await client.call(replaceCard, { paymentMethodId }), 'Your card is changed.')
    const { url } = await client.call(portalOp, {})
    out.note('Enter the new card on the payment processor’s page:')
    out.done({ url }, url)
  },
}

const portal: Command = {
  name: 'portal',
  about: 'Open the payment processor’s portal for cards and invoices.',
  operation: 'billing.portal',
  async run({ client, out }) {
    const session = await client.call(portalOp, {})
    out.note('This link works for a few minutes:')
    out.done(session, session.url)
  },
}

const ADDRESS = [
  flag('--city <city>', 'The city.'),
  flag('--state <state>', 'The state.'),
  flag('--postal-code <code>', 'The postal code.', undefined, 'postal_code'),
]

const address: Command = {
  name: 'address',
  about: 'Set your billing address, used for automatic tax.',
  operation: 'billing.address',
  args: [
    { name: 'line1', about: 'Street and number.' },
    { name: 'country', about: 'Two-letter country code, such as US.' },
  ],
  options: ADDRESS,
  examples: ['crm billing address "1 Main St" US --city Reno --postal-code 89501'],
  async run(call) {
    const [line1 = '', country = ''] = call.args
    const input = { line1, country, ...(await fieldsIn(call, ADDRESS)) }
    call.out.done(await call.client.call(setAddress, input), 'Your address is kept.')
  },
}

type Entry = Awaited<ReturnType<typeof getLedger.run>>['entries'][number]

const LEDGER: Column<Entry>[] = [
  timeColumn('DATE', ({ at }) => at, {}, localDay),
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'AMOUNT', align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
  { title: 'REASON', value: ({ reason, status }) => (status === 'pending' ? `${reason} (pending)` : reason) },
  { title: 'STRIPE', value: ({ stripeId }) => stripeId, yields: 1, paint: () => 'dim' },
]

const ledger: Command = {
  name: 'ledger',
  about: 'List every charge, refund and credit with its reason.',
  operation: 'billing.ledger',
  examples: ['crm billing ledger', 'crm billing ledger --json'],
  async run({ client, out }) {
    const answer = await client.call(getLedger, {})
    out.list(answer, answer.entries, LEDGER, 'Nothing was charged yet.')
  },
}

const MENDED: Column<{ userId: string; what: string; was: string | null; is: string | null }>[] = [
  { title: 'USER', value: ({ userId }) => userId, minWidth: 8, yields: 1, paint: () => 'dim' },
  { title: 'WHAT', value: ({ what }) => what },
  { title: 'WAS', value: ({ was }) => was },
  { title: 'IS', value: ({ is }) => is, paint: () => 'green' },
]

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const reconcile: Command = {
  name: 'reconcile',
  about: 'Reconcile all billing with the payment processor; administrators only.',
  operation: 'billing.reconcile',
  async run({ client, out }) {
    const report = await client.call(reconcileBilling, {})
    out.list(report, report.mended, MENDED, 'Everything was as the processor has it.')
    out.note(
      `${counted(report.customers, 'customer')} compared, ${counted(report.mended.length, 'difference')} mended` +
        `${report.failed ? `, ${report.failed} could not be compared` : ''}` +
        `${report.stuckEvents ? `; ${counted(report.stuckEvents, 'event')} waiting` : ''}.`,
    )
  },
}

export const commands: Command[] = [
  ...[plans, subscription, subscribe, change, cancel, reactivate, refund, invoices, ledger, buy, purchases],
  ...[card, portal, address, reconcile],
]
