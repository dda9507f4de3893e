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
