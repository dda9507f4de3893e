// Arguments are read as models write them, where the meaning is certain.
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'
import { leniently } from '../../../../gateway/mcp/lenient.ts'
import { JOB_TOOLS } from '../../../../gateway/mcp/pipeline/jobs.ts'

const gateway = useGateway({}, unlimited)
let me: Agent

beforeAll(async () => {
  me = agent(gateway(), await gateway().caller())
  await me.call('save_job', { company: 'Acme, Inc.', role: 'Chef', priority: 'HIGH' })
  await me.call('update_job_status', { id: 'acme', status: 'Applied' })
})

test.each<[string, object]>([
  ['one status for a list', { status: 'applied' }],
  ['several in one text', { status: 'applied, Offer' }],
  ['a number as text', { limit: '5' }],
  ['a word in capitals', { priority: 'HIGH' }],
])('%s', async (_, args) => {
  const { isError, structure } = await me.call('search_jobs', { ...args })
  expect([isError, structure.total]).toEqual([false, 1])
})

test('a number where pay is a text, and a name with a comma where a list is expected', async () => {
  const saved = await me.call('update_job', { id: 'acme', salary: 150_000 })
  expect(saved.isError, saved.text).toBe(false)
  const added = await me.call('add_contact', { name: 'Jane', jobIds: 'Acme, Inc.' })
  expect(added.isError, added.text).toBe(false)
})

test.each<[string, string, object]>([
  ['the noun of the tool for an id', 'get_job', { job_id: 'acme' }],
  ['the same in a list of one', 'get_job', { id: ['acme'] }],
  ['a job as people say it', 'get_job', { id: 'Chef at Acme' }],
  ['a name that other tools have', 'search_jobs', { q: 'acme', max_results: 5 }],
  ['more rows than a page has', 'search_jobs', { limit: 1_000 }],
  ['fields in one text', 'search_jobs', { fields: 'company, role' }],
  ['a text that is empty', 'search_jobs', { query: 'acme', company: '', priority: '' }],
  ['the ends of a period', 'list_events', { start: 'today', end: '+7d' }],
  ['the beginning of one', 'list_activities', { since: 'monday', job: 'acme' }],
  ['a date', 'update_job_status', { job: 'acme', status: 'applied', date: 'yesterday' }],
  ['an event', 'add_event', { title: 'Call', start_time: 'tomorrow 9am', type: 'phone' }],
  ['a mail', 'log_activity', { type: 'Email', subject: 'Hello', text: 'I wrote.', job: 'acme' }],
  ['a person', 'add_contact', { full_name: 'Bo Li', position: 'CTO', linkedin: 'linkedin.com/in/boli' }],
  [
    'an offer',
    'add_offer',
    { job: 'acme', base_salary: '180k USD', bonus: '15%', equity: { value: '100k' } },
  ],
  ['a company and a role for an id', 'get_job', { company: 'Acme', role: 'Chef' }],
  ['a name in a search', 'search_contacts', { name: 'Jane' }],
  ['a query for an id', 'get_job', { query: 'acme' }],
  [
    'a role beside a title',
    'add_event',
    { title: 'Call', company: 'acme', role: 'Chef', startsAt: 'friday 9am' },
  ],
  ['a state', 'list_postings', { status: 'new' }],
  ['a company for a job', 'log_activity', { type: 'LinkedIn message', company: 'acme', name: 'Hello' }],
  ['a list of one job', 'log_activity', { type: 'note', jobs: ['acme'], title: 'Hello' }],
  ['several events', 'delete_record', { noun: 'job', id: ['acme', 'chef'] }],
  ['a number in words', 'search_jobs', { limit: 'twenty-five', status: 'all' }],
  ['yes', 'import_jobs', { rows: { Company: 'Umbrella', Position: 'Cook' }, dryRun: 'yes' }],
  ['a zone by its name', 'update_job', { id: 'acme', deadline: 'tomorrow', tz: 'Pacific Time' }],
  ['a zone by a city', 'update_job', { id: 'acme', deadline: 'tomorrow', timezone: 'Berlin' }],
  ['a duration', 'add_event', { name: 'Lunch', startsAt: 'tomorrow noon', duration: 'one hour' }],
  [
    'a benefit by its name',
    'add_offer',
    { company: 'acme', base: '$200k', benefits: ['gym'], signing: '$5k' },
  ],
  ['a zone where times are only shown', 'get_pipeline', { timeZone: 'New York' }],
  ['the day of a list', 'list_events', { date: 'tomorrow' }],
  ['the mail itself', 'read_mail', { body: 'We regret that we chose another candidate for Cook at Acme.' }],
  ['a reason', 'update_job_status', { id: 'acme', status: 'applied', reason: 'sent by post' }],
  ['pay and link', 'save_job', { employer: 'Vega', role: 'Cook', pay: '$50k', link: 'vega.example/1' }],
  ['what is due', 'add_event', { job: 'acme', type: 'follow-up', title: 'Nudge', dueDate: 'friday' }],
  ['a summary', 'log_activity', { job: 'acme', type: 'call', summary: 'They like me.' }],
  ['open offers', 'list_offers', { status: 'open' }],
  ['a period', 'add_offer', { job: 'acme', base: { amount: '180,000', currency: 'usd', period: 'annual' } }],
])('%s is understood', async (_, tool, args) => {
  const { isError, text } = await me.call(tool, { ...args })
  expect([isError, text]).toEqual([false, expect.any(String)])
})

