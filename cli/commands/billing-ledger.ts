// `crm billing ledger`: every cent with its reason.
import { getLedger } from '../../core/billing/operations.ts'
import type { Command } from '../command.ts'
import { money } from '../ui/cents.ts'
import type { Column } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'

type Entry = Awaited<ReturnType<typeof getLedger.run>>['entries'][number]

const COLUMNS: Column<Entry>[] = [
  { title: 'DATE', value: ({ at }) => localDay(at), plain: ({ at }) => at },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'AMOUNT', align: 'right', value: ({ amountCents, currency }) => money(amountCents, currency) },
  { title: 'REASON', value: ({ reason, status }) => (status === 'pending' ? `${reason} (pending)` : reason) },
  { title: 'STRIPE', value: ({ stripeId }) => stripeId, yields: 1, paint: () => 'dim' },
]

export const ledger: Command = {
  name: 'ledger',
  about: 'List every charge, refund and credit with its reason.',
  operation: 'billing.ledger',
  examples: ['crm billing ledger', 'crm billing ledger --json'],
  async run({ client, out }) {
    const answer = await client.call(getLedger, {})
    out.list(answer, answer.entries, COLUMNS, 'Nothing was charged yet.')
  },
}
