// Denied is denied: what a caller may not read appears in no answer; a refusal names the grants that are enough.
import { describe, expect, test } from 'vitest'
import { flaggedScopes, scopesOf } from '../../../../core/identity/grants.ts'
import { addToken } from '../../../../core/identity/operations.ts'
import { as, call, unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { agent, type Agent } from './agent.ts'

const gateway = useGateway({}, unlimited)

async function withGrants({ principal }: Caller, scope: string): Promise<Agent> {
  const { token } = await call(addToken, as(gateway().core, principal), { name: scope.slice(0, 40), scope })
  return agent(gateway(), { token: String(token) })
}

/** A call of every tool that changes something, with what it needs to be there. */
const CALLS: readonly [string, object][] = [
  ['save_job', { company: 'New', role: 'Cook' }],
  ['update_job', { id: 'acme', salary: '$1' }],
  ['import_jobs', { rows: [{ company: 'Acme', role: 'Cook' }] }],
  ['read_mail', { text: 'We have received your application.' }],
  ['update_job_status', { id: 'acme', status: 'applied' }],
  ['add_contact', { name: 'Newcomer', jobIds: ['acme'] }],
  ['update_contact', { id: 'jane', title: 'Boss' }],
  ['log_activity', { type: 'call', title: 'Spoke', jobId: 'acme', contactId: 'jane' }],
  ['update_activity', { id: 'talked', body: 'x' }],
  ['add_event', { title: 'Party', startsAt: 'tomorrow 3pm', jobId: 'acme' }],
  ['update_event', { id: 'onsite', location: 'Here' }],
  ['add_offer', { jobId: 'acme', base: { amount: 100_000, currency: 'USD' } }],
  ['update_offer', { id: 'acme', signing: 1 }],
  ['snooze_suggestion', { suggestionId: 'reconnect:none' }],
  ['accept_inbox', { ids: ['00000000-0000-7000-8000-000000000000'] }],
  ['reject_inbox', { ids: ['00000000-0000-7000-8000-000000000000'] }],
  ['decide_posting', { id: 'nothing', decision: 'dismiss' }],
  ['watch_board', { board: 'nonsense' }],
  ['delete_record', { noun: 'contact', ids: ['jane'] }],
  ['delete_record', { noun: 'event', ids: ['onsite'] }],
  ['delete_record', { noun: 'activity', ids: ['talked'] }],
  ['delete_record', { noun: 'offer', ids: ['acme'] }],
  ['delete_record', { noun: 'job', ids: ['acme'] }],
  ['undo', {}],
  ['ask_assistant', { task: 'brief_company', job: 'acme' }],
]

async function aSearch(): Promise<Caller> {
  const caller = await gateway().caller()
  const me = agent(gateway(), caller)
  await me.call('save_job', { company: 'Acme', role: 'Cook' })
  await me.call('add_contact', { name: 'Jane Secretive', email: 'jane@secret.example', jobIds: ['acme'] })
  await me.call('log_activity', { type: 'note', title: 'Talked', jobId: 'acme', contactId: 'jane' })
  await me.call('add_event', { title: 'Onsite', type: 'interview', startsAt: 'tomorrow 3pm', jobId: 'acme' })
  await me.call('add_offer', { jobId: 'acme', base: { amount: 1000, currency: 'USD' } })
  return caller
}

describe('a refused call', () => {
  test('names the grants that are enough: a token with exactly these makes it succeed', async () => {
    const caller = await aSearch()
    const reader = await withGrants(caller, 'read-only')
    const tried = new Set(CALLS.map(([name]) => name))
    const writers = (await agent(gateway(), await gateway().caller()).tools()).filter(
      (name) => !/^(?:search|get|list|compare|counter|analyze|discover|find)_/.test(name),
    )
    expect([...tried]).toEqual(expect.arrayContaining(writers))
    for (const [name, args] of CALLS) {
      const refused = await reader.call(name, { ...args })
      const [, scope] = /--scope (\S+?),? beside/.exec(refused.text) ?? []
      expect([refused.isError, refused.meta.code, scope === undefined], name).toEqual([
        true,
        'scope_missing',
        false,
      ])
      const granted = await (await withGrants(caller, scope!)).call(name, { ...args })
      expect(granted.meta?.code, `${name} with ${scope}: ${granted.text}`).not.toBe('scope_missing')
    }
  })

  test('names also the grant to read the contacts that a new job should have', async () => {
    const writer = await withGrants(await aSearch(), 'activities:read')
    const refused = await writer.call('save_job', { company: 'Newer', role: 'Cook', contactIds: ['jane'] })
    expect(refused.text).toMatch(/jobs:write.*contacts:read/)
  })

  test('is ours to word: nothing of it stands between markers', async () => {
    const caller = await aSearch()
    const offer = { jobId: 'acme', base: { amount: 90_000, currency: 'USD' } }
    expect((await agent(gateway(), caller).call('add_offer', offer)).isError).toBe(false)
    const her = await withGrants(caller, 'offers:write')
    const { text } = await her.call('update_offer', { id: 'acme', status: 'accepted' })
    expect(text).toContain('it lacks jobs:write')
    expect(text).not.toContain('<data-')
  })

  test('about a contact or an event names their grant, not that of jobs', async () => {
    const reader = await withGrants(await aSearch(), 'read-only')
    for (const [noun, id, scope] of [
      ['contact', 'jane', 'contacts:delete'],
      ['event', 'onsite', 'calendar:delete'],
    ] as const) {
      const { text } = await reader.call('delete_record', { noun, ids: [id] })
      expect([text.includes(scope), text.includes('jobs:delete')]).toEqual([true, false])
    }
  })

  test('on stdio names flags that are enough', () => {
    for (const noun of ['jobs', 'me', 'inbox'] as const)
      expect(flaggedScopes({ allow: { write: [noun] }, deny: {} })).toContain(`${noun}:write`)
  })
})

describe('a caller who may not read contacts', () => {
  const LEAKS = /Jane|Secretive|secret\.example/

  test('finds none in any answer of any tool, resource or completion, not even in what it changes', async () => {
    const caller = await aSearch()
    const { body: contacts } = await caller.get('/api/mcp/contacts')
    const { id } = contacts.contacts[0] as { id: string }
    const nouns = [
      'jobs',
      'activities',
      'calendar',
      'offers',
      'inbox',
      'watch',
      'pipeline',
      'suggestions',
      'me',
      'audit',
    ]
    const scope = nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`, `${noun}:delete`]).join(' ')
    expect(scopesOf(scope)).not.toContain('contacts:read')
    const blind = await withGrants(caller, scope)
    const own = { contactId: id, jobId: 'acme' }
    const calls: [string, object][] = [
      ...CALLS,
      ...(await blind.tools()).map((name): [string, object] => [name, {}]),
      ['get_job', { id: 'acme' }],
      ['get_contact', { id }],
      ['update_contact', { id, notes: 'x' }],
      ['add_contact', { name: 'x', email: 'jane@secret.example' }],
      ['list_activities', own],
      ['update_activity', { id: 'talked', ...own }],
      ['undo', { id, dryRun: true }],
      ['list_suggestions', {}],
      ['search_jobs', { response_format: 'detailed' }],
    ]
    for (const [name, args] of calls) {
      const { body } = await blind.rpc('tools/call', { name, arguments: args })
      const { said } = JSON.stringify(body).match(/(?<said>.*)/)!.groups as { said: string }
      expect(LEAKS.test(said.replaceAll('Jane’s', '')), `${name}: ${said}`).toBe(false)
      if (!JSON.stringify(args).includes(id)) expect(said, name).not.toContain(id)
    }
    for (const uri of [
      'crm://pipeline/summary',
      'crm://suggestions',
      'crm://jobs/acme',
      `crm://contacts/${id}`,
    ])
      expect(JSON.stringify((await blind.rpc('resources/read', { uri })).body)).not.toMatch(LEAKS)
    const ref = { type: 'ref/resource', uri: 'crm://contacts/{id}' }
    const completed = await blind.rpc('completion/complete', { ref, argument: { name: 'id', value: 'ja' } })
    expect(JSON.stringify(completed.body)).not.toMatch(LEAKS)
  })
})

