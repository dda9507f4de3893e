// What a result says to an agent that reads nothing else: names, days of the person’s zone, and what was left undone.
import { expect, test } from 'vitest'
import { tokensOf } from '../../../tokens.ts'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

// A Friday.
const clock = { now: () => Date.parse('2026-11-27T15:00:00Z') }
const gateway = useGateway({}, (services) => ({ ...unlimited(services), clock }))
const someone = async () => agent(gateway(), await gateway().caller()).inSession()
type Agent = Awaited<ReturnType<typeof someone>>

/** A person in New York, where the end of a day is the next day in UTC. */
async function newYorker(): Promise<Agent> {
  const caller = await gateway().caller()
  const set = { action: 'time-zone', timeZone: 'America/New_York' }
  const { status, text } = await gateway().request('POST', '/api/mcp/me', {
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(set),
  })
  expect(status, text).toBeLessThan(300)
  return agent(gateway(), caller).inSession()
}

const mail = (from: string, subject: string, text: string, date: string): string =>
  [
    `From: ${from}`,
    `Message-ID: <${subject.replaceAll(/\W/g, '')}@x>`,
    `Subject: ${subject}`,
    `Date: ${date}`,
  ]
    .concat(['', text, ''])
    .join('\r\n')

const USD = { amount: 168_000, currency: 'USD' }

test('a day of the person’s zone is said as that day, never as the instant after it', async () => {
  const her = await newYorker()
  await her.call('save_job', { company: 'Lumen', role: 'Engineer', deadline: 'Dec 15' })
  const { text } = await her.call('get_job', { id: 'lumen' })
  expect(text).toContain('deadline: Tue 2026-12-15 23:59')
  const changed = await her.call('update_job', { id: 'lumen', deadline: 'Dec 20' })
  expect(changed.text).toContain('deadline from “Tue 2026-12-15 23:59” to “Sun 2026-12-20 23:59”')
  await her.call('add_offer', { jobId: 'lumen', base: USD, deadline: 'Dec 2' })
  const offer = await her.call('update_offer', { id: 'lumen', deadline: '2026-12-05' })
  const detailed = await her.call('list_offers', { response_format: 'detailed' })
  const picked = await her.call('list_offers', { fields: ['deadline'] })
  for (const said of [text, changed.text, offer.text, detailed.text, picked.text])
    expect(said.replace(/updatedAt: \S+/g, '')).not.toMatch(/\d{4}-\d\d-\d\dT/)
})

test('an offer that is added or changed is named, with what changed', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Globex', role: 'Cook' })
  const added = await her.call('add_offer', { jobId: 'globex', base: USD, deadline: '2026-12-02' })
  expect(added.text).toContain('Globex — Cook')
  const changed = await her.call('update_offer', { id: 'globex', deadline: '2026-12-05', ptoDays: 20 })
  expect(changed.text).toContain('deadline from “Wed 2026-12-02 23:59” to “Sat 2026-12-05 23:59”')
  expect(changed.text).toContain('Globex — Cook: changed ptoDays from “none” to “20”')
  const round = await her.call('update_offer', { id: 'globex', by: 'them', base: '175k' })
  expect(round.text).toContain('base from “168,000 USD a year” to “175,000 USD a year”')
})

test('what was decided before is said to be left as it is', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker', status: 'applied' })
  const no =
    'Unfortunately we have decided to move forward with other candidates for the Baker position at Initech.'
  await her.call('read_mail', {
    text: mail('Talent <jobs@initech.example>', 'Your application', no, 'Wed, 25 Nov 2026 10:00:00 +0000'),
  })
  const [, id] = /\[([0-9a-f]{8})\]/.exec((await her.call('list_inbox')).text)!
  expect((await her.call('accept_inbox', { ids: [id] })).text).toContain('Accepted 1:')
  expect((await her.call('accept_inbox', { ids: [id] })).text).toContain('Nothing changed: accepted before.')
})

