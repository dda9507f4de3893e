// `crm billing …`: plan, invoices and purchases.
import type { Command } from '../command.ts'
import { buy, purchases } from './billing-buy.ts'
import { cancel, change, reactivate, refund, subscribe } from './billing-change.ts'
import { address, card, portal } from './billing-links.ts'
import { ledger } from './billing-ledger.ts'
import { invoices, plans, subscription } from './billing-read.ts'
import { reconcile } from './billing-reconcile.ts'

export const commands: Command[] = [
  plans,
  subscription,
  subscribe,
  change,
  cancel,
  reactivate,
  refund,
  invoices,
  ledger,
  buy,
  purchases,
  card,
  portal,
  address,
  reconcile,
]
