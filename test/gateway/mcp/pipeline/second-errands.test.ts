// What a second examiner met in his errands: each fault is a test.
import { expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

// A Friday evening in New York, and Saturday in UTC.
const clock = { now: () => Date.parse('2026-11-28T00:36:00Z') }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))
const timeZone = 'America/New_York'

async function someone() {
  const caller = await gateway().caller()
  await caller.send('POST', '/api/mcp/me', { action: 'time-zone', timeZone })
  const loose = agent(gateway(), caller)
  return { loose, her: await loose.inSession() }
}

test('a new session names the work of the ones before it, with the same token only', async () => {
  const { her, loose } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  const { work } = (await her.call('update_job', { id: 'initech', priority: 'high' })).structure
  const next = await loose.inSession()
  const { text } = await next.call('list_changes', { from: 'today' })
  expect(text).toContain('you made no change in this session')
  expect(text).toContain(
    `other sessions of yours made 2, the latest with work "${work}" (2, until Fri 2026-11-27 19:36)`,
  )
  const refused = await next.call('undo')
  expect(refused.isError).toBe(true)
  expect(refused.text).toContain(`Pass the work of another: work "${work}"`)
  const undone = await next.call('undo', { work, dryRun: true })
  expect(undone.text).toContain('job Initech — Baker changed')
  const stranger = (await someone()).her
  expect((await stranger.call('list_changes', { from: 'today' })).text).not.toContain('other sessions')
  expect((await stranger.call('undo')).text).not.toContain('other sessions')
})

test('a follow-up that falls due stays in sight until it is done, and the job keeps its other nudges', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  await her.call('update_job_status', { id: 'initech', status: 'applied', at: '-50d' })
  expect((await her.call('list_suggestions')).text).toContain('Let Baker at Initech go')
  const today = await her.call('add_event', {
    ...{ title: 'Ping them', type: 'follow-up', jobId: 'initech', startsAt: 'today' },
  })
  expect(today.text).toContain('Planned:')
  const shown = async () => {
    const [suggested, events, job] = await Promise.all([
      her.call('list_suggestions'),
      her.call('list_events'),
      her.call('get_job', { id: 'initech' }),
    ])
    return {
      suggested: suggested.text,
      events: events.text,
      job: job.text,
      rows: suggested.structure.suggestions,
    }
  }
  const due = await shown()
  expect(due.suggested).toContain('“Ping them” at Initech is due. It was planned for today')
  expect(due.suggested).toContain('Let Baker at Initech go')
  expect([due.events, due.job].map((text) => text.includes('Ping them'))).toEqual([true, true])
  expect((await her.call('get_pipeline')).text).toContain('“Ping them” is due')
  await her.call('update_event', { id: today.structure.event.id, startsAt: '2026-11-25' })
  const late = await shown()
  expect(late.suggested).toContain('It was planned for 2 days ago')
  const { tool, arguments: args } = late.rows.find(({ kind }: { kind: string }) => kind === 'due').action
  expect((await her.call(tool, args)).isError).toBe(false)
  expect((await shown()).suggested).not.toContain('Ping them')
})

test('a follow-up ahead answers the nudge to follow up, and one that is due takes its place', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  await her.call('update_job_status', { id: 'initech', status: 'applied', at: '-12d' })
  const kinds = async () =>
    (await her.call('list_suggestions')).structure.suggestions.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).toEqual(['follow-up'])
  const ahead = { title: 'Ping', type: 'follow-up', jobId: 'initech', startsAt: 'tomorrow' }
  const { structure } = await her.call('add_event', ahead)
  expect(await kinds()).toEqual([])
  await her.call('update_event', { id: structure.event.id, startsAt: 'yesterday' })
  expect(await kinds()).toEqual(['due'])
})