describe('what is left out', () => {
  const granted = async (...nouns: string[]) => {
    const caller = await aSearch()
    const all = agent(gateway(), caller)
    await all.call('add_offer', { job: 'acme', base: '$150k' })
    await all.call('read_mail', {
      from: 'jobs@acme.example',
      text: 'Thank you for applying to Acme for Cook. Unfortunately we chose another candidate.',
    })
    const scope = nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`, `${noun}:delete`]).join(' ')
    return withGrants(caller, scope)
  }

  test('of mail is its sender, for a caller who may not read contacts', async () => {
    const her = await granted('jobs', 'inbox')
    const mail = await her.call('list_inbox', {})
    expect([mail.isError, mail.structure.total]).toEqual([false, 1])
    expect(mail.text).not.toContain('jobs@acme')
    expect((await her.call('get_job', { id: 'acme' })).text).toContain('Mail that nobody decided')
  })

  test('of an offer is its job, for a caller who may not read jobs', async () => {
    const her = await granted('offers')
    const { isError, structure } = await her.call('list_offers', {})
    expect([isError, structure.total]).toEqual([false, 1])
    const { id } = structure.offers[0]
    expect((await her.call('update_offer', { id, signing: 5 })).text).not.toContain('of job')
  })

  test('is neither the source of a figure nor what goes with a job', async () => {
    const her = await granted('jobs', 'offers')
    const { text, structure } = await her.call('compare_offers', {})
    expect(structure.offers[0].years[0].base.from).toEqual(expect.any(String))
    expect(text).not.toContain('(null)')
    const refused = await her.call('delete_record', { noun: 'job', ids: ['acme'] })
    expect(refused.text).toMatch(/activities:delete.*calendar:delete/)
  })
})
