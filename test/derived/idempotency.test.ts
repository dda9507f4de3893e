// The same Idempotency-Key and body give the first response again, with one effect, for every POST that
// writes.
import { describe, expect, test } from 'vitest'
import { isoOf } from '../../core/kernel/clock.ts'
import { familyOf } from '../../core/kernel/family.ts'
import { newId } from '../../core/kernel/id.ts'
import { routeOf, type Operation } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { useGateway, type Answer } from '../gateway/harness.ts'
import { as, call, unlimited } from '../harness.ts'
import { reachesOutside, sampleOf } from './samples.ts'
import { dataOf, refusalOf } from './answers.ts'
import { aWorld, ready, rowsOf, SAMPLE_CONFIG, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG, unlimited)

/** Excludes operations that repeat on purpose, or whose test is elsewhere (test/gateway/assistants). */
const REPEATABLE = [
  'webhooks.test',
  'intelligence-webhooks.test',
  'deliveries.replay',
  'scout.act',
  'scout.chat',
  'watch.run',
  'watch.check',
  // Keeping the same text again has no effect.
  'jobs.keep',
]

/** Reading mail lasts minutes: who repeats the request meanwhile is told that it is running (test/core/inbox/accounts). */
const TOLD_THAT_IT_RUNS = ['inbox.sync']

/** Reading a message stores a proposal, which is not a change: its acceptance is audited. */
const UNAUDITED = ['inbox.scan']

const posts = operations
  .filter((op) => routeOf(op).method === 'POST' && op.effect !== 'read' && op.access !== 'public')
  .filter((op) => !REPEATABLE.includes(op.name) && !reachesOutside(op))
  .map((op) => ({ name: op.name, op }))

/** This user's rows, and the number of users, because users.create adds one of another user. */
async function effects(me: World) {
  const [people] = await gateway().core.services.sql`select count(*)::int as count from users`
  const { idempotency_keys: _, ...rows } = await rowsOf(gateway().core, me.principal.userId)
  return { people: people?.['count'], rows }
}

const keyed = (key: string) => ({ 'idempotency-key': key })

/** A request that was answered, and whose it was. */
interface Sent {
  me: World
  key: string
  input: Record<string, unknown>
  first: Answer
}
const sent = new Map<string, Promise<Sent>>()

async function send(op: Operation): Promise<Sent> {
  const me = await ready(await aWorld(gateway()), op)
  const [key, input] = [newId(), sampleOf(op, me.ids)]
  return { me, key, input, first: await me.send(op, input, keyed(key)) }
}

/** The first request of an operation, which is sent once: what is refused or replayed after it has no effect. */
function firstOf(op: Operation): Promise<Sent> {
  const first = sent.get(op.name) ?? send(op)
  sent.set(op.name, first)
  return first
}

describe('a retried request', () => {
  test.each(posts)('of $name has one effect and the same response', async ({ op }) => {
    const { me, key, input, first } = await firstOf(op)
    expect(first.status, first.text).toBe(op.status ?? 200)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const after = await effects(me)
    const again = await me.send(op, Object.fromEntries(Object.entries(input).reverse()), keyed(key))
    expect(again.status, again.text).toBe(first.status)
    expect(dataOf(again)).toEqual(dataOf(first))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await effects(me)).toEqual(after)
  })

  const withBody = posts
    .filter(({ op }) => Object.keys(sampleOf(op, {})).length)
    // Only an id in the path.
    .filter(({ op }) => !['watched.accept', 'watched.dismiss'].includes(op.name))
  test.each(withBody)('of $name with a different body is refused', async ({ op }) => {
    const { me, key, input, first } = await firstOf(op)
    expect(first.status, first.text).toBe(op.status ?? 200)
    const other = await me.send(op, { ...input, ...anotherOf(op.name, input) }, keyed(key))
    expect(refusalOf(other).refused, other.text).toEqual([409, 'CONFLICT'])
  })

  const waiting = posts.filter(({ name }) => !TOLD_THAT_IT_RUNS.includes(name))
  test.each(waiting)('of $name sent eight times concurrently has one effect', async ({ op }) => {
    const me = await ready(await aWorld(gateway()), op)
    const [key, input] = [newId(), sampleOf(op, me.ids)]
    const before = (await effects(me)).rows['audit_log']!.length
    const answers = await Promise.all(Array.from({ length: 8 }, () => me.send(op, input, keyed(key))))
    expect(new Set(answers.map((answer) => JSON.stringify(dataOf(answer)))).size, answers[0]!.text).toBe(1)
    expect(answers[0]!.status).toBe(op.status ?? 200)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    const audited = familyOf(op).name !== 'admin' && !UNAUDITED.includes(op.name)
    if (audited) expect((await effects(me)).rows['audit_log']).toHaveLength(before + 1)
  })
})

/** The terminal sends a key with every change; over HTTP only a POST takes one, which the tests above send. */
const changes = operations
  .filter((op) => op.effect !== 'read' && ['pipeline', 'account'].includes(familyOf(op).name))
  .filter((op) => routeOf(op).method !== 'POST' && op.name !== 'account.delete' && !reachesOutside(op))
  .map((op) => ({ name: op.name, op }))

