// Notices of new data and of a quota that runs out: one event per registration, however many processes send
// them, and only to registrations that subscribed by name.
import { describe, expect, test } from 'vitest'
import { putInUse } from '../../../core/intelligence/imports/store.ts'
import { addNoticeWebhook, listNoticeWebhooks } from '../../../core/intelligence/webhooks/operations.ts'
import { noticeWorker } from '../../../core/intelligence/webhooks/worker.ts'
import { isoOf } from '../../../core/kernel/clock.ts'
import { operationNamed } from '../../../core/operations.ts'
import { aPath, useDelivering } from '../webhooks/fixture.ts'
import { as, aUser, call } from '../../harness.ts'

const all = useDelivering()
const { signal } = new AbortController()

const listener = async (path: string, events: ('catalog.updated' | 'quota.warning' | '*')[]) => {
  const { core, receiver } = all()
  const ctx = as(core, await aUser(core, { tier: 'ultra' }))
  const webhook = await call(addNoticeWebhook, ctx, { url: `http://${receiver.host}${path}`, events })
  return { ctx, webhook }
}

/** The events a path received, once this many have arrived. */
async function toldOf(path: string, count: number) {
  await expect.poll(() => all().received(path).length).toBe(count)
  return all()
    .received(path)
    .map(({ body }) => JSON.parse(String(body)))
}

/** Records a new data version, as another release would when loading it. */
async function loadVersion(version: string): Promise<void> {
  const { sql } = all().core.services
  await sql`insert into pay_editions (digest, version, benchmark, served_at)
    values (${`digest of ${version}`}, ${version}, '2026-Q2', now() + interval '1 second')`
  await sql`update pay_in_use set edition = ${`digest of ${version}`}`
}

/** Sets how many units of its monthly quota an account has spent. */
const spend = (subject: string, used: number) => all().core.services.sql`
  insert into month_quotas (subject, limit_name, month, used, granted)
  values (${subject}, 'intelligence-ultra', ${`${isoOf(all().core.services.clock.now()).slice(0, 7)}-01`}, ${used}, 0)
  on conflict (subject, limit_name, month) do update set used = ${used}`

/** Runs the notice worker twice concurrently, as two gateways would. */
const tell = () => Promise.all([1, 2].map(() => noticeWorker.run(all().core.services, signal)))

describe('new data', () => {
  test('is announced once, to registrations that existed before it', async () => {
    const [early, late, other] = [aPath(), aPath(), aPath()]
    await listener(early, ['catalog.updated'])
    await listener(other, ['quota.warning'])
    const pipeline = aPath()
    await all().subscriber(pipeline, ['*'])
    await tell()
    await loadVersion('2099.1')
    await all().core.services.sql`update pay_editions set served_at = now() where version = '2099.1'`
    await listener(late, ['*'])
    await tell()
    await tell()
    const [event] = await toldOf(early, 1)
    expect(event).toMatchObject({
      event: 'catalog.updated',
      data: { version: '2099.1', benchmark: '2026-Q2' },
    })
    expect(event.data.previous_version).toMatch(/^\d{4}\.\d+$/)
    for (const path of [late, other, pipeline]) expect(all().received(path)).toEqual([])
    // The data of before are put in use again, which is announced as a change of its own.
    const { sql } = all().core.services
    const [before] = await sql<{ digest: string; version: string; benchmark: string }[]>`
      select digest, version, benchmark from pay_editions where version = ${event.data.previous_version}`
    await putInUse(sql, null, before!)
    await tell()
    await tell()
    const [, back] = await toldOf(early, 2)
    expect(back.data).toEqual({
      ...{ version: before!.version, benchmark: before!.benchmark, previous_version: '2099.1' },
    })
  })
})

describe('a quota', () => {
  test('sends a warning at four fifths and when used up, each once a month', async () => {
    const path = aPath()
    const { ctx } = await listener(path, ['quota.warning'])
    const id = ctx.principal.userId
    await spend(id, 3_999_999)
    await tell()
    await spend(id, 4_000_000)
    await tell()
    const [first] = await toldOf(path, 1)
    expect(first).toMatchObject({
      event: 'quota.warning',
      data: { percent: 80, limit: 5_000_000, used: 4_000_000, tier: 'ultra', key: null },
    })
    await spend(id, 5_000_000)
    await tell()
    await tell()
    const all = await toldOf(path, 2)
    expect(all[1].data.percent).toBe(100)
  })
})

test('a star is stored as both event names, and only such registrations are listed', async () => {
  const { ctx, webhook } = await listener(aPath(), ['*'])
  expect(webhook.events).toEqual(['catalog.updated', 'quota.warning'])
  const { webhooks } = await call(listNoticeWebhooks, ctx, {})
  expect(webhooks).toMatchObject([{ id: webhook.id, state: 'unused' }])
})

test.each(['delete', 'test'])('a webhook of the pipeline is not found by %s', async (verb) => {
  const path = aPath()
  const { ctx, webhookId: id } = await all().subscriber(path)
  const refused = call(operationNamed(`intelligence-webhooks.${verb}`)!, ctx, { id })
  await expect(refused).rejects.toMatchObject({ code: 'webhook_not_found' })
  expect(all().received(path)).toEqual([])
  expect(await call(operationNamed('webhooks.get')!, ctx, { id })).toMatchObject({ id })
})

test('new data are announced to the others where the notice of one person fails', async () => {
  const paths = [aPath(), aPath(), aPath()]
  const people: string[] = []
  for (const path of paths) people.push((await listener(path, ['catalog.updated'])).ctx.principal.userId)
  await loadVersion('2100.9')
  await all().core.services.sql`update pay_editions set served_at = now() where version = '2100.9'`
  const { services } = all().core
  const sql = new Proxy(services.sql, {
    apply: (target, self, given: unknown[]) =>
      given.includes(people[1]) ? Promise.reject(new Error('Damaged.')) : Reflect.apply(target, self, given),
  })
  await expect(noticeWorker.run({ ...services, sql }, signal)).rejects.toThrow('Damaged.')
  const told =
    await services.sql`select user_id from sent_pay_notices where user_id in ${services.sql(people)}`
  expect(told.map(({ userId }) => userId).sort()).toEqual([people[0], people[2]].sort())
})
