// Undo stays in its lane: an agent reverses what its own session did, a call outside of one what its change id names,
// and the person everything.
import { beforeAll, describe, expect, test } from 'vitest'
import { createSessions } from '../../../../gateway/mcp/session.ts'
import { addToken } from '../../../../core/identity/operations.ts'
import { as, call, unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { agent, type Agent, type Told } from './agent.ts'

const gateway = useGateway({}, unlimited)
let caller: Caller
let [one, other, loose]: Agent[] = []
beforeAll(async () => {
  caller = await gateway().caller()
  loose = agent(gateway(), caller)
  one = await loose.inSession()
  other = await loose.inSession()
})

const save = (who: Agent, company: string): Promise<Told> => who.call('save_job', { company, role: 'Cook' })
const isThere = async (company: string): Promise<boolean> =>
  (await loose!.call('search_jobs', { company })).structure.total === 1
const dryRun = async (who: Agent, args: object) => (await who.call('undo', { ...args, dryRun: true })).text

describe('an agent with the same token as another', () => {
  test('undoes its own last change, not the later one of the other, of a call without a session, or of the person', async () => {
    await save(one!, 'Own')
    await save(other!, 'Other')
    await save(loose!, 'Loose')
    await caller.send('POST', '/api/mcp/jobs', { company: 'Person', role: 'Cook' })
    const undone = await one!.call('undo')
    expect(undone.text).toContain('job Own — Cook removed')
    expect(await Promise.all(['Own', 'Other', 'Loose', 'Person'].map(isThere))).toEqual([
      false,
      true,
      true,
      true,
    ])
    const again = await one!.call('undo')
    expect([again.isError, again.meta.code]).toEqual([true, 'nothing_to_undo'])
  })

  test('cannot reach a change of others by its id, nor learn what it was', async () => {
    const { structure } = await save(other!, 'Secretive')
    const { body } = await caller.send('POST', '/api/mcp/jobs', { company: 'Hidden', role: 'Cook' })
    const { body: trail } = await caller.get('/api/mcp/audit?limit=1')
    const ids = [structure.changeId, structure.job.id, body.id, trail.entries[0].id]
    for (const id of ids)
      for (const args of [{ changeId: id }, { id }])
        for (const who of [one!, loose!]) {
          const told = await who.call('undo', args)
          expect([told.isError, /Secretive|Hidden/.test(told.text)], JSON.stringify(args)).toEqual([
            true,
            false,
          ])
          expect(await dryRun(who, args)).not.toMatch(/Secretive|Hidden/)
        }
    expect(await dryRun(one!, { session: true })).not.toMatch(/Secretive|Hidden/)
    expect([await isThere('Secretive'), await isThere('Hidden')]).toEqual([true, true])
  })

  test('undoes its whole session, once that is confirmed', async () => {
    const me = await loose!.inSession()
    for (const company of ['Un', 'Deux']) await save(me, company)
    const { confirmation } = (await me.call('undo', { session: true })).structure
    await me.call('undo', { session: true, confirmation: confirmation.token })
    expect([await isThere('Un'), await isThere('Deux'), await isThere('Other')]).toEqual([false, false, true])
  })
})

describe('a call without a session', () => {
  test('undoes only by the change id that a call returned, in text and structure', async () => {
    const { text, structure } = await save(loose!, 'Stateless')
    expect(text).toContain(`Change id: ${structure.changeId}`)
    for (const args of [{}, { session: true }, { id: structure.job.id }])
      expect((await loose!.call('undo', args)).isError, JSON.stringify(args)).toBe(true)
    const undone = await loose!.call('undo', { changeId: structure.changeId })
    expect([undone.isError, await isThere('Stateless')]).toEqual([false, false])
    // The undo is a change too.
    await loose!.call('undo', { changeId: undone.structure.changeId })
    expect(await isThere('Stateless')).toBe(true)
  })

  test('gets the change id again when it retries with its key', async () => {
    const args = { company: 'Retried', role: 'Cook', idempotencyKey: 'retried-1' }
    const [first, second] = [await loose!.call('save_job', args), await loose!.call('save_job', args)]
    expect(second.structure.changeId).toBe(first.structure.changeId)
  })

  test('keeps the posting of a job that it saves with a key', async () => {
    const posting = 'We cook in Oslo.'
    const args = { company: 'Keyed', role: 'Cook', posting, idempotencyKey: 'keyed-1' }
    const [first, second] = [await loose!.call('save_job', args), await loose!.call('save_job', args)]
    expect([first.isError, second.isError], first.text).toEqual([false, false])
    const { id } = first.structure.job
    expect(second.structure.job.id).toBe(id)
    const kept = await caller.get(`/api/mcp/jobs/${id}/posting`)
    expect(kept.body).toMatchObject({ text: posting, earlier: [] })
  })

  test('cannot use the change id of another token of the same person', async () => {
    const { structure } = await save(loose!, 'Mine')
    const second = { name: 'second', scope: 'read-write' }
    const { token } = await call(addToken, as(gateway().core, caller.principal), second)
    const told = await agent(gateway(), { token: String(token) }).call('undo', {
      changeId: structure.changeId,
    })
    expect([told.isError, told.meta.code]).toEqual([true, 'change_not_found'])
  })
})

describe('a work handle', () => {
  test('is on every change, and finds it again by name, kind and digits in another session', async () => {
    const { structure, text } = await save(loose!, 'Handled')
    const { work } = structure
    expect(text).toContain(`Work: ${work}`)
    await other!.call('add_event', { title: 'Onsite', startsAt: 'tomorrow 3pm', type: 'interview', work })
    await other!.call('update_job_status', { id: 'handled', status: 'applied', work })
    const listed = await one!.call('list_changes', { work })
    expect(listed.text).toMatch(
      /Handled — Cook: saved → applied[\s\S]*job Handled — Cook \(status saved → applied[\s\S]*event Onsite created/,
    )
    expect((await one!.call('undo', { id: 'handled' })).isError).toBe(true)
    const later = await loose!.inSession()
    expect((await later.call('undo', { noun: 'event' })).text).toContain(`work "${work}"`)
    expect((await one!.call('undo', { noun: 'event', work })).text).toContain('event Onsite removed')
    expect((await one!.call('undo', { id: 'handled', work })).text).toContain('job Handled — Cook changed')
    const digits = structure.changeId.slice(-8)
    expect((await one!.call('undo', { changeId: digits, work })).text).toContain('job Handled — Cook removed')
  })

  test('is of one credential, of 30 days, and never made up', async () => {
    const { work } = (await save(loose!, 'Bound')).structure
    const stranger = agent(gateway(), await gateway().caller())
    for (const [who, handle] of [
      [stranger, work],
      [loose!, `${work.slice(0, -2)}AA`],
      [loose!, 'w_anything'],
    ] as const) {
      const told = await who.call('save_job', { company: 'Nope', role: 'Cook', work: handle })
      expect([told.isError, told.meta.issues[0].path]).toEqual([true, 'work'])
    }
    const clock = { now: () => Date.now() + 31 * 24 * 3_600_000 }
    const key = gateway().core.services.vault.deriveKey('mcp session')
    expect(createSessions(clock, key).isWork(work, caller.principal)).toBe(false)
  })
})

test('every tool that changes something says which change it was', async () => {
  const me = await agent(gateway(), await gateway().caller()).inSession()
  const calls: [string, object][] = [
    ['save_job', { company: 'Acme', role: 'Cook' }],
    ['update_job', { id: 'acme', salary: '$1' }],
    ['update_job_status', { id: 'acme', status: 'applied' }],
    ['add_contact', { name: 'Jane', jobIds: ['acme'] }],
    ['update_contact', { id: 'jane', title: 'Boss' }],
    ['log_activity', { type: 'call', title: 'Spoke', jobId: 'acme' }],
    ['update_activity', { id: 'spoke', title: 'Talked' }],
    ['add_event', { title: 'Onsite', type: 'interview', startsAt: 'tomorrow 3pm' }],
    ['update_event', { id: 'onsite', location: 'Here' }],
    ['add_offer', { jobId: 'acme', base: { amount: 100_000, currency: 'USD', period: 'year' } }],
    ['update_offer', { id: 'acme', status: 'countered' }],
  ]
  const seen = new Set<string>()
  for (const [name, args] of calls) {
    const told = await me.call(name, { ...args })
    expect(told.isError, `${name}: ${told.text}`).toBe(false)
    expect(told.text).toContain(`Change id: ${told.structure.changeId}`)
    expect(told.structure.work).toMatch(/^[\w.-]{36}$/)
    seen.add(told.structure.changeId)
  }
  expect(seen.size).toBe(calls.length)
})

test('the person reverses what any agent did', async () => {
  const { structure } = await save(one!, 'Reversed')
  const { status } = await caller.send('POST', '/api/mcp/audit/undo', { id: structure.changeId })
  expect([status, await isThere('Reversed')]).toEqual([200, false])
})

test('a session that is only a name is known to every replica, and to no other credential', () => {
  const { clock } = gateway().core.services
  const key = gateway().core.services.vault.deriveKey('mcp session')
  const [here, there] = [createSessions(clock, key), createSessions(clock, key)]
  const { id } = here.open(caller.principal, {})
  expect(there.find(id, caller.principal)?.id).toBe(id)
  const stranger = { ...caller.principal, credential: { ...caller.principal.credential, id: 'x' } }
  expect(there.find(id, stranger)).toBeUndefined()
  expect(there.find(`${id.split('.')[0]}.${'A'.repeat(16)}`, caller.principal)).toBeUndefined()
})

test('a record that was changed with others of its kind takes them along only when that is confirmed', async () => {
  const her = await agent(gateway(), await gateway().caller()).inSession()
  // A list of changes has only the first twenty rows of each.
  const firms = Array.from({ length: 22 }, (_, n) => `Firm ${n}`)
  const rows = [...firms, 'Birch'].map((company) => ({ company, role: 'Cook' }))
  await her.call('import_jobs', { rows })
  const total = async () => (await her.call('search_jobs')).structure.total
  const asked = await her.call('undo', { id: 'Birch' })
  expect(asked.text).toContain('together with others')
  expect(await total()).toBe(23)
  await her.call('undo', { id: 'Birch', confirmation: asked.structure.confirmation.token })
  expect(await total()).toBe(0)
})

test('a change and a record named together are undone where they agree, and else told apart', async () => {
  const me = await loose!.inSession()
  const saved = await save(me, 'Agreeing')
  await save(me, 'Differing')
  const { changeId, job } = saved.structure
  const other = await me.call('undo', { changeId, id: 'differing' })
  expect([other.isError, other.text]).toEqual([
    true,
    expect.stringContaining('that change is of job Agreeing — Cook: pass one of the two'),
  ])
  expect((await me.call('undo', { changeId, id: job.id })).text).toContain('job Agreeing — Cook removed')
})

test('what was decided on mail is listed and taken back by its kind, with all that it changed', async () => {
  const her = await agent(gateway(), await gateway().caller()).inSession()
  const text = 'Thank you for applying to Initech for Cook. Unfortunately we chose another candidate.'
  const companies = ['Initech', 'Hooli', 'Globex']
  for (const company of companies) {
    await her.call('save_job', { company, role: 'Cook', status: 'applied' })
    await her.call('read_mail', { text: text.replace('Initech', company), from: `jobs@${company}.example` })
  }
  const corrected = await her.call('accept_inbox', { ids: ['Initech', 'Hooli'], status: 'interview' })
  expect([corrected.isError, corrected.text]).toEqual([
    true,
    expect.stringContaining('corrects one proposal'),
  ])
  await her.call('accept_inbox', { ids: ['Initech'] })
  await her.call('reject_inbox', { ids: ['Hooli'] })
  await her.call('log_activity', { jobId: 'Initech', title: 'Sad' })
  const states = async (args: Record<string, unknown>) => {
    const { text } = await her.call('list_inbox', args)
    return [...text.matchAll(/^\[\w+\] ((?:\w+: )?\w+) — Cook/gm)].map(([, told]) => told).sort()
  }
  expect(await states({ state: 'all' })).toEqual(['accepted: Initech', 'pending: Globex', 'rejected: Hooli'])
  expect(await states({})).toEqual(['pending: Globex'])
  const none = await her.call('list_inbox', { jobId: 'initech' })
  expect(none.text).toContain('No pending proposals with jobId')
  expect((await her.call('list_changes', { noun: 'inbox' })).text).toMatch(/you made 2 changes/)
  const plan = await her.call('undo', { noun: 'inbox', dryRun: true })
  expect(plan.text).toContain('Would take back 2 changes')
  const asked = await her.call('undo', { noun: 'inbox' })
  expect(asked.text).toMatch(/Take back 2 changes: .*job changed \(“Initech — Cook”\)/)
  await her.call('undo', { noun: 'inbox', confirmation: asked.structure.confirmation.token })
  expect(await states({})).toEqual(['pending: Globex', 'pending: Hooli', 'pending: Initech'])
  expect((await her.call('get_job', { id: 'initech' })).structure.job.status).toBe('applied')
  expect((await her.call('list_activities', { jobId: 'initech' })).structure.total).toBe(1)
  await her.call('accept_inbox', { ids: ['Globex'] })
  expect((await her.call('undo', { noun: 'inbox' })).text).toContain('job Globex — Cook changed')
  expect((await her.call('undo', { noun: 'inbox' })).isError).toBe(true)
})

test('a call that is refused midway names what it did before', async () => {
  const her = await agent(gateway(), await gateway().caller()).inSession()
  const ids: string[] = []
  for (const day of ['2027-01-04', '2027-01-06']) {
    const { structure } = await her.call('add_event', { title: `Call ${day}`, startsAt: `${day} 09:00` })
    ids.push(structure.event.id)
  }
  const { isError, text, meta } = await her.call('update_event', { ids, endsAt: '2027-01-04 10:00' })
  expect([isError, text]).toEqual([true, expect.stringContaining('What it changed before that stands')])
  const undone = await her.call('undo', { changeId: meta.changeIds[0] })
  expect(undone.text).toContain('event Call 2027-01-04 changed')
})