test('an event and an activity name their company and person, alone and in lists', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Marrow', role: 'Chef', status: 'interviewing' })
  await her.call('add_contact', { name: 'Helen Osei', jobIds: ['marrow'], email: 'helen@marrow.example' })
  const event = { title: 'Onsite', startsAt: '2026-12-02 09:00', jobId: 'marrow', contactId: 'helen' }
  const call = { type: 'call', title: 'Agenda', jobId: 'marrow', contactId: 'helen' }
  for (const { text } of [
    await her.call('add_event', event),
    await her.call('update_event', { id: 'onsite', startsAt: '+1h' }),
    await her.call('list_events'),
    await her.call('log_activity', call),
    await her.call('update_activity', { id: 'agenda', body: 'Two parts' }),
    await her.call('list_activities'),
  ]) {
    expect(text).toContain('Marrow — Chef')
    expect(text).toContain('Helen Osei')
  }
  expect((await her.call('list_events')).structure.events[0]).toMatchObject({
    company: 'Marrow',
    contact: 'Helen Osei',
  })
  const known = await her.call('get_contact', { id: 'helen' })
  expect(known.text).toMatch(/Jobs:[\s\S]*Marrow — Chef · interviewing/)
  expect(known.text).toMatch(/Coming:[\s\S]*Onsite/)
})

test('mail of a person is shown with the person, and what a move would move', async () => {
  const her = await newYorker()
  await her.call('save_job', { company: 'Marrow', role: 'Chef', status: 'interviewing' })
  await her.call('add_contact', {
    name: 'Helen Osei',
    company: 'Marrow',
    jobIds: ['marrow'],
    email: 'helen@marrow.example',
  })
  const where = '300 Binney Court, Cambridge, MA'
  await her.call('add_event', {
    title: 'Onsite',
    type: 'interview',
    startsAt: '2026-12-02 09:00',
    jobId: 'marrow',
    location: where,
  })
  const move =
    'Hi Sam,\r\n\r\nWe need to move your onsite from Wednesday, December 2 at 9:00 am to Friday, December 4 at 9:30 am (Eastern). Same place, 300 Binney Court.\r\n\r\nHelen Osei\r\nTalent Partner, Marrow'
  await her.call('read_mail', {
    text: mail('Helen Osei <helen@marrow.example>', 'Re: Onsite', move, 'Fri, 27 Nov 2026 08:40:00 -0500'),
  })
  expect((await her.call('get_contact', { id: 'helen' })).text).toMatch(
    /Mail that nobody decided[\s\S]*move the interview/,
  )
  const pending = await her.call('list_inbox')
  expect(pending.text.split('move your onsite')).toHaveLength(2)
  const accepted = await her.call('accept_inbox', { ids: ['marrow'] })
  expect(accepted.text).toContain('startsAt Wed 2026-12-02 09:00 → Fri 2026-12-04 09:30')
  expect((await her.call('list_events')).structure.events[0].location).toBe(where)
})

test('a letter that gives more time for an offer moves the offer’s own deadline', async () => {
  const her = await newYorker()
  await her.call('save_job', { company: 'Initech', role: 'Chef', status: 'interviewing' })
  await her.call('add_contact', {
    name: 'Bill Lumbergh',
    company: 'Initech',
    jobIds: ['initech'],
    email: 'bill@initech.example',
  })
  await her.call('add_offer', { jobId: 'initech', base: USD, deadline: '2026-12-04' })
  const more =
    'Sam,\r\n\r\nAbout our offer for the Chef role: we can extend the deadline. Please let us know by December 9, 2026.\r\n\r\nBill Lumbergh\r\nInitech'
  await her.call('read_mail', {
    text: mail(
      'Bill Lumbergh <bill@initech.example>',
      'Your offer: more time',
      more,
      'Thu, 26 Nov 2026 16:00:00 -0600',
    ),
  })
  const accepted = await her.call('accept_inbox', { ids: ['initech'] })
  expect(accepted.text).toContain('offer')
  const { structure } = await her.call('list_events')
  expect(structure.events).toMatchObject([{ startsAt: '2026-12-10T04:59:59.999Z', type: 'deadline' }])
})

test('an offer that has to be answered within a week is suggested, wherever its job stands', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Globex', role: 'Cook', status: 'interviewing' })
  await her.call('add_offer', { jobId: 'globex', base: USD, deadline: '2026-12-02' })
  const { structure } = await her.call('list_suggestions')
  expect(structure.suggestions.map(({ kind }: { kind: string }) => kind)).toEqual(['decide', 'offered'])
  expect((await her.call('get_pipeline')).text).toContain('It has to be answered by 2026-12-02')
})

