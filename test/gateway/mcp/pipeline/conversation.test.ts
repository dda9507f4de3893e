// What happens during a call and beside it, over HTTP with both generations of the official clients: questions to the
// person, progress, cancellation, and word of changes to what a client follows.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StreamableHTTPClientTransport as NextTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway, type Caller } from '../../harness.ts'
import { GENERATIONS, hostOf, person, until, type Generation, type Host } from '../generations.ts'
import { agent, PATH } from './agent.ts'

const gateway = useGateway({}, unlimited)
const open: Host[] = []
afterEach(async () => {
  for (const host of open.splice(0)) await host.close()
})

async function connect(generation: Generation, { token }: Caller, somebody = person()): Promise<Host> {
  const init = { requestInit: { headers: { authorization: `Bearer ${token}` } } }
  const url = new URL(gateway().url + PATH)
  const host = await hostOf(generation, somebody.hears, {
    1: (client) =>
      client.connect(new StreamableHTTPClientTransport(url, init) as Parameters<typeof client.connect>[0]),
    2: (client) => client.connect(new NextTransport(url, init)),
  })
  open.push(host)
  return host
}

async function aSearch() {
  const caller = await gateway().caller()
  const { body } = await caller.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef' })
  const jobs = async (): Promise<number> => (await caller.get('/api/mcp/jobs')).body.total as number
  return { caller, id: body.id as string, jobs }
}

const DELETE_ACME = { noun: 'job', ids: ['acme'] }

describe.each(GENERATIONS)('a client of generation %s', (generation) => {
  test('is asked during the call, and its answer decides', async () => {
    const { caller, jobs } = await aSearch()
    const somebody = person()
    const host = await connect(generation, caller, somebody)
    const declined = host.call('delete_record', DELETE_ACME)
    await until(() => somebody.asked.length === 1)
    somebody.says({ action: 'decline' })
    expect(JSON.stringify((await declined).content)).toContain('declined')
    expect(await jobs()).toBe(1)
    const accepted = host.call('delete_record', DELETE_ACME)
    await until(() => somebody.asked.length === 2)
    somebody.says({ action: 'accept', content: { confirm: true } })
    expect((await accepted).isError).toBeFalsy()
    expect(await jobs()).toBe(0)
  })

  test('that cancels a call is answered no more, and a yes that comes later does nothing', async () => {
    const { caller, jobs } = await aSearch()
    const somebody = person()
    const host = await connect(generation, caller, somebody)
    const cancelling = new AbortController()
    const call = host.call('delete_record', DELETE_ACME, { signal: cancelling.signal })
    await until(() => somebody.asked.length === 1)
    cancelling.abort()
    // In 2026-07-28 the question is between two calls: the client notices once its person has answered.
    if (generation === '2026-07-28') somebody.says({ action: 'accept', content: { confirm: true } })
    await expect(call).rejects.toThrow()
    somebody.says({ action: 'accept', content: { confirm: true } })
    // A later call of the same session is answered after everything that came before.
    expect((await host.call('search_jobs', {})).structuredContent).toMatchObject({ total: 1 })
    expect(await jobs()).toBe(1)
  })

  test('that wants progress gets it, and the result after it', async () => {
    const { caller } = await aSearch()
    const host = await connect(generation, caller)
    const steps: number[] = []
    const onprogress = ({ progress }: { progress: number }) => void steps.push(progress)
    expect((await host.call('get_job', { id: 'acme' }, { onprogress })).isError).toBeFalsy()
    expect(steps.length).toBeGreaterThan(1)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  })

  test('is told when somebody else changes what it follows, and not of anything else', async () => {
    const { caller, id } = await aSearch()
    const other = await caller.send('POST', '/api/mcp/jobs', { company: 'Globex', role: 'Cook' })
    const host = await connect(generation, caller)
    await host.follow('crm://jobs/acme')
    await caller.send('PATCH', `/api/mcp/jobs/${other.body.id as string}`, { notes: 'n' })
    await caller.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'n' })
    await until(() => host.told.length > 0)
    expect(new Set(host.told)).toEqual(new Set(['crm://jobs/acme']))
    await host.follow('crm://calendar/upcoming')
    const event = { type: 'call', title: 'Call', startsAt: '2030-01-02T15:00:00.000Z' }
    await caller.send('POST', '/api/mcp/calendar', event)
    await until(() => host.told.includes('crm://calendar/upcoming'))
    await host.unfollow('crm://jobs/acme')
    const before = host.told.length
    await caller.send('DELETE', `/api/mcp/jobs/${id}`)
    await caller.send('POST', '/api/mcp/calendar', { ...event, title: 'Another call' })
    await until(() => host.told.length > before)
    expect(host.told.slice(before)).not.toContain('crm://jobs/acme')
  })
})

describe('a subscription', () => {
  const INIT = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }

  test('needs a session, a resource that exists, and the right to read it', async () => {
    const { caller } = await aSearch()
    const me = agent(gateway(), caller)
    const follow = (who: typeof me, uri: string) => who.rpc('resources/subscribe', { uri })
    expect((await follow(me, 'crm://jobs/acme')).body.error.message).toContain('initialize')
    const mine = await me.inSession()
    expect((await follow(mine, 'crm://jobs/acme')).body.result).toEqual({})
    for (const uri of ['crm://jobs/nobody', 'crm://nothing'])
      expect((await follow(mine, uri)).body.error.code, uri).toBe(-32002)
  })

  test('ends with its session and with its credential', async () => {
    const { caller } = await aSearch()
    const begun = await agent(gateway(), caller).rpc('initialize', INIT)
    const session = begun.headers.get('mcp-session-id')!
    const listen = (token: string, id: string | null) =>
      fetch(gateway().url + PATH, {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          ...(id && { 'mcp-session-id': id }),
        },
      })
    const stream = await listen(caller.token, session)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const stranger = await gateway().caller()
    expect((await listen(stranger.token, session)).status).toBe(404)
    expect((await listen('ext_nothing', session)).status).toBe(401)
    expect((await listen(caller.token, null)).status).toBe(405)
    await gateway().request('DELETE', PATH, {
      headers: { authorization: `Bearer ${caller.token}`, 'mcp-session-id': session },
    })
    // The body ends, else this waits until the test is given up.
    expect(await stream.text()).not.toContain('event: message')
  })
})