test('a weekday moves an event to the next one, and a move into the past is said', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  const planned = { title: 'Onsite', type: 'interview', jobId: 'initech', startsAt: '2026-12-03 13:00' }
  const { structure } = await her.call('add_event', planned)
  const { id } = structure.event
  const moved = await her.call('update_event', { id, startsAt: 'Friday' })
  expect(moved.text).toContain('Fri 2026-12-04 13:00')
  expect(moved.text).not.toContain('past')
  const past = await her.call('update_event', { id, startsAt: 'yesterday' })
  expect(past.text).toContain('Changed; it is in the past now.')
  // Past events of a job, and what was noted about them, are part of it.
  await her.call('update_event', { id, notes: 'Ask for Ann.' })
  const { text, structure: whole } = await her.call('get_job', { id: 'initech' })
  expect(text).toMatch(/Past events, latest first:\n.*\n.*Onsite.*Ask for Ann\./)
  expect(whole.events).toMatchObject([{ title: 'Onsite', notes: 'Ask for Ann.' }])
})

test('a day is the person’s everywhere', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  await her.call('update_job_status', { id: 'initech', status: 'screening' })
  expect((await her.call('get_pipeline')).text).toContain('2026-11-27 screening: Initech — Baker')
  await her.call('save_job', { company: 'Hooli', role: 'Baker', deadline: 'tomorrow' })
  const [{ id: suggestionId }] = (await her.call('list_suggestions')).structure.suggestions
  const snoozed = await her.call('snooze_suggestion', { suggestionId, days: 3 })
  expect(snoozed.text).toContain('until Mon 2026-11-30. That is after Sat 2026-11-28 23:59, when it is due.')
})

test('changes of a span of days begin with its first day, and count moves only', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  for (const from of ['-7d', undefined]) {
    const { text } = await her.call('list_changes', { ...(from && { from }) })
    expect(text).toContain('from Fri 20 Nov 00:00')
  }
  const offers = await her.call('list_changes', { noun: 'offer' })
  expect(offers.text).not.toContain('no job moved')
  for (const role of ['Cook', 'Cook'])
    await her.call('save_job', { company: 'Acme', role, status: 'applied', allowDuplicate: true })
  const { jobs } = (await her.call('search_jobs', { company: 'Acme' })).structure
  const [one, other] = jobs.map(({ id }: { id: string }) => id)
  await her.call('update_job_status', { id: one, status: 'applied', at: '-3d' })
  const asked = await her.call('update_job', { id: one, mergeFrom: other })
  await her.call('update_job', {
    id: one,
    mergeFrom: other,
    confirmation: asked.structure.confirmation.token,
  })
  expect((await her.call('list_changes')).text).not.toContain('applied → applied')
})

test('a next step that is suggested reads as a sentence, and its call fits the schema', async () => {
  const { her } = await someone()
  await her.call('save_job', {
    company: 'Initech',
    role: 'Baker',
    nextStep: 'Finish application',
    deadline: '+3d',
  })
  const { text, structure } = await her.call('list_suggestions')
  expect(text).toContain('Finish application, for Baker at Initech.')
  expect((await her.call('get_pipeline')).text).toContain(
    'Initech — Baker: Finish application. Your next step',
  )
  const { tool, arguments: args } = structure.suggestions[0].action
  expect(args).toMatchObject({ clear: ['nextStep', 'deadline'] })
  expect((await her.call(tool, args)).isError).toBe(false)
  const both = await her.call('update_job', { id: 'initech', nextStep: 'Call', clear: ['nextStep'] })
  expect([both.isError, both.text.includes('nextStep')]).toEqual([true, true])
})

test('a deadline that passed, and a call, are suggested too', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker', deadline: '-2d' })
  await her.call('save_job', { company: 'Hooli', role: 'Cook' })
  await her.call('update_job_status', { id: 'hooli', status: 'screening' })
  await her.call('update_job', { id: 'hooli', deadline: '+2d' })
  await her.call('add_event', {
    title: 'Phone screen',
    type: 'call',
    jobId: 'hooli',
    startsAt: 'tomorrow 10:00',
  })
  const { text } = await her.call('list_suggestions')
  expect(text).toContain('The last day to apply was 2026-11-25')
  expect(text).toContain('Prepare for “Phone screen” at Hooli. The call begins in')
  expect(text).toContain('Meet the deadline, for Cook at Hooli')
})

