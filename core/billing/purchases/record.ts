// A purchase as the API returns it.
import { keysOf } from '../../kernel/narrow.ts'
import { ITEMS, itemNamed } from '../plans.ts'
import { Id, Instant, type Parsed, objectSchema } from '../../kernel/schema.ts'

export const Purchase = objectSchema((z) => ({
  id: Id(),
  item: z.enum(keysOf(ITEMS)),
  label: z.string(),
  state: z
    .enum(['begun', 'waiting', 'authorised', 'made', 'delivered', 'failed', 'released'])
    .describe('Only delivered purchases were charged; waiting ones need you to authenticate with your bank.'),
  amountCents: z.int(),
  currency: z.string(),
  jobId: z.string().nullable(),
  company: z.string().nullable(),
  answer: z.record(z.string(), z.unknown()).nullable().describe('The purchased item.'),
  problem: z.string().nullable(),
  invoiceId: z.string().nullable(),
  createdAt: Instant(),
  purchasedAt: Instant().nullable(),
}))
export type Purchase = Parsed<typeof Purchase>

/** A purchase as its table stores it. The item gives its label, and `input` gives its job and company. */
export type KeptPurchase = Omit<Purchase, 'label' | 'jobId' | 'company'> & { input: Record<string, unknown> }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const recordOf = (row: KeptPurchase): Purchase => ({
  id: row.id,
  item: row.item,
  label: itemNamed(row.item).label,
  state: row.state,
  amountCents: row.amountCents,
  currency: row.currency,
  jobId: textOf(row.input['jobId']),
  company: textOf(row.input['company']) ?? textOf(row.input['jobCompany']),
  answer: row.answer,
  problem: row.problem,
  invoiceId: row.invoiceId,
  createdAt: row.createdAt,
  purchasedAt: row.purchasedAt,
})
