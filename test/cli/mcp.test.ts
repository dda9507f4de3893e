// `crm mcp`: a local agent, through the official clients of both protocol generations and through raw lines.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { Client as NextClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NextTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '../tokens.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { useGateway } from '../gateway/harness.ts'
import { startModelServer } from '../model/server.ts'
import { SETS } from '../../cli/commands/mcp-grants.ts'
import { SET_NAMES } from '../../gateway/mcp/pipeline/tools.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  for (const company of ['Acme', 'Globex', 'Initech']) await crm(['jobs', 'add', company, 'Chef'], here)
})
afterAll(() => database.close())

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const program = (flags: string[], options: RunOptions = here) => ({
  command: process.execPath,
  args: [LAUNCHER, 'mcp', ...flags],
  env: environment(options),
  stderr: 'pipe' as const,
})

/** How the person responds to an elicitation; undefined for a host without elicitation. */
type Person = { action: 'accept' | 'decline' | 'cancel'; afterMs: number } | undefined

async function connect(flags: string[], person?: Person, options = here): Promise<Client> {
  const client = new Client(
    { name: 'test-host', version: '9' },
    { capabilities: person ? { elicitation: {} } : {} },
  )
  if (person)
    client.setRequestHandler(ElicitRequestSchema, async () => {
      await new Promise((resolve) => setTimeout(resolve, person.afterMs))
      return { action: person.action, ...(person.action === 'accept' && { content: { confirm: true } }) }
    })
  await client.connect(new StdioClientTransport(program(flags, options)))
  open.push(client)
  return client
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult

const textOf = ({ content }: CallToolResult): string => (content[0] as { text: string }).text

describe('an agent', () => {
  test('reads by default: it sees no tool that changes anything, and is told which flags would allow it', async () => {
    const client = await connect([])
    const { tools } = await client.listTools()
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['search_jobs', 'get_pipeline', 'analyze_compensation']))
    expect(client.getInstructions()).toMatch(/Not granted here: .*save_job.*--allow-write=/)
    expect(client.getInstructions()!.length).toBeLessThanOrEqual(2_048)
    const refused = await call(client, 'save_job', { company: 'Umbrella', role: 'Chef' })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('--allow-write=jobs')])
    expect(textOf(await call(client, 'search_jobs'))).toContain('3 of 3 jobs')
  })

  test('may do only what is allowed by name', async () => {
    const client = await connect(['--allow-write=jobs,activities'])
    const saved = await call(client, 'save_job', { company: 'Hooli', role: 'Chef' })
    expect(saved.isError, textOf(saved)).toBeFalsy()
    for (const [name, flag] of [
      ['add_contact', '--allow-write=contacts'],
      ['delete_record', '--allow-delete=jobs'],
    ] as const)
      expect(textOf(await call(client, name, { name: 'x', id: 'hooli' }))).toContain(flag)
  })

  test('may not do what is denied, even with --allow-all', async () => {
    const client = await connect(['--allow-all', '--deny-write=Jobs', '--deny-read=intelligence,CONTACTS'])
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['add_contact', 'delete_record']))
    for (const absent of ['save_job', 'search_contacts', 'analyze_compensation'])
      expect(names).not.toContain(absent)
    expect(textOf(await call(client, 'save_job', { company: 'x', role: 'y' }))).toContain('--deny')
    // An allowed tool leaves out the records that may not be read.
    const job = await call(client, 'get_job', { id: 'acme' })
    expect(job.structuredContent).toMatchObject({ contacts: [] })
  })

  test('calls the assistants once that is allowed, with the person’s own model', async () => {
    const asked = { task: 'read_posting', text: 'Acme hires a cook.' }
    const refused = await call(await connect(['--allow-write']), 'ask_assistant', asked)
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('--allow-ai')])
    const keyless = await call(await connect(['--allow-ai']), 'ask_assistant', asked)
    expect([keyless.isError, textOf(keyless)]).toEqual([true, expect.stringContaining('OPENAI_API_KEY')])
    const models = await startModelServer()
    open.push(models)
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: models.url, CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1' }
    const client = await connect(['--allow-all'], undefined, { ...here, env })
    const done = await call(client, 'ask_assistant', asked)
    expect([done.isError ?? false, textOf(done)]).toEqual([false, expect.stringContaining('company:')])
    const denied = await connect(['--allow-all', '--deny-ai'], undefined, { ...here, env })
    expect((await denied.listTools()).tools.map(({ name }) => name)).not.toContain('ask_assistant')
  })

  test('is named in the audit entry of its changes', async () => {
    await call(await connect(['--allow-write']), 'save_job', { company: 'Pied Piper', role: 'Chef' })
    const rows = await database.sql<{ client: string }[]>`
      select client from audit_log where operation = 'jobs.create' order by at desc limit 1`
    expect(rows[0]!.client).toBe('test-host/9 (crm mcp)')
  })

  test('that retries a call with the same key changes nothing twice', async () => {
    const client = await connect(['--allow-write=jobs'])
    const args = { company: 'Vandelay', role: 'Importer', idempotencyKey: 'vandelay-1' }
    const [first, second] = [await call(client, 'save_job', args), await call(client, 'save_job', args)]
    expect(second.structuredContent!['job']).toEqual(first.structuredContent!['job'])
  })
})

