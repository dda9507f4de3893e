// Arguments are read as models write them, where the meaning is certain.
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'

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
