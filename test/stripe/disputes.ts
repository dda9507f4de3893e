// Disputes of the Stripe stub: a cardholder demands their money back through the bank, which decides.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { bool, need, str, type Fields } from './forms.ts'
import { page, type Handler } from './page.ts'
import { find, idOf, nextId, tell, type World } from './world.ts'

const newDispute = (world: World, charge: Stripe.Charge): Stripe.Dispute => ({
  id: nextId(world, 'dp'),
  object: 'dispute',
  amount: charge.amount_captured - charge.amount_refunded,
  balance_transactions: [],
  charge: charge.id,
  created: world.now,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: {} as Stripe.Dispute.Evidence,
  evidence_details: {
    due_by: world.now + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  } as Stripe.Dispute.EvidenceDetails,
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: idOf(charge.payment_intent),
  reason: 'fraudulent',
  status: 'needs_response',
})

/** The cardholder disputes a payment: its amount is withdrawn from the merchant immediately. */
export function dispute(world: World, payment: string): Stripe.Dispute {
  const intent = find(world.intents, payment, 'payment_intent')
  const charge = world.charges.get(idOf(intent.latest_charge))
  if (!charge?.captured || charge.disputed) throw invalid('There is nothing to dispute.')
  const made = newDispute(world, charge)
  charge.disputed = true
  world.disputes.set(made.id, made)
  tell(world, 'charge.dispute.created', made)
  tell(world, 'charge.dispute.funds_withdrawn', made)
  return made
}

/** The bank decides: the amount is returned to the merchant, or stays with the cardholder. */
export function decide(world: World, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const found = find(world.disputes, id, 'dispute')
  if (found.status === 'won' || found.status === 'lost') throw invalid('This dispute is closed.')
  found.status = status
  if (status === 'won') tell(world, 'charge.dispute.funds_reinstated', found)
  tell(world, 'charge.dispute.closed', found)
  return found
}

function submit(world: World, id: string, fields: Fields): Stripe.Dispute {
  const found = find(world.disputes, id, 'dispute')
  if (bool(fields, 'submit')) found.status = 'under_review'
  tell(world, 'charge.dispute.updated', found)
  return found
}

export const disputes: Record<string, Handler> = {
  'GET /v1/disputes': (asked) => {
    const payment = str(asked.fields, 'payment_intent')
    const all = [...asked.world.disputes.values()].filter(
      (one) => !payment || idOf(one.payment_intent) === payment,
    )
    return page(all, asked, '/v1/disputes')
  },
  'GET /v1/disputes/:id': ({ world, id }) => find(world.disputes, need(id, 'id'), 'dispute'),
  'POST /v1/disputes/:id': ({ world, id, fields }) => submit(world, id, fields),
  'POST /v1/disputes/:id/close': ({ world, id }) => decide(world, id, 'lost'),
}