describe('the local terminal', () => {
  test.each(changes)('gets the same answer of $name when it sends it again', async ({ op }) => {
    const me = await ready(await aWorld(gateway()), op)
    const [key, input] = [newId(), sampleOf(op, me.ids)]
    const idempotency = { key, fingerprint: Buffer.from(key) }
    const send = () => call(op, as(gateway().core, me.principal, { idempotency, report: {} }), input)
    const first = await send()
    const after = await effects(me)
    expect(await send()).toEqual(first)
    expect(await effects(me)).toEqual(after)
  })
})

/** Alternatives where appending to a text of the sample would be invalid, or where it has none. */
const OTHERS: Record<string, unknown> = {
  'inbox.accept company': 'Initech',
  'inbox.reject id': newId(),
  'inbox.acceptMany sender': 'careers@globex.example',
  'inbox.rejectMany sender': 'careers@globex.example',
  'inbox.scan messages': [{ source: 'Subject: Another' }],
  'jobs.move status': 'rejected',
  'jobs.updateMany change': { notes: 'Other.' },
  'jobs.deleteMany jobIds': [newId()],
  'jobs.merge from': newId(),
  'webhooks.replay since': '2021-01-01T00:00:00.000Z',
  'jobs.status status': 'rejected',
  'watch.digest.set every': 'weekly',
  'watch.create board': 'greenhouse:another',
  'calendar.create startsAt': '2031-06-06T07:08:09Z',
  'jobs.import timeZone': 'Asia/Tokyo',
  'contacts.import timeZone': 'Asia/Tokyo',
  'activities.import timeZone': 'Asia/Tokyo',
  'calendar.import timeZone': 'Asia/Tokyo',
  'offers.create jobId': newId(),
  'offers.round by': 'them',
  'offers.import offers': [],
  'watched.acceptMany ids': [newId()],
  'watched.dismissMany ids': [newId()],
  'tokens.create scope': 'read-write',
  'audit.undo id': newId(),
  'contacts.merge from': newId(),
  'billing.subscribe plan': 'ultra-monthly',
  'billing.change plan': 'ultra-yearly',
  'billing.buy-boost boostId': 'large',
}

/** A field with a different value that the operation also accepts. */
function anotherOf(op: string, input: Record<string, unknown>): Record<string, unknown> {
  const listed = Object.keys(OTHERS).find((name) => name.startsWith(`${op} `))
  if (listed) return { [listed.slice(op.length + 1)]: OTHERS[listed] }
  const [field, value] = Object.entries(input).find(
    ([name, text]) => typeof text === 'string' && !['id', 'action'].includes(name),
  )!
  return { [field]: field === 'email' ? `other-${String(value)}` : `${String(value)}!` }
}

describe('an Idempotency-Key', () => {
  const create = operations.find(({ name }) => name === 'jobs.create')!
  const job = { company: 'Acme', role: 'Engineer' }

  test.each([
    ['empty', ''],
    ['over 255 characters', 'k'.repeat(256)],
    ['with a space inside', 'a b'],
    ['beyond ASCII', 'schlüssel'],
    ['with a tab', 'a\tb'],
  ])('that is %s is refused', async (_, key) => {
    const me = await aWorld(gateway(), {})
    const answer = await me.send(create, job, keyed(key))
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body.error).toContain('Idempotency-Key')
  })

  test('belongs to its user', async () => {
    const [one, other] = [await aWorld(gateway(), {}), await aWorld(gateway(), {})]
    const first = await one.send(create, job, keyed('k1'))
    const second = await other.send(create, job, keyed('k1'))
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('belongs to its route', async () => {
    const me = await aWorld(gateway(), {})
    await me.send(create, job, keyed('k2'))
    const log = operations.find(({ name }) => name === 'activities.create')!
    expect((await me.send(log, { title: 'x' }, keyed('k2'))).status).toBe(409)
  })

  test('of a refused request can be reused', async () => {
    const me = await aWorld(gateway(), {})
    expect((await me.send(create, { company: 'Acme' }, keyed('k3'))).status).toBe(400)
    expect((await me.send(create, job, keyed('k3'))).status).toBe(201)
  })

  test('can be reused after a day', async () => {
    const me = await aWorld(gateway(), {})
    const first = await me.send(create, job, keyed('k4'))
    await gateway().core.services.sql`
      update idempotency_keys set created_at = ${isoOf(Date.now() - 25 * 3_600_000)} where user_id = ${me.principal.userId}`
    const second = await me.send(create, { ...job, role: 'Manager' }, keyed('k4'))
    expect(second.status, second.text).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('on a read is ignored', async () => {
    const me = await aWorld(gateway(), {})
    const list = operations.find(({ name }) => name === 'jobs.list')!
    expect((await me.send(list, {}, keyed(''))).status).toBe(200)
  })
})
