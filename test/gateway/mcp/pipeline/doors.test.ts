// What both doors offer: pay beside the pipeline, sets to narrow the list, versions, merging, several jobs at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { agent, PATH, type Agent } from './agent.ts'

const gateway = useGateway({}, unlimited)
let caller: Caller
let me: Agent
beforeAll(async () => {
  caller = await gateway().caller()
  me = await agent(gateway(), caller).inSession()
  for (const company of ['Acme', 'Globex', 'Initech']) await me.call('save_job', { company, role: 'Cook' })
})

describe('pay', () => {
  test('is answered with an extension token, both figures apart, in text and structure', async () => {
    const { text, structure, isError } = await me.call('analyze_compensation', { role: 'registered nurse' })
    expect([isError, text.includes('Registered Nurse')]).toEqual([false, true])
    expect(structure).toMatchObject({ pay: expect.any(Object), offers: expect.anything() })
    expect(structure.untrusted).toBeUndefined()
    const next = await me.call('analyze_compensation', { role: 'zzqx' })
    expect(next.meta.next.tool).toBe('discover_roles_and_cities')
  })

  test('of a bare jobs token is not, because it reads and writes jobs and nothing else', async () => {
    const { body } = await gateway().request('POST', PATH, {
      headers: {
        authorization: `Bearer ${(await narrow('jobs:write')).token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const names = body.result.tools.map(({ name }: { name: string }) => name) as string[]
    expect([names.includes('save_job'), names.includes('analyze_compensation')]).toEqual([true, false])
  })
})

async function narrow(scope: string): Promise<{ token: string }> {
  const { addToken } = await import('../../../../core/identity/operations.ts')
  const { as, call } = await import('../../../harness.ts')
  const { token } = await call(addToken, as(gateway().core, caller.principal), { name: scope, scope })
  return { token: String(token) }
}

test('?tools= narrows the list by set; what is not in it cannot be called; an unknown set is refused', async () => {
  const ask = (query: string, method: string, params: object = {}) =>
    gateway().request('POST', `${PATH}?tools=${query}`, {
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const { body } = await ask('pay,offers', 'tools/list')
  const names = body.result.tools.map(({ name }: { name: string }) => name) as string[]
  expect(names).toEqual(expect.arrayContaining(['analyze_market', 'compare_offers', 'delete_record', 'undo']))
  expect(names).not.toContain('search_jobs')
  expect((await ask('pay', 'tools/call', { name: 'search_jobs' })).body.error.code).toBe(-32602)
  const strange = await ask('nonsense', 'tools/list')
  expect([strange.status, strange.body.id, strange.body.error.message]).toEqual([
    400,
    1,
    expect.stringContaining('search, pay, offers, reach'),
  ])
})

test('?read_only=1 leaves only what reads, whatever the token may do; an unknown option is refused', async () => {
  const ask = (query: string, method: string, params: object = {}) =>
    gateway().request('POST', `${PATH}?${query}`, {
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const { body } = await ask('read_only=1', 'tools/list')
  const tools = body.result.tools as { annotations: { readOnlyHint: boolean } }[]
  expect(tools.length).toBeGreaterThan(5)
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  const save = { name: 'save_job', arguments: { company: 'Zephyr', role: 'Baker' } }
  expect((await ask('read_only=true', 'tools/call', save)).body.error.code).toBe(-32602)
  expect((await ask('read_only=0', 'tools/call', save)).body.result.isError).toBeUndefined()
  for (const query of ['readonly=1', 'read_only=maybe', 'read_only=1&read_only=0'])
    expect((await ask(query, 'tools/list')).status, query).toBe(400)
})

test('a change on an older version is refused, and changes nothing', async () => {
  await me.call('add_contact', { name: 'Jane' })
  await me.call('log_activity', { type: 'note', title: 'Spoke' })
  await me.call('add_event', { title: 'Onsite', startsAt: 'tomorrow 3pm' })
  await me.call('add_offer', { jobId: 'acme', base: { amount: 100_000, currency: 'USD' } })
  const expectedUpdatedAt = '2001-01-01T00:00:00.000Z'
  for (const [name, args] of [
    ['update_job', { id: 'acme', salary: '$1' }],
    ['update_job_status', { id: 'acme', status: 'applied' }],
    ['update_contact', { id: 'jane', title: 'Boss' }],
    ['update_activity', { id: 'spoke', body: 'x' }],
    ['update_event', { id: 'onsite', location: 'Here' }],
    ['update_offer', { id: 'acme', signing: 1 }],
    ['update_offer', { id: 'acme', by: 'me', signing: 1 }],
  ] as const) {
    const refused = await me.call(name, { ...args, expectedUpdatedAt })
    expect([refused.isError, refused.meta.code], name).toEqual([true, 'record_changed'])
  }
  const several = { ids: ['acme'], status: 'applied', expectedUpdatedAt }
  expect((await me.call('update_job_status', several)).text).toContain('expectedUpdatedAt is of one job')
  const { structure } = await me.call('get_job', { id: 'acme' })
  expect(structure.job.salary).toBeUndefined()
  const current = structure.job.updatedAt as string
  const done = await me.call('update_job', { id: 'acme', salary: '$2', expectedUpdatedAt: current })
  expect(done.structure.job.salary).toBe('$2')
  const cleared = await me.call('update_job', { id: 'acme', clear: ['salary'] })
  expect(cleared.structure.job.salary).toBeUndefined()
})

test('what is linked to the wrong job is unlinked', async () => {
  await me.call('log_activity', { type: 'note', title: 'Stray note', jobId: 'acme' })
  await me.call('add_event', { title: 'Stray visit', startsAt: 'tomorrow 5pm', jobId: 'acme' })
  const note = await me.call('update_activity', { id: 'stray note', clear: ['jobId'] })
  const visit = await me.call('update_event', { id: 'stray visit', jobId: '' })
  expect([note.isError, visit.isError]).toEqual([false, false])
  expect(note.structure.activity).not.toHaveProperty('jobId')
  expect(visit.structure.event).not.toHaveProperty('jobId')
})

test('several jobs move in one change, which one undo takes back', async () => {
  const moved = await me.call('update_job_status', {
    ids: ['globex', 'initech'],
    status: 'applied',
    note: 'Sent.',
  })
  expect(moved.structure.jobs).toHaveLength(2)
  expect((await me.call('get_job', { id: 'globex' })).text).toContain('Sent.')
  await me.call('undo', { changeId: moved.structure.changeId })
  expect((await me.call('get_job', { id: 'initech' })).structure.job.status).toBe('saved')
})

test('two entries of a job are merged once that is confirmed; a likely duplicate is said', async () => {
  const twin = await me.call('save_job', { company: 'Globex', role: 'Cook', notes: 'From the fair.' })
  expect(twin.text).toContain('may be there already')
  const { id } = twin.structure.job
  const { updatedAt: expectedUpdatedAt } = (await me.call('get_job', { id: 'initech' })).structure.job
  const args = { id: 'initech', mergeFrom: id, priority: 'high', expectedUpdatedAt }
  const older = await me.call('update_job', { ...args, expectedUpdatedAt: '2001-01-01T00:00:00.000Z' })
  expect([older.isError, older.meta.code]).toEqual([true, 'record_changed'])
  const held = await me.call('update_job', args)
  const done = await me.call('update_job', { ...args, confirmation: held.structure.confirmation.token })
  expect(held.text).toContain(`Fold “Globex — Cook” [${id.slice(-8)}] (saved) into “Initech`)
  expect(done.text).toContain(`Merged [${id.slice(-8)}] into [`)
  expect(done.structure.job.priority).toBe('high')
  expect((await me.call('get_job', { id: 'initech' })).text).toContain('From the fair.')
  expect((await me.call('get_job', { id })).meta.code).toBe('job_not_found')
})

test('a status told late does not pass for the current one', async () => {
  const { structure } = await me.call('save_job', { company: 'Nova', role: 'Cook' })
  const { id } = structure.job
  await me.call('update_job_status', { id, status: 'interviewing' })
  const late = { status: 'screening', at: '2026-01-05' }
  const stays = 'Nova — Cook stays interviewing, which is later: screening is in its history.'
  expect((await me.call('update_job_status', { id, ...late })).text).toContain(stays)
  expect((await me.call('update_job_status', { ids: [id], ...late })).text).toContain(
    `0 jobs are screening. ${stays}`,
  )
})

test('a merge says which fields the notes keep, and when it moves the job', async () => {
  const kept = await me.call('save_job', { company: 'Vela', role: 'Cook', salary: '$1' })
  const twin = { company: 'Vela Inc', role: 'Cook', salary: '$2', status: 'screening' }
  const { id } = (await me.call('save_job', twin)).structure.job
  const args = { id: kept.structure.job.id, mergeFrom: id }
  const held = await me.call('update_job', args)
  expect(held.text).toMatch(
    /“Vela Inc — Cook” \[\w{8}\] \(screening\) into “Vela — Cook” \[\w{8}\] \(saved\), which stays/,
  )
  expect(held.text).toContain('The notes keep the other entry’s company, salary.')
  const done = await me.call('update_job', { ...args, confirmation: held.structure.confirmation.token })
  expect(done.text).toContain(
    'Its status was saved and is screening now. The notes keep the other entry’s company, salary.',
  )
})

test('everything is searched at once', async () => {
  await me.call('log_activity', { type: 'note', title: 'Zebra crossing', jobId: 'acme' })
  const { text, structure } = await me.call('search_everything', { query: 'zebra' })
  expect(structure.results).toMatchObject([{ type: 'activity', title: 'note: Zebra crossing' }])
  expect(text).toContain('activity: note: Zebra crossing')
})

test('dates in words are of the person’s zone, which /settings and POST /api/mcp/me set', async () => {
  const person = await gateway().caller()
  const wrong = await person.send('POST', '/api/mcp/me', { action: 'time-zone', timeZone: 'Mars/Base' })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  await person.send('POST', '/api/mcp/me', { action: 'time-zone', timeZone: 'Asia/Tokyo' })
  expect((await person.get('/api/mcp/me')).body.timeZone).toBe('Asia/Tokyo')
  await agent(gateway(), person).call('add_event', { title: 'Onsite', startsAt: 'tomorrow 3pm' })
  const { body } = await person.get('/api/mcp/calendar')
  expect(body.events[0].startsAt).toMatch(/T06:00:00/)
})

test.each([
  [{ startsAt: 'tomorrow 3pm' }, true],
  [{ startsAt: 'tomorrow 3pm PT' }, false],
  [{ startsAt: '2031-12-01T10:00+01:00' }, false],
  [{ startsAt: 'tomorrow 3pm', timeZone: 'Asia/Tokyo' }, false],
])('where nothing says the person’s zone, the result says whose was taken: %j', async (times, isSaid) => {
  const stranger = agent(gateway(), await gateway().caller())
  const { text } = await stranger.call('add_event', { title: 'Onsite', ...times })
  expect(text.includes('The person’s time zone is unknown')).toBe(isSaid)
}) // prettier-ignore

test.each([
  [
    'add_event',
    { title: 'Onsite', startsAt: 'tomorrow around 3pm' },
    'startsAt: An approximate time was read',
  ],
  [
    'add_event',
    { title: 'Onsite', startsAt: 'tomorrow 3pm', endsAt: 'at 5' },
    'endsAt: It does not say morning',
  ],
  ['log_activity', { title: 'Call', occurredAt: 'yesterday 3pm IST' }, 'occurredAt: IST was read as'],
  ['list_activities', { from: 'yesterday at 5' }, 'from: It does not say morning or afternoon.'],
])('what is doubtful of a date is said with the result: %s %j', async (tool, args, doubt) => {
  const { text } = await me.call(tool, args)
  expect(text).toContain(doubt)
})

test('tags are parted at commas, a bare number of pay is remarked, and a title has one full stop', async () => {
  const added = { company: 'Brightloom Inc.', role: 'Cook', tags: 'java, cloud', salary: 185_000 }
  const { structure, text } = await me.call('save_job', added)
  expect(structure.job.tags).toEqual(['java', 'cloud'])
  expect(text).toContain('The pay “185000” says no currency and no period')
  const { id } = structure.job
  const said = await me.call('update_job', { id, salary: '$185k a year' })
  expect(said.text).not.toContain('says no currency')
  const swiss = await me.call('update_job', { id, salary: "CHF 9'200 x 13" })
  expect(swiss.text).toContain('Of the pay, “x 13” is not counted: a year is twelve months of this pay.')
  const little = { id, salary: '$3,000 a year' }
  expect((await me.call('update_job', little)).text).toContain('Of the pay, “$3,000 a year” is no amount')
  const pesos = await me.call('update_job', { ...little, location: 'Mexico City, Mexico' })
  expect(pesos.text).not.toContain('Of the pay')
  const { structure: person } = await me.call('add_contact', { name: 'Jo', tags: ['a, b', 'b'] })
  const many = await me.call('add_contact', { name: 'Al', tags: ['a,b,c,d,e,f', 'g,h,i,j,k'] })
  expect(many.text).toContain('tags has more than 10 items')
  expect(person.contact.tags ?? (await me.call('get_contact', { id: 'jo' })).structure.contact.tags).toEqual([
    'a',
    'b',
  ])
})