describe('deletions', () => {
  const two = async (client: Client, extra = {}) => {
    for (const company of ['Soylent', 'Tyrell'])
      await call(client, 'save_job', {
        company,
        role: 'Taster',
        allowDuplicate: true,
        idempotencyKey: company,
      })
    return call(client, 'delete_record', { noun: 'job', ids: ['soylent', 'tyrell'], ...extra })
  }
  const flags = ['--allow-write=jobs', '--allow-delete=jobs']

  test('are confirmed by the person, and a decline or cancel is final, however fast it comes', async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const result = await two(await connect(flags, { action, afterMs: 0 }))
      expect(textOf(result)).toContain('declined')
      expect(result.structuredContent!['confirmation']).toBeUndefined()
    }
  })

  test('need a confirmation token if the host cannot ask', async () => {
    const client = await connect(flags)
    const held = await two(client)
    const { token } = held.structuredContent!['confirmation'] as { token: string }
    expect(textOf(held)).toContain(token)
    const other = await call(client, 'delete_record', {
      noun: 'job',
      ids: ['acme', 'globex'],
      confirmation: token,
    })
    expect(textOf(other)).toContain('not for this call')
    const done = await two(client, { confirmation: token })
    expect(textOf(done)).toContain('Deleted')
  })

  test('are carried out once the person accepts', async () => {
    const client = await connect(flags, { action: 'accept', afterMs: 0 })
    for (const company of ['Wonka', 'Cyberdyne']) await call(client, 'save_job', { company, role: 'Taster' })
    const done = await call(client, 'delete_record', { noun: 'job', ids: ['wonka', 'cyberdyne'] })
    expect(textOf(done)).toMatch(/^Deleted <data-\w{8}>“Wonka/)
  })
})