test.each([
  ['Denver, CO', 'USD 150,000 – 180,000 a year', '“$170k-$205k” is for another place'],
  ['Denver, CO or New York, NY', null, 'is one of several ranges: say which place is meant'],
])('ranges of several places are told apart, in %s', async (location, read, left) => {
  const { her } = await someone()
  const salary = '$150k–$180k (Denver), $170k–$205k (New York)'
  const { text } = await her.call('save_job', { company: 'Initech', role: 'Baker', location, salary })
  expect(text).toContain(left)
  expect(text.includes('Its pay is read as')).toBe(read !== null)
  if (read) expect(text).toContain(read)
  expect(text).toContain(salary)
  const bare = await her.call('save_job', { company: 'Hooli', role: 'Baker', salary: '150k' })
  expect(bare.text).toContain('The pay “150k” says no currency:')
})

test.each([
  ['december', 'december', 'from Tue 1 Dec 00:00 to Thu 31 Dec 23:59'],
  ['november', 'november', 'from Sun 1 Nov 00:00 to Mon 30 Nov 23:59'],
  ['2026-12', '2026-12', 'from Tue 1 Dec 00:00 to Thu 31 Dec 23:59'],
  ['this weekend', 'this weekend', 'from Sat 28 Nov 00:00 to Sun 29 Nov 23:59'],
  ['today', '+3bd', 'from Fri 27 Nov 00:00 to Wed 2 Dec 23:59'],
])('from %s to %s is read', async (from, to, period) => {
  const { her } = await someone()
  expect((await her.call('list_events', { from, to })).text).toContain(period)
})

test('an event may end a duration after its start', async () => {
  const { her } = await someone()
  const { structure } = await her.call('add_event', {
    ...{ title: 'Call', type: 'call', startsAt: 'tomorrow 3pm', endsAt: '2 hours' },
  })
  expect(structure.event).toMatchObject({
    startsAt: '2026-11-28T20:00:00.000Z',
    endsAt: '2026-11-28T22:00:00.000Z',
  })
})

test('an entry is not merged into itself, and nobody is asked', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  const told = await her.call('update_job', { id: 'initech', mergeFrom: 'initech' })
  expect(told.isError).toBe(true)
  expect(told.text).toContain('mergeFrom is the same record')
})

test('the door of pay refuses an option that it does not have', async () => {
  const path = '/api/v1/intelligence/mcp?foo=1'
  const { status, text } = await gateway().request('POST', path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect([status, text.includes('There is no option foo.')]).toEqual([400, true])
})

test('a decided job says which of its offers is still open', async () => {
  const { her } = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  const base = { amount: 90_000, currency: 'USD', period: 'year' }
  const { structure } = await her.call('add_offer', { jobId: 'initech', base })
  const told = await her.call('update_job_status', { id: 'initech', status: 'rejected' })
  expect(told.text).toContain(`Its offer [${structure.offer.id.slice(-8)}] is still open`)
})

test('next steps without a date are suggested, and all of them are counted', async () => {
  const her = agent(gateway(), await gateway().caller())
  const rows = Array.from({ length: 35 }, (_, n) => ({
    Company: `Acme ${n}`,
    Position: 'Cook',
    'Next step': 'Call Jane',
  }))
  await her.call('import_jobs', { rows })
  const { text, structure } = await her.call('list_suggestions')
  expect(text).toContain('15 of 35 suggestions.')
  expect(structure.suggestions[0]).toMatchObject({ kind: 'step', reason: 'Your next step has no date.' })
})
