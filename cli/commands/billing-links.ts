// `crm billing payment-method|portal`: cards are typed into the processor's own page, never into a terminal.
import { portal as portalOp, replaceCard } from '../../core/billing/operations.ts'
import type { Command } from '../command.ts'

export const card: Command = {
  name: 'payment-method',
  about: 'Pay with another card: opens the processor’s page, or takes a payment method it made.',
  operation: 'billing.card',
  args: [{ name: 'id?', about: 'A payment method of the processor’s: pm_…' }],
  examples: ['crm billing payment-method', 'crm billing payment-method pm_1Nq…'],
  async run({ args, client, out }) {
    const paymentMethodId = args[0]
    if (paymentMethodId !== undefined)
      return out.done(await client.call(replaceCard, { paymentMethodId }), 'Your card is changed.')
    const { url } = await client.call(portalOp, {})
    out.note('Type the new card into the processor’s page:')
    out.done({ url }, url)
  },
}

export const portal: Command = {
  name: 'portal',
  about: 'Open the processor’s own page for your cards and invoices.',
  operation: 'billing.portal',
  async run({ client, out }) {
    const session = await client.call(portalOp, {})
    out.note('This address works for a few minutes:')
    out.done(session, session.url)
  },
}
