// The worker that sends webhook notices of new data and of quotas that run out. Each subscriber gets a notice once.
import { transaction, emitByName } from '../../database/transaction.ts'
import { contextFor } from '../../identity/on-behalf.ts'
import { isoOf, MINUTE_MS } from '../../kernel/clock.ts'
import type { Services } from '../../kernel/context.ts'
import { LIMITS } from '../../limits/limits.ts'
import { eachInTurn, type Worker } from '../../background/worker.ts'
import * as store from './store.ts'

const SHARES = [80, 100]

export const noticeWorker: Worker = {
  name: 'notices',
  everyMs: MINUTE_MS,
  async run(services, signal) {
    let sent = 0
    const notices = [...(await dataNotices(services)), ...(await quotaNotices(services))]
    await eachInTurn(notices, signal, async (notice) => {
      if (await sendNotice(services, notice)) sent += 1
    })
    return sent
  },
}

interface Notice {
  userId: string
  name: string
  about: string
  /** When these pay data came into use; null for a quota warning. */
  since: string | null
  data: Record<string, unknown>
}

async function dataNotices({ sql }: Services): Promise<Notice[]> {
  const rows = await store.listUnnotified(sql)
  return rows.map(({ userId, digest, version, benchmark, since, previous }) => ({
    ...{ userId, since },
    name: 'catalog.updated',
    about: digest,
    data: { version, benchmark, previous_version: previous },
  }))
}

async function quotaNotices({ sql, clock }: Services): Promise<Notice[]> {
  const month = `${isoOf(clock.now()).slice(0, 7)}-01`
  return (await store.listQuotas(sql, month)).flatMap((quota) => warningsOf(quota, month))
}

/** The warnings that are due. Those already sent are left out, so that a run opens no transaction for them. */
function warningsOf({ userId, limitName, used, alreadySent }: store.SpentQuota, month: string) {
  const limits: Readonly<Partial<Record<string, { month: number | null }>>> = LIMITS
  const limit = limits[limitName]?.month
  if (!limit) return []
  const aboutOf = (share: number) => `${userId} ${limitName} ${month} ${share}`
  const due = SHARES.filter((share) => used * 100 >= share * limit && !alreadySent.includes(aboutOf(share)))
  return due.map((share) => ({
    userId,
    name: 'quota.warning',
    ...{ about: aboutOf(share), since: null },
    data: {
      percent: share,
      limit,
      used: Math.min(used, limit),
      month: month.slice(0, 7),
      tier: limitName.replace('intelligence-', ''),
      // Always null: quotas belong to accounts, not to keys. Receivers expect the field.
      key: null,
    },
  }))
}

/** Records the notice and writes its event in one transaction, so that it is sent once. */
async function sendNotice(services: Services, { userId, name, about, since, data }: Notice) {
  const ctx = await contextFor(services, userId, 'notices')
  if (!ctx) return false
  return transaction(ctx, async (tx) => {
    if (!(await store.insertNotice(tx.sql, userId, { event: name, about, since }))) return false
    emitByName(tx, name, data)
    return true
  })
}