test('an amount with a sign brings its currency; another currency and a share are refused', async () => {
  const added = await me.call('add_offer', { job: 'acme', base: { amount: '€95.000' }, signing: '€5k' })
  expect(added.structure.offer).toMatchObject({ base: { amount: 95_000, currency: 'EUR' }, signing: 5_000 })
  for (const args of [
    { base: '€95k', signing: '$5k' },
    { base: '€95k', signing: '5%' },
    { base: '€95k', bonus: '$10k' },
    { base: { amount: '€95k', currency: 'USD' } },
    { base: 'up to 95k EUR' },
    { base: '€95k', hoursPerWeek: '4 days' },
  ]) {
    const { isError, text } = await me.call('add_offer', { job: 'acme', ...args })
    expect([isError, text]).toEqual([true, expect.stringMatching(/must be an? (?:number|object)/)])
  }
})

test('an offer is named by its job, and an aim for its base is a goal', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const company of ['Vega', 'Lyra']) {
    const { job } = (await her.call('save_job', { company, role: 'Cook' })).structure
    await her.call('add_offer', { job: company, base: '$50k' })
    const told = await her.call('counter_offer', { jobId: job.id, base: 55_000 })
    expect([told.isError, told.text]).toEqual([false, expect.stringContaining('Offered: 50,000 USD')])
  }
  const { text } = await her.call('compare_offers', { jobIds: ['vega', 'lyra'] })
  expect(text).toContain('First by the total')
})

test('a day of a list is from and to that day, and the zone of a call is of every tool that shows times', async () => {
  const her = agent(gateway(), await gateway().caller())
  await her.call('save_job', { company: 'Vega', role: 'Cook' })
  for (const startsAt of ['2031-03-04T23:30:00Z', '2031-03-05T12:00:00Z'])
    await her.call('add_event', { job: 'vega', type: 'call', title: startsAt, startsAt })
  const there = { timeZone: 'Tokyo' }
  const { structure } = await her.call('list_events', { date: '2031-03-05', ...there })
  expect(structure.total).toBe(2)
  expect((await her.call('get_job', { id: 'vega', ...there })).text).toContain(
    'Wed 2031-03-05 08:30 Asia/Tokyo',
  )
  const wrong = await her.call('get_job', { id: 'vega', timeZone: 'Mars' })
  expect([wrong.isError, wrong.meta.code]).toEqual([true, 'invalid_input'])
})

test('an order is read with its direction, and several tags in one text', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const company of ['First', 'Second'])
    await her.call('save_job', { company, role: 'Cook', tags: ['a', 'b'] })
  const first = async (args: object) => (await her.call('search_jobs', { ...args })).structure.jobs[0].company
  expect(await first({ sort: 'updated_at' })).toBe('First')
  expect(await first({ sort: 'updatedAt desc', tags: ['a', 'b'] })).toBe('Second')
})

test('a note is added to the notes, and two names for one argument are refused', async () => {
  await me.call('update_job', { id: 'acme', notes: 'One.' })
  await me.call('update_job', { id: 'acme', note: 'Two.' })
  expect((await me.call('get_job', { id: 'acme' })).structure.job.notes).toBe('One.\nTwo.')
  const { isError, text } = await me.call('add_event', { title: 'Call', date: '2031-12-08', time: '10:00' })
  expect([isError, text]).toEqual([true, expect.stringContaining('Did you mean startsAt for date')])
})

test('jobs of one name are told apart', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const status of ['saved', 'applied'])
    await her.call('save_job', { company: 'Twin', role: 'Cook', status, location: 'Oslo' })
  const { text } = await her.call('get_job', { id: 'twin' })
  expect(text).toContain('Twin — Cook, saved, Oslo')
  expect(text).toContain('Twin — Cook, applied, Oslo')
  for (const method of ['resources/read', 'resources/subscribe']) {
    const { body } = await (await her.inSession()).rpc(method, { uri: 'crm://jobs/twin' })
    expect(body.error.message).toMatch(/<(data-\w+)>\n.*Twin — Cook, applied, Oslo\n.*<\/\1>/s)
  }
})