describe('undo', () => {
  test('reverts the agent’s own last change and leaves the person’s alone', async () => {
    const client = await connect(['--allow-write=jobs', '--allow-delete=jobs'])
    await call(client, 'save_job', { company: 'Stark', role: 'Chef' })
    const held = await call(client, 'delete_record', { noun: 'job', ids: ['stark'] })
    const { token: confirmation } = held.structuredContent!['confirmation'] as { token: string }
    expect((await call(client, 'search_jobs', { query: 'stark' })).structuredContent!['total']).toBe(1)
    await call(client, 'delete_record', { noun: 'job', ids: ['stark'], confirmation })
    await crm(['jobs', 'add', 'Wayne', 'Butler'], here)
    const undone = await call(client, 'undo')
    expect([undone.isError ?? false, textOf(undone)]).toEqual([false, expect.stringContaining('Took back 1 change')]) // prettier-ignore
    const { total } = (await call(client, 'search_jobs', { query: 'stark' })).structuredContent!
    expect(total).toBe(1)
    expect((await call(client, 'search_jobs', { query: 'wayne' })).structuredContent!['total']).toBe(1)
  })

  test('of a whole session needs a confirmation', async () => {
    const client = await connect(['--allow-write=jobs', '--allow-delete=jobs'])
    for (const company of ['Oscorp', 'Lexcorp']) await call(client, 'save_job', { company, role: 'Chef' })
    const held = await call(client, 'undo', { session: true })
    const { token } = held.structuredContent!['confirmation'] as { token: string }
    const done = await call(client, 'undo', { session: true, confirmation: token })
    expect(textOf(done)).toMatch(/Took back \d+ changes/)
    expect((await call(client, 'search_jobs', { query: 'oscorp' })).structuredContent!['total']).toBe(0)
  })

  test('without delete permission, it can remove only records that this session added', async () => {
    const writer = await connect(['--allow-write=jobs'])
    const saved = await call(writer, 'save_job', { company: 'Aperture', role: 'Chef' })
    const { id } = saved.structuredContent!['job'] as { id: string }
    await call(writer, 'save_job', { company: 'Black Mesa', role: 'Chef' })
    const undone = await call(writer, 'undo', { id: id.slice(-8) })
    expect(textOf(undone)).toContain('Took back 1 change: job Aperture — Chef removed')
    expect((await call(writer, 'search_jobs', { query: 'mesa' })).structuredContent!['total']).toBe(1)

    await crm(['jobs', 'add', 'Gringotts', 'Clerk'], here)
    const { body } = await crmJson(['audit', '--limit', '1', '--json'], here)
    const refused = await call(writer, 'undo', { id: body.entries[0].id })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('There is no change')])
    // Another process of the same host has its own session.
    const nothing = await call(await connect(['--allow-write=jobs']), 'undo')
    expect([nothing.isError, nothing._meta!['code']]).toEqual([true, 'nothing_to_undo'])
    expect(
      (await crm(['undo', saved.structuredContent!['changeId'] as string, '--dry-run'], here)).code,
    ).toBe(5)
  })
})

test('flags that name no known kind of record are refused with the known ones', async () => {
  for (const flags of [
    ['--allow-write=job'],
    ['--allow-write=suggestions'],
    ['--deny-read=everything'],
    ['--allow-write='],
  ]) {
    const { code, stderr, stdout } = await crm(['mcp', ...flags], here)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('jobs, contacts, activities')
  }
  expect((await crm(['mcp', '--allow-everything'], here)).code).toBe(2)
})

test('whoever may not read contacts is told that one may be there, not which', async () => {
  const client = await connect(['--allow-write', '--deny-read=contacts'])
  for (const name of ['Jane Secretive', 'Jane S']) {
    const text = textOf(await call(client, 'add_contact', { name, email: 'jane@secret.example' }))
    expect(text.includes('It may be there already.'), text).toBe(name === 'Jane S')
    if (name === 'Jane S') expect(text).not.toContain('Secretive')
  }
})

test('all tool definitions take at most 8,500 tokens', async () => {
  const { tools } = await (await connect(['--allow-all'])).listTools()
  const tokens = tokensOf(JSON.stringify(tools))
  console.log(`tools/list on stdio: ${tokens} tokens for ${tools.length} tools`)
  expect(tokens).toBeLessThanOrEqual(8_500)
})

test('sets of tools narrow the list, and an unknown one is refused with those there are', async () => {
  const { tools } = await (await connect(['--allow-all', '--tools=pay,offers'])).listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['analyze_compensation', 'counter_offer', 'undo']))
  expect(names).not.toContain('search_jobs')
  expect(SETS).toEqual(SET_NAMES)
  const { code, stderr } = await crm(['mcp', '--tools=nonsense'], here)
  expect([code, stderr]).toEqual([2, expect.stringContaining('search, pay, offers, reach')])
})

