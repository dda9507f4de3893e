// Imports exported offers into existing jobs. One undo reverts the import.
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/transaction.ts'
import type { Context } from '../kernel/context.ts'
import { everyJob } from '../jobs/references.ts'
import { asImport, rowResult, tryRow, type RowResult } from '../sheets/import.ts'
import { tallyOf } from '../sheets/report.ts'
import { isoOf } from '../kernel/clock.ts'
import { byTime, insertOffer, touchedJobOf, roundOf, initialTermsOf } from './changes.ts'
import type { OfferOfExport, OffersIn, OffersReport, Round, Terms } from './fields.ts'
import * as store from './store.ts'

/** Jobs and offers before the import. A stored offer that matched is removed from `offers`, so that it matches only once. */
interface Inventory {
  jobs: Awaited<ReturnType<typeof everyJob>>
  offers: Map<string, store.OfferRow[]>
}

function jobIn({ jobs }: Inventory, { jobId, company = '', role = '' }: OfferOfExport): string | undefined {
  const plain = (one: string) => one.trim().toLowerCase()
  const same = jobs.filter(({ id }) => id === jobId)
  const named = jobs.filter((job) => plain(job.company) === plain(company) && plain(job.role) === plain(role))
  const found = same.length ? same : named
  return found.length === 1 ? found[0]?.id : undefined
}

const matchKeyOf = ({ base, signing }: Pick<Terms, 'base' | 'signing'>): string =>
  JSON.stringify([base.amount, base.currency, base.period, signing])

/** A round that the file does not date has the time of this import, so all else of it must be equal. */
const isSameRound = (given: Round, stored: Round | undefined, now: string): boolean =>
  given.at === stored?.at ||
  (given.at === now && isDeepStrictEqual({ ...given, at: null }, { ...stored, at: null }))

async function importOne(tx: Transaction, before: Inventory, offer: OfferOfExport): Promise<RowResult> {
  const { jobId: _, company, role, status = 'received', rounds: said = [], createdAt, ...given } = offer
  const jobId = jobIn(before, offer)
  if (jobId === undefined)
    return rowResult('failed', null, `There is not exactly one job ${company ?? '?'} — ${role ?? '?'}.`)
  const terms = await initialTermsOf(tx, jobId, given)
  const now = isoOf(tx.clock.now())
  const rounds = said.map((round) => roundOf({ ...round, at: round.at ?? now }, terms)).sort(byTime)
  const stored = before.offers.get(jobId) ?? (await store.listOffersOfJob(tx.sql, tx.principal.userId, jobId))
  before.offers.set(jobId, stored)
  const at = stored.findIndex(
    (row) =>
      matchKeyOf(row.terms) === matchKeyOf(terms) &&
      row.rounds.length === rounds.length &&
      rounds.every((round, place) => isSameRound(round, row.rounds[place], now)),
  )
  if (at >= 0) return rowResult('skipped', stored.splice(at, 1)[0]?.id ?? null, 'It is there already.')
  const { id } = await insertOffer(tx, await touchedJobOf(tx, jobId), { ...terms, status, rounds, createdAt })
  return rowResult('created', id, null)
}

/** Imports offers and reports each. Offers that exist already are skipped. The status of the job does not change. */
export const importOffers = (ctx: Context, input: OffersIn): Promise<OffersReport> =>
  asImport(ctx, input, async (tx) => {
    const before: Inventory = { jobs: await everyJob(tx.sql, tx.principal.userId), offers: new Map() }
    const rows: OffersReport['rows'] = []
    for (const [at, offer] of input.offers.entries()) {
      const { outcome, id, reason } = await tryRow(tx, () => importOne(tx, before, offer))
      const lacksId = outcome === 'created' && input.dryRun
      rows.push({ at, outcome: outcome === 'updated' ? 'created' : outcome, id: lacksId ? null : id, reason })
    }
    const { updated: _, ...tally } = tallyOf(rows)
    return { rows, ...tally, changeId: tx.changes.length && !input.dryRun ? tx.recordId : null }
  })
