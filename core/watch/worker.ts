// The workers that read watched boards and look after the postings of tracked jobs when they are due.
import { contextFor } from '../identity/on-behalf.ts'
import { isoOf, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { includes } from '../kernel/family.ts'
import type { Worker } from '../background/worker.ts'
import { checkJobs } from './liveness.ts'
import { runDue } from './run.ts'
import * as store from './store/liveness.ts'

export const watchWorker: Worker = {
  name: 'watch',
  everyMs: 15 * SECOND_MS,
  run: (services, signal) => runDue(services, signal),
}

const JOBS_AT_ONCE = 50
const USERS_AT_ONCE = 10
const ENROLLED_AT_ONCE = 500

/** Looks at the postings of open jobs once a day, for people whose plan includes it. */
export const livenessWorker: Worker = {
  name: 'liveness',
  everyMs: 10 * MINUTE_MS,
  async run(services, signal) {
    const now = isoOf(services.clock.now())
    await store.enrol(services.sql, now, ENROLLED_AT_ONCE)
    let checked = 0
    for (const { userId } of await store.listDueUsers(services.sql, now, USERS_AT_ONCE)) {
      if (signal.aborted) break
      const ctx = await contextFor(services, userId, 'watch')
      const jobs = await store.listDueJobs(services.sql, userId, now, JOBS_AT_ONCE)
      const isOpen = (job: store.TrackedPosting) => store.OPEN.includes(job.status)
      const due = ctx && includes(ctx.principal.tier, 'ultra') ? jobs.filter(isOpen) : []
      if (ctx && due.length) checked += (await checkJobs({ ...ctx, signal: () => signal }, due)).length
      await store.postpone(services.sql, userId, now)
    }
    return checked
  },
}
