// `crm billing payment-method|portal|address`: cards are
// entered on the processor's page, never in a terminal.
import { portal as portalOp, replaceCard, setAddress } from '../../core/billing/operations.ts'
import { textOf, type Command } from '../command.ts'

export const card: Command = {
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

export const portal: Command = {
  name: 'portal',
  about: 'Open the payment processor’s portal for cards and invoices.',
  operation: 'billing.portal',
  async run({ client, out }) {
    const session = await client.call(portalOp, {})
    out.note('This link works for a few minutes:')
    out.done(session, session.url)
  },
}

export const address: Command = {
  name: 'address',
  about: 'Set your billing address, used for automatic tax.',
  operation: 'billing.address',
  args: [
    { name: 'line1', about: 'Street and number.' },
    { name: 'country', about: 'Two-letter country code, such as US.' },
  ],
  options: [
    { flags: '--city <city>', about: 'The city.' },
    { flags: '--state <state>', about: 'The state.' },
    { flags: '--postal-code <code>', about: 'The postal code.' },
  ],
  examples: ['crm billing address "1 Main St" US --city Reno --postal-code 89501'],
  async run({ args, options, client, out }) {
    const parts = {
      city: textOf(options, 'city'),
      state: textOf(options, 'state'),
      postal_code: textOf(options, 'postalCode'),
    }
    const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
    const input = { line1: args[0] ?? '', country: args[1] ?? '', ...given }
    out.done(await client.call(setAddress, input), 'Your address is kept.')
  },
}
