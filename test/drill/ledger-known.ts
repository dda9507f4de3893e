// Sequences of the ledger that once failed, each the smallest that did: they run first, and in every test run.
import type { Step } from './ledger-model.ts'

const alive = (...actions: Step['action'][]): Step[] => actions.map((action) => ({ action, death: null }))

export const known: Readonly<Record<string, readonly Step[]>> = {
  'an upgrade that is refunded is as if it had never been, whatever it cost a day': alive(
    { do: 'subscribe', plan: 'ultra-monthly', card: 'pm_card_visa' },
    { do: 'change', plan: 'pro-yearly' },
    { do: 'advance', days: 20 },
    { do: 'refund' },
  ),
  'credit that was spent before a payment was made is not kept back of it': alive(
    { do: 'subscribe', plan: 'ultra-monthly', card: 'pm_card_visa' },
    { do: 'change', plan: 'pro-monthly' },
    { do: 'advance', days: 28 },
    { do: 'advance', days: 15 },
    { do: 'boost' },
    { do: 'change', plan: 'pro-yearly' },
    { do: 'refund' },
  ),
  'credit whose payment was returned pays for no plan': alive(
    { do: 'subscribe', plan: 'pro-yearly', card: 'pm_card_visa' },
    { do: 'change', plan: 'ultra-monthly' },
    { do: 'refund an invoice', which: 3 },
    { do: 'subscribe', plan: 'ultra-monthly', card: 'pm_card_threeDSecure2Required' },
    { do: 'dashboard refund', which: 2 },
  ),
  'credit whose payment was returned is not set aside for a plan that waits for its card': alive(
    { do: 'subscribe', plan: 'ultra-yearly', card: 'pm_card_visa' },
    { do: 'change', plan: 'pro-monthly' },
    { do: 'refund' },
    { do: 'subscribe', plan: 'ultra-yearly', card: 'pm_card_threeDSecure2Required' },
    { do: 'dashboard refund', which: 6 },
  ),
  'a plan that credit and a card paid for ends, and the card is paid back, when the credit’s payment was returned':
    alive(
      { do: 'subscribe', plan: 'ultra-yearly', card: 'pm_card_visa' },
      { do: 'change', plan: 'pro-monthly' },
      { do: 'refund' },
      { do: 'subscribe', plan: 'ultra-yearly', card: 'pm_card_visa' },
      { do: 'dashboard refund', which: 0 },
    ),
  'what was unused of a plan and went into the next is returned with it': alive(
    { do: 'subscribe', plan: 'ultra-yearly', card: 'pm_card_threeDSecure2Required' },
    { do: 'subscribe twice at once', plan: 'pro-monthly' },
    { do: 'change', plan: 'pro-yearly' },
    { do: 'advance', days: 31 },
    { do: 'change', plan: 'pro-monthly' },
    { do: 'refund an invoice', which: 1 },
  ),
}