test('moves of a week say from where, and settled mail is not among the changes', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Initech', role: 'Baker' })
  for (const [status, at] of [
    ['applied', '-5d'],
    ['screening', '-3d'],
  ])
    await her.call('update_job_status', { id: 'initech', status, at })
  const no =
    'Unfortunately we have decided to move forward with other candidates for the Baker position at Initech.'
  await her.call('read_mail', {
    text: mail('Talent <jobs@initech.example>', 'Your application', no, 'Wed, 25 Nov 2026 10:00:00 +0000'),
  })
  await her.call('accept_inbox', { ids: ['initech'] })
  const { text } = await her.call('list_changes')
  expect(text).toContain('Initech — Baker: applied → screening')
  expect(text).not.toMatch(/decidedAt|proposal/)
})

test('a name that is nearly an argument’s is taken for it, or named', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Acme', role: 'Cook', status: 'applied', tags: ['fish'] })
  for (const [tool, args] of [
    ['log_activity', { job: 'acme', type: 'call', title: 'Spoke' }],
    ['add_event', { title: 'Call', start: '2026-12-01 10:00', job_id: 'acme' }],
    ['search_jobs', { tags: ['fish'] }],
    ['save_job', { company: 'Vega', title: 'Cook', place: 'Oslo' }],
    ['search_jobs', { status: 'open' }],
    ['analyze_compensation', { role: 'cook', city: 'Chicago', offered_base: '$35k' }],
  ] as const) {
    const { isError, text } = await her.call(tool, args)
    expect(isError, `${tool} ${text}`).toBe(false)
  }
  expect((await her.call('search_jobs', { status: 'open' })).structure.total).toBe(2)
  for (const [tool, args, meant] of [
    ['search_jobs', { page: 2 }, 'cursor for page'],
    ['snooze_suggestion', { suggestion: 'x', until: 'friday' }, 'days for until'],
    ['import_jobs', { csv: 'company,role' }, 'rows for csv'],
    ['compare_offers', { rates: { EUR: 1.08 } }, 'assumptions for rates'],
  ] as const)
    expect((await her.call(tool, args)).text).toContain(`Did you mean ${meant}?`)
})

test('several events of a job are named when one was meant, and several that moved together come back together', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Kestrel', role: 'Chef', status: 'interviewing' })
  for (const [title, startsAt] of [
    ['Panel', '2026-12-01 10:00'],
    ['Final', '2026-12-01 14:00'],
  ])
    await her.call('add_event', { title, startsAt, jobId: 'kestrel', type: 'interview' })
  const unsure = await her.call('update_event', { jobId: 'kestrel', startsAt: '+1d' })
  expect(unsure.text).toContain('Panel')
  const ids = [...unsure.text.matchAll(/\[([0-9a-f]{8})\]/g)].map(([, id]) => id)
  await her.call('update_event', { ids, startsAt: '+1d' })
  const asked = await her.call('undo')
  expect(asked.text).toContain('Take back 2 changes')
  await her.call('undo', { confirmation: asked.structure.confirmation.token })
  const { structure } = await her.call('list_events')
  expect(structure.events.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
    '2026-12-01T10:00:00.000Z',
    '2026-12-01T14:00:00.000Z',
  ])
})

test('offers are compared with their deadlines, and our own words stand outside the marks', async () => {
  const her = await someone()
  for (const [company, base] of [
    ['Globex', 168_000],
    ['Initech', 182_000],
  ] as const) {
    await her.call('save_job', { company, role: 'Cook' })
    await her.call('add_offer', {
      jobId: company,
      base: { amount: base, currency: 'USD' },
      bonus: { percent: 10 },
      deadline: '2026-12-02',
    })
  }
  const { text } = await her.call('compare_offers')
  expect(text).toContain('answer by Wed 2026-12-02')
  const outside = text.replace(/<(data-[0-9a-f]{8})>[\s\S]*?<\/\1>/g, '')
  expect(outside).toContain('Assumed: ')
  const counter = await her.call('counter_offer', { id: 'globex', goal: '180k' })
  expect(counter.text.replace(/<(data-[0-9a-f]{8})>[\s\S]*?<\/\1>/g, '')).toContain('Beside the base')
})

