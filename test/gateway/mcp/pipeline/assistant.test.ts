// Agents' access to the assistants: only by an explicit grant, paid by the user's key or budget, and
// recorded.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToken } from '../../../../core/identity/operations.ts'
import { as, call } from '../../../harness.ts'
import { callsOf, useAsking, type Somebody } from '../../assistants/fixture.ts'
import { agent } from './agent.ts'

const asking = useAsking()
const JOB = { company: 'Acme GmbH', role: 'Staff Engineer', location: 'Berlin', tags: [] }
const ADDRESSED =
  '<html><title>Staff Engineer</title><body><p>Acme GmbH hires a Staff Engineer in Berlin.</p></body></html>'

let site: Server
beforeAll(async () => {
  site = createServer((_, res) => res.setHeader('content-type', 'text/html').end(ADDRESSED))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(() => site.close())

async function granted(scope: string): Promise<Somebody & { token: string }> {
  const me = await asking().somebody()
  const { token } = await call(addToken, as(asking().gateway.core, me.principal), { name: 'agent', scope })
  return { ...me, token: String(token) }
}

const modelOf = ({ key }: Somebody) => ({ 'x-ai-provider': 'openai', 'x-user-api-key': key })

test('no scope bundle includes the assistants: a token with all write scopes is refused with the name of the grant', async () => {
  const me = agent(asking().gateway, await granted('read-write'))
  expect(await me.tools()).not.toContain('ask_assistant')
  const refused = await me.call('ask_assistant', { task: 'read_posting', text: 'x' })
  expect([refused.isError, refused.meta.code]).toEqual([true, 'scope_missing'])
  expect(refused.text).toContain('--scope assistants:write')
})

describe('a token with the grant', () => {
  test('parses a posting with the key that its host sends, and the call is recorded for the user', async () => {
    const person = await granted('jobs:write,ai')
    asking().models.play(person.key, { say: () => ({ text: JSON.stringify(JOB) }) })
    const me = agent(asking().gateway, person)
    const { port } = site.address() as AddressInfo
    for (const from of [{ text: 'Acme GmbH hires.' }, { url: `http://127.0.0.1:${port}/4711` }]) {
      const args = { task: 'read_posting', ...from }
      const { body } = await me.rpc('tools/call', { name: 'ask_assistant', arguments: args }, modelOf(person))
      expect(body.result.structuredContent, JSON.stringify(body)).toMatchObject({
        answer: { company: 'Acme GmbH', role: 'Staff Engineer' },
      })
    }
    const calls = await callsOf(asking(), person)
    expect(calls.map(({ assistant, payer }) => [assistant, payer])).toEqual([
      ['parse-jd', 'key'],
      ['parse-jd', 'key'],
    ])
  })

  test('is refused with the name of the missing scope before a model is called', async () => {
    const person = await granted('ai')
    const me = agent(asking().gateway, person)
    for (const [task, path] of [
      ['read_posting', 'text'],
      ['prepare_interview', 'job'],
      ['draft_message', 'contact'],
    ]) {
      const refused = await me.call('ask_assistant', { task })
      expect([refused.isError, refused.meta.issues[0].path]).toEqual([true, path])
    }
    expect(await callsOf(asking(), person)).toEqual([])
  })

  test('without a key or a budget is told how the user can add one', async () => {
    const person = await granted('ai')
    const refused = await agent(asking().gateway, person).call('ask_assistant', {
      task: 'read_posting',
      text: 'Acme hires.',
    })
    expect([refused.isError, refused.meta.code]).toEqual([true, 'ai_key_required'])
    expect(refused.text).toContain('Or do it yourself, from get_job and get_contact.')
    expect(refused.text).toMatch(/crm billing buy .*X-User-API-Key/)
  })

  test('has no other rights from it', async () => {
    const me = agent(asking().gateway, await granted('ai'))
    const names = await me.tools()
    expect(names).toEqual(expect.arrayContaining(['ask_assistant', 'search_jobs']))
    for (const absent of ['save_job', 'undo', 'delete_record']) expect(names).not.toContain(absent)
  })

  test('prepares an interview and drafts a message from the pipeline’s data', async () => {
    const person = await granted('read-write,ai')
    const me = agent(asking().gateway, person)
    await me.call('save_job', { company: 'Globex', role: 'Chef', description: 'We cook with fire.' })
    await me.call('add_contact', { name: 'Jane Doe', company: 'Globex', type: 'recruiter' })
    for (const args of [
      { task: 'prepare_interview', job: 'globex' },
      { task: 'brief_company', job: 'globex' },
      { task: 'draft_message', contact: 'jane', job: 'globex', purpose: 'follow-up' },
      { task: 'read_invitation', text: 'Dear Ada, come on 3 December at 10.' },
    ]) {
      const { body } = await me.rpc('tools/call', { name: 'ask_assistant', arguments: args }, modelOf(person))
      expect(body.result.isError ?? false, JSON.stringify(body)).toBe(false)
    }
    const sent = asking()
      .models.asked.filter(({ key }) => key === person.key)
      .map(({ text }) => text)
    expect(sent[0]).toContain('We cook with fire.')
    expect(sent[2]).toContain('Jane Doe')
  })
})