test('what stays uncertain is refused with the choices', async () => {
  const { isError, text } = await me.call('search_jobs', { status: 'aplied' })
  expect([isError, text]).toEqual([true, expect.stringContaining('saved, applied')])
})

test('a choice that is one is taken as it is, whatever others are like it', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const company of ['First', 'Second']) await her.call('save_job', { company, role: 'Cook' })
  const order = async (sort: string) =>
    ((await her.call('search_jobs', { sort })).structure.jobs as { company: string }[]).map(
      (job) => job.company,
    )
  expect([await order('updatedAt'), await order('-updatedAt')]).toEqual([
    ['First', 'Second'],
    ['Second', 'First'],
  ])
})

test('dates are read and shown in the zone that a call names', async () => {
  const her = agent(gateway(), await gateway().caller())
  const zone = { timeZone: 'America/Los_Angeles' }
  const { text } = await her.call('save_job', {
    ...{ company: 'Bay', role: 'Cook', deadline: '2031-12-11', ...zone },
  })
  expect(text).toContain('2031-12-11')
  expect(text).not.toContain('2031-12-12')
})

test('a goal in words is read, or said not to be understood', async () => {
  const her = agent(gateway(), await gateway().caller())
  await her.call('save_job', { company: 'Gringotts', role: 'Engineer', salary: '$180k-210k' })
  await her.call('add_offer', { jobId: 'gringotts', base: { amount: 190_000, currency: 'USD' } })
  const countered = async (goal: string) => (await her.call('counter_offer', { id: 'gringotts', goal })).text
  const read = await countered('two hundred fifteen thousand base')
  expect(read).toMatch(/Ask: 215,000 USD|Mind: goal: it is/)
  expect(read).not.toContain('not understood')
  for (const goal of ['two twenty', 'two twenty base', 'a base of more than Bluefin'])
    expect(await countered(goal)).toContain(`“${goal}” was not understood`)
  expect(await countered('a higher base')).not.toContain('not understood')
})

test('a kind of record goes by the name of its list', async () => {
  const her = await agent(gateway(), await gateway().caller()).inSession()
  await her.call('add_event', { title: 'Onsite', startsAt: 'tomorrow 3pm', type: 'interview' })
  expect((await her.call('list_changes', { noun: 'calendar' })).text).toContain('event Onsite created')
  expect((await her.call('list_changes', { noun: 'activities' })).isError).toBe(false)
  expect((await her.call('undo', { noun: 'calendar' })).text).toContain('event Onsite removed')
})

test('the highest priority comes first, unless the lowest is asked for', async () => {
  const her = agent(gateway(), await gateway().caller())
  for (const priority of ['low', 'urgent', 'medium'])
    await her.call('save_job', { company: priority, role: 'Cook', priority })
  const first = async (sort: string) =>
    (await her.call('search_jobs', { sort })).structure.jobs[0].priority as string
  expect(await Promise.all(['priority', 'priority desc', 'priority asc'].map(first))).toEqual([
    'high',
    'high',
    'low',
  ])
})

test('an event without a type has the one that its title names', async () => {
  const her = agent(gateway(), await gateway().caller())
  const typeOf = async (title: string, startsAt: string) =>
    (await her.call('add_event', { title, startsAt })).structure.event.type as string
  expect(await typeOf('Follow up Wonka', '2027-01-04')).toBe('follow-up')
  expect(await typeOf('Onsite with Wonka', '2027-01-05 10:00')).toBe('interview')
  expect(await typeOf('Onsite with Wonka', '2027-01-06')).toBe('other')
  expect(await typeOf('Dentist', '2027-01-07 10:00')).toBe('other')
})

test('statuses and priorities are read in the words that an import reads', async () => {
  const her = agent(gateway(), await gateway().caller())
  const { structure } = await her.call('save_job', {
    ...{ company: 'Acme', role: 'Cook', priority: 'top', status: 'wishlist' },
  })
  expect(structure.job).toMatchObject({ priority: 'high', status: 'saved' })
  const dropped = await her.call('update_job_status', { id: 'acme', status: 'dropped' })
  expect(dropped.structure.job.status).toBe('withdrawn')
  for (const status of ['ghosted', 'active', 'open'])
    expect((await her.call('update_job_status', { id: 'acme', status })).isError).toBe(true)
})

test('arguments beyond reason are left as they are, in time', () => {
  const search = leniently(JOB_TOOLS.find(({ name }) => name === 'search_jobs')!)
  const spaces = ' '.repeat(200_000)
  const long = { limit: `1${spaces}x!`, sort: `${spaces}x`, status: `${spaces}x` }
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`name${at}`, at]))
  const began = performance.now()
  expect([search.read!(long), search.read!(many)]).toEqual([long, many])
  expect(performance.now() - began).toBeLessThan(10_000)
})