test('a record is told without what its lines and sections tell', async () => {
  const her = await someone()
  await her.call('save_job', {
    company: 'Marrow',
    role: 'Chef',
    status: 'interviewing',
    salary: '$160k-185k',
  })
  await her.call('add_contact', { name: 'Helen Osei', jobIds: ['marrow'] })
  await her.call('add_event', { title: 'Onsite', startsAt: '2026-12-02 09:00', jobId: 'marrow' })
  const { text } = await her.call('get_job', { id: 'marrow' })
  expect(text).not.toMatch(/contactIds|createdAt/)
  expect(tokensOf(text), text).toBeLessThan(360)
})

test('what changed is said with its company, also what was moved beside an offer that stays', async () => {
  const her = await someone()
  await her.call('save_job', { company: 'Globex', role: 'Cook', status: 'interviewing' })
  await her.call('add_offer', { jobId: 'globex', base: USD, deadline: '2026-12-02' })
  await her.call('add_event', { title: 'Final', startsAt: '2026-12-01 10:00', jobId: 'globex' })
  const { text } = await her.call('list_changes')
  expect(text).toContain('event Final of Globex created')
  expect(text).toContain('offer 168,000 USD a year of Globex created')
  const moved = await her.call('update_event', { id: 'offer expires', startsAt: '+1d' })
  expect(moved.text).toContain(
    'The offer still has to be answered by Wed 2026-12-02 23:59: update_offer moves that.',
  )
})

test('a job that ended names the events that it leaves in the calendar', async () => {
  const her = agent(gateway(), await gateway().caller())
  await her.call('save_job', { company: 'Elm', role: 'Cook' })
  await her.call('add_event', {
    jobId: 'elm',
    type: 'interview',
    title: 'Trial shift',
    startsAt: '2031-03-03 10:00',
  })
  expect((await her.call('update_job_status', { id: 'elm', status: 'interviewing' })).text).not.toContain(
    'Still in',
  )
  for (const which of [{ id: 'elm' }, { ids: ['elm'] }]) {
    const { text } = await her.call('update_job_status', { ...which, status: 'rejected' })
    expect(text).toMatch(/Still in the calendar: \[[0-9a-f]{8}\] Trial shift\./)
  }
})

test('what a pasted posting was not read for is said', async () => {
  const her = agent(gateway(), await gateway().caller())
  const posting = 'Acme in Oslo pays well: 70,000 to 90,000 EUR, apply by May 3.'
  const { text } = await her.call('save_job', { company: 'Acme', role: 'Cook', location: 'Oslo', posting })
  expect(text).toContain('Not read from the posting: salary.')
})

test('a job with more than it shows says how many there are, and a person has all events', async () => {
  const her = agent(gateway(), await gateway().caller())
  await her.call('save_job', { company: 'Acme', role: 'Cook' })
  await her.call('add_contact', { name: 'Ann Oak', jobIds: ['acme'] })
  for (let n = 0; n < 22; n += 1)
    await her.call('log_activity', { title: `Call ${n}`, jobId: 'acme', contactId: 'ann' })
  expect((await her.call('get_job', { id: 'acme' })).text).toContain('Activities, latest first (20 of 22):')
  expect((await her.call('get_contact', { id: 'ann' })).text).toContain('Activities (20 of 22):')
  for (let n = 1; n <= 101; n += 1)
    await her.call('add_event', { title: `Visit ${n}`, startsAt: `+${n}d 09:00`, jobId: 'acme' })
  const last = { title: 'Last visit', startsAt: '+200d 09:00', contactId: 'ann', jobId: 'acme' }
  await her.call('add_event', last)
  expect((await her.call('get_job', { id: 'acme' })).text).toContain('Coming (20 of 102):')
  expect((await her.call('get_contact', { id: 'ann' })).text).toContain('Last visit')
  const { body } = await her.rpc('resources/read', { uri: 'crm://calendar/upcoming' })
  expect(body.result.contents[0].text).toContain('50 of 102 events.')
})
