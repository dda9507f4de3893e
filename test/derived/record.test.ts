// Every change is recorded: one audit row and its events, in the same transaction.
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../core/operations.ts'
import { familyOf } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { engineOf } from '../engine.ts'
import { useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { dataOf, refusalOf } from './answers.ts'
import { reachesOutside } from './samples.ts'
import { aWorld, ready, rowsOf, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)

/** The events that the sample of each operation emits; others emit none. */
const EVENTS: Record<string, string[]> = {
  'jobs.create': ['job.created'],
  'jobs.import': ['job.created'],
  'contacts.import': ['contact.created'],
  'activities.import': ['activity.created'],
  'jobs.update': ['job.updated'],
  'jobs.status': ['job.status_changed', 'offer.received'],
  'jobs.done': ['activity.created', 'job.updated'],
  'jobs.move': ['job.status_changed', 'offer.received'],
  'jobs.updateMany': ['job.updated'],
  'jobs.deleteMany': ['job.deleted'],
  'jobs.merge': ['job.deleted', 'job.updated'],
  'jobs.delete': ['job.deleted'],
  'contacts.create': ['contact.created'],
  'contacts.update': ['contact.updated'],
  'contacts.delete': ['contact.deleted'],
  'contacts.merge': ['contact.deleted', 'contact.updated'],
  'activities.create': ['activity.created'],
  'calendar.create': ['interview.scheduled'],
  'watched.accept': ['job.created'],
  'watched.acceptMany': ['job.created'],
  'offers.create': ['offer.created'],
  'offers.import': ['offer.created'],
  'offers.update': ['offer.updated'],
  'offers.round': ['offer.updated'],
  'inbox.accept': ['job.created'],
  'inbox.acceptMany': ['job.created'],
}

/**
 * Operations that leave no audit row of their own: they change nothing in our tables, or (Scout) audit under
 * the operations they call, or (a run) find what changes no decision of the user, or (account deletion) delete the audit rows too.
 */
const UNRECORDED = [
  // Reading mail proposes only, and forgetting it leaves no trace.
  'inbox.scan',
  'inbox.sync',
  'inbox.forget',
  'account.delete',
  'webhooks.test',
  'intelligence-webhooks.test',
  'scout.act',
  'scout.chat',
  'watch.run',
  'watch.check',
  'jobs.keep',
]

const writes = operations.filter(
  (op) =>
    op.effect !== 'read' && op.access !== 'public' && !UNRECORDED.includes(op.name) && !reachesOutside(op),
)

/** What one request wrote; `xmin` is the transaction that wrote a row, counted by each node of a cluster for itself. */
async function recordsOf(requestId: string) {
  const { sql } = gateway().core.services
  const audit = await sql<
    {
      userId: string
      actorId: string
      operation: string
      client: string
      credentialId: string
      changes: { noun: string; id: string }[]
      xmin: string
    }[]
  >`
    select user_id, actor_id, operation, client, credential_id, changes, xmin::text as xmin
    from audit_log where request_id = ${requestId}`
  const events = audit[0]
    ? await sql<{ userId: string; name: string; payload: string }[]>`
        select user_id, name, payload from outbox_events
        where xmin::text = ${audit[0].xmin} and (${engineOf() !== 'citus'} or user_id = ${audit[0].userId}) order by name`
    : []
  return { audit, events }
}

async function expectRecord(me: World, op: Operation) {
  const answer = await me.send(op, undefined, { 'user-agent': 'record-test/1' })
  expect(answer.status, answer.text).toBeLessThan(300)
  const { audit, events } = await recordsOf(answer.headers.get('x-request-id')!)
  expect(audit).toHaveLength(1)
  const row = audit[0]!
  expect(row).toMatchObject({ actorId: me.principal.userId, operation: op.name, client: 'record-test/1' })
  expect(row.credentialId).toMatch(/^[0-9a-f-]{36}$/)
  expect(row.changes.length).toBeGreaterThan(0)
  for (const { name, userId, payload } of events) {
    expect(userId).toBe(row.userId)
    expect(Object.keys(JSON.parse(payload))).toEqual(['event', 'timestamp', 'data'])
    expect(JSON.parse(payload).event).toBe(name)
  }
  expect(events.map(({ name }) => name)).toEqual(EVENTS[op.name] ?? [])
  return { answer, row }
}

describe('one request, one record', () => {
  /** Shared by the requests that must change nothing. */
  let me: World
  beforeAll(async () => {
    me = await aWorld(gateway())
  })

  test.each(writes.map((op) => ({ name: op.name, op })))('$name', async ({ op }) => {
    const me = await ready(await aWorld(gateway()), op)
    const { answer, row } = await expectRecord(me, op)
    const data = dataOf(answer)
    const made =
      data.id ?? data.rows?.[0].id ?? data.jobs?.[0].id ?? data.proposals?.[0].id ?? data.postings?.[0].id
    // Billing responses follow the specification, which omits the id of the changed row; a setting has none.
    const isRow = familyOf(op).name !== 'billing' && op.name !== 'watch.digest.set'
    if (isRow) expect(row.changes.map((change) => change.id)).toContain(made)
  })

  test.each(writes.map((op) => ({ name: op.name, op })))(
    '$name leaves none when it is refused',
    async ({ op }) => {
      const before = await rowsOf(gateway().core, me.principal.userId)
      const answer = await me.send(op, { nonsense: true, id: me.ids[op.name.split('.')[0]!] })
      expect(refusalOf(answer).refused, answer.text).toEqual([400, 'VALIDATION_ERROR'])
      expect(await rowsOf(gateway().core, me.principal.userId)).toEqual(before)
    },
  )
})

test('every event belongs to an existing operation', () => {
  const names = operations.map(({ name }) => name)
  expect(Object.keys(EVENTS).filter((name) => !names.includes(name))).toEqual([])
})