test('a flag beside an earlier one adds to it', async () => {
  const client = await connect(['--allow-write=jobs', '--allow-write=contacts'])
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['save_job', 'add_contact']))
})

test('a client of the next protocol generation connects, lists and calls', async () => {
  const client = new NextClient({ name: 'next', version: '2' })
  await client.connect(new NextTransport(program(['--allow-write=jobs'])))
  open.push(client)
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  const result = await client.callTool({ name: 'get_pipeline', arguments: {} })
  expect(JSON.stringify(result.content)).toContain('Response rate')
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('weekly_review')
})

test('resources can be read and completed, prompts are filled in', async () => {
  const client = await connect([])
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('crm://jobs/{id}')
  const completed = await client.complete({
    ref: { type: 'ref/resource', uri: 'crm://jobs/{id}' },
    argument: { name: 'id', value: 'glo' },
  })
  expect(completed.completion.values).toEqual(['Globex'])
  const { contents } = await client.readResource({ uri: 'crm://jobs/Globex' })
  expect((contents[0] as { text: string }).text).toContain('Globex — Chef')
  const { messages } = await client.getPrompt({ name: 'interview_prep', arguments: { job: 'acme' } })
  expect(JSON.stringify(messages)).toMatch(/<data-.*>acme</)
  await expect(client.readResource({ uri: 'crm://jobs/nobody' })).rejects.toThrow('no job')
})

test('stdout carries only messages, whatever is sent, and the program exits when stdin closes', async () => {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp'], { env: environment(here), stdio: 'pipe' })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const init = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  child.stdin.write('garbage\n\n[]\n"text"\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: init })}\n`)
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  child.stdin.write('{"jsonrpc":"2.0","id":"stray","result":{}}\n')
  child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_pipeline"}}\n')
  expect(await ended).toBe(0)
  const messages = lines.map((line) => JSON.parse(line) as { id: unknown; error?: { code: number }; result?: { protocolVersion?: string } }) // prettier-ignore
  const codes = messages.filter(({ error }) => error).map(({ error }) => error!.code)
  expect(codes).toEqual([-32700, -32600, -32600, -32600])
  expect(messages.find(({ id }) => id === 1)!.result!.protocolVersion).toBe('2025-11-25')
  expect(messages.find(({ id }) => id === 2)!.result).toBeDefined()
})

describe('against a gateway', () => {
  const gateway = useGateway()

  test('the same tools work with a token', async () => {
    const { body } = await crmJson(
      ['tokens', 'create', '--name', 'far', '--scope', 'jobs:write,me:write', '--json'],
      {
        url: gateway().core.database.url,
      },
    )
    const client = await connect(['--allow-all'], undefined, {
      env: { CRM_SERVER: gateway().url, CRM_TOKEN: body.token },
    })
    const saved = await call(client, 'save_job', { company: 'Far', role: 'Away' })
    expect(saved.isError, textOf(saved)).toBeFalsy()
    expect(textOf(await call(client, 'search_jobs'))).toContain('Far — Away')
    const another = await connect(['--allow-all'], undefined, {
      env: { CRM_SERVER: gateway().url, CRM_TOKEN: body.token },
    })
    expect((await call(another, 'undo', { changeId: saved.structuredContent!['changeId'] })).isError).toBe(
      true,
    )
    expect(textOf(await call(client, 'undo'))).toContain('job Far — Away removed')
    expect(textOf(await call(client, 'undo', { dryRun: true }))).not.toContain('Took back')
    // The flags allow it, the token does not: both must allow a call.
    const refused = await call(client, 'add_contact', { name: 'Jane' })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('contacts:write')])
  })
})
