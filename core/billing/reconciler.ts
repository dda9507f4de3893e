// Compares every customer with Stripe once a day, a few at a time, so that a missed event is repaired within a day.
import { DAY_MS, isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Worker } from '../background/worker.ts'
import { compare } from './reconcile.ts'
import { claimUncompared } from './store.ts'

export const reconciler: Worker = {
  name: 'billing reconcile',
  everyMs: 10 * MINUTE_MS,
  async run(services, signal) {
    const { clock, log, sql, stripe } = services
    if (!stripe.configured) return 0
    const now = clock.now()
    const due = await claimUncompared(sql, { now: isoOf(now), before: isoOf(now - DAY_MS) })
    for (const customer of due) {
      if (signal.aborted) break
      await compare(services, customer).then(
        (mended) => {
          for (const one of mended) log.warn({ ...one }, 'Billing was not as Stripe has it, and was mended.')
        },
        (error: unknown) =>
          log.warn({ error, userId: customer.userId }, 'A customer could not be compared with Stripe.'),
      )
    }
    return due.length
  },
}
