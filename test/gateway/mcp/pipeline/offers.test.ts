// The tools for offers, as an agent calls them.
import { expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent } from './agent.ts'

const gateway = useGateway({}, unlimited)

test('an agent adds an offer by the job’s name, records a round, decides it, and undoes the decision', async () => {
  const me = await agent(gateway(), await gateway().caller()).inSession()
  await me.call('save_job', { company: 'Acme', role: 'Chef' })
  const base = { amount: 185_000, currency: 'USD' }
  const added = await me.call('add_offer', { jobId: 'acme', base, deadline: '2100-01-01' })
  expect(added.structure.offer).toMatchObject({ status: 'received', base: { ...base, period: 'year' } })
  const asked = await me.call('update_offer', {
    id: 'acme',
    by: 'me',
    base: { amount: 200_000 },
    note: 'On the phone.',
  })
  expect(asked.structure.offer).toMatchObject({ status: 'countered', base: { amount: 185_000 } })
  const decided = await me.call('update_offer', { id: 'acme', status: 'accepted' })
  expect(decided.text).toContain('the offer is accepted. The job is accepted too.')
  expect((await me.call('get_job', { id: 'acme' })).structure.job.status).toBe('accepted')
  await me.call('undo', {})
  expect((await me.call('list_offers', { jobId: 'acme' })).structure.offers[0].status).toBe('countered')
})

test('an agent hears which offer is declined because another of the job is accepted', async () => {
  const me = agent(gateway(), await gateway().caller())
  await me.call('save_job', { company: 'Acme', role: 'Chef' })
  const ids: string[] = []
  for (const amount of [90_000, 95_000]) {
    const { structure } = await me.call('add_offer', { jobId: 'acme', base: { amount, currency: 'EUR' } })
    ids.push(structure.offer.id)
  }
  const [first, second] = ids
  await me.call('update_offer', { id: first, status: 'accepted' })
  const { text } = await me.call('update_offer', { id: second, status: 'accepted' })
  expect(text).toMatch(/The job is accepted too\. The earlier one, 90,000 EUR a year \[\w{8}\], is declined/)
})

test('an agent gets the fields of an offer in words to show, and nothing is saved', async () => {
  const me = agent(gateway(), await gateway().caller())
  await me.call('save_job', { company: 'Acme', role: 'Chef' })
  const { structure, text } = await me.call('add_offer', {
    jobId: 'acme',
    text: '€90k base, 30 days holiday, unicorns',
  })
  expect(structure.terms).toEqual({ base: { amount: 90_000, currency: 'EUR', period: 'year' }, ptoDays: 30 })
  expect(text).toContain('“unicorns”')
  expect((await me.call('list_offers')).structure.total).toBe(0)
  const saved = await me.call('add_offer', { jobId: 'acme', ...structure.terms })
  expect(saved.structure.offer).toMatchObject({ ptoDays: 30 })
  const { structure: compared } = await me.call('compare_offers', { ids: ['acme'], years: 1 })
  expect(compared.offers[0].total).toEqual({ amount: 90_000, from: 'base' })
  const { structure: wished } = await me.call('counter_offer', { id: 'acme', goal: 200_000 })
  expect(wished).toMatchObject({ counter: { words: expect.any(Array) } })
  const { structure: countered } = await me.call('counter_offer', { id: 'acme', goal: 'more equity' })
  expect(countered.counter.concessions[0].field).toBe('equity')
})

test('an offer for remote work is not told to ask for days from home', async () => {
  const me = agent(gateway(), await gateway().caller())
  await me.call('save_job', { company: 'Acme', role: 'Data Engineer', location: 'Remote (US)' })
  await me.call('add_offer', { jobId: 'acme', base: { amount: 150_000, currency: 'USD' } })
  const { text } = await me.call('counter_offer', { id: 'acme' })
  expect(text).toContain('1. signing')
  expect(text).not.toContain('from home')
})

test('a comparison says the currency of typical pay, and of how many open offers it is', async () => {
  const me = agent(gateway(), await gateway().caller())
  for (let at = 0; at < 11; at += 1) {
    const job = { company: `Firm ${at}`, role: 'Registered Nurse', location: 'Austin, TX' }
    const { structure } = await me.call('save_job', job)
    await me.call('add_offer', { jobId: structure.job.id, base: { amount: 90_000 + at, currency: 'USD' } })
  }
  const { text } = await me.call('compare_offers', { assumptions: { currency: 'EUR', rates: { USD: 0.9 } } })
  expect(text).toMatch(/EUR in 4 years;.* typical base pay [\d,]+ USD /)
  expect(text).toContain('These are the latest 10 of 11 open offers: pass ids for others.')
})

test('deleting a job names the offers that go with it before it asks', async () => {
  const me = agent(gateway(), await gateway().caller())
  await me.call('save_job', { company: 'Acme', role: 'Chef' })
  await me.call('add_offer', { jobId: 'acme', base: { amount: 60, currency: 'EUR', period: 'hour' } })
  const { text } = await me.call('delete_record', { noun: 'job', ids: ['acme'] })
  expect(text).toContain('“Acme — Chef” with 1 offer')
  expect((await me.call('delete_record', { noun: 'offer', ids: ['acme'] })).text).toContain('60 EUR an hour')
  await me.call('update_job', { id: 'acme', salary: '$80 an hour' })
  expect((await me.call('get_job', { id: 'acme' })).text).toMatch(/compensation: .*80 an hour/)
  expect((await me.call('list_offers')).structure.total).toBe(1)
})

test('a token that may only read sees the offers and no tool that changes them', async () => {
  const caller = await gateway().caller({ scope: 'read-only' })
  const tools = await agent(gateway(), caller).tools()
  expect(tools).toContain('list_offers')
  expect(tools).not.toContain('add_offer')
})
