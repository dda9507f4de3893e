// Nine tasks that agents were tried with, as the sequences of calls that they make: on stdio, over HTTP, and at the
// terminal they come to the same end.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startTestGateway, type TestGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm } from './run.ts'

/** A call, and what its text has to say; `confirmed` is sent again with the token of the first answer. */
type Step = [tool: string, args: Record<string, unknown>, says: RegExp, how?: 'confirmed']

const TASKS: Record<string, Step[]> = {
  'track a posting': [
    [
      'save_job',
      { company: 'Acme', role: 'Staff Engineer', url: 'https://acme.example/jobs/1', salary: '$180k' },
      /Saved Acme — Staff Engineer/,
    ],
    ['save_job', { company: 'Acme', role: 'Staff Engineer', url: 'https://acme.example/jobs/1' }, /already/],
    ['search_jobs', { query: 'acme' }, /1 of 1 jobs/],
  ],
  'log a call': [
    ['add_contact', { name: 'Jane Doe', email: 'jane@acme.example', jobIds: ['acme'] }, /Added Jane Doe/],
    [
      'log_activity',
      { type: 'call', jobId: 'acme', contactId: 'jane', title: 'Phone screen', body: 'Six people.' },
      /Logged:/,
    ],
    ['get_contact', { id: 'jane' }, /Phone screen/],
  ],
  'record a status of last week': [
    [
      'update_job_status',
      { id: 'acme', status: 'applied', at: '-7d', note: 'Through the site.' },
      /is applied/,
    ],
    ['get_job', { id: 'acme' }, /applied [A-Z][a-z]{2} \d{4}.*Through the site\./],
  ],
  'prepare an interview': [
    [
      'add_event',
      { title: 'Onsite', type: 'interview', startsAt: 'tomorrow 3pm', jobId: 'acme' },
      /Planned:/,
    ],
    ['get_job', { id: 'acme' }, /Coming:/],
    ['update_job', { id: 'acme', appendNotes: 'Ask about the team.' }, /changed/],
  ],
  'counter an offer': [
    [
      'add_offer',
      { jobId: 'acme', base: { amount: 150_000, currency: 'USD' } },
      /^(?:<data-\w+>\n)?Added the offer of Acme/,
    ],
    ['counter_offer', { id: 'acme' }, /ask/],
    ['update_offer', { id: 'acme', by: 'me', base: { amount: 170_000 }, note: 'On the phone.' }, /countered/],
  ],
  'answer a question about pay': [
    ['analyze_compensation', { role: 'registered nurse', city: 'el paso' }, /Registered Nurse/],
    ['analyze_compensation', { role: 'zzqx' }, /discover_roles_and_cities/],
  ],
  'clean up a duplicate': [
    [
      'save_job',
      { company: 'Acme', role: 'Staff Engineer', notes: 'From the fair.' },
      /may be there already/,
    ],
    ['search_everything', { query: 'fair' }, /1 of 1 found/],
  ],
  'undo a slip': [
    ['update_job_status', { ids: ['acme'], status: 'rejected' }, /could be any of|ambiguous/],
    ['save_job', { company: 'Wrong', role: 'Cook' }, /Saved Wrong/],
    ['undo', {}, /job Wrong — Cook removed/],
    ['search_jobs', { query: 'wrong' }, /No jobs with query “wrong”/],
  ],
  'summarise the pipeline': [
    ['get_pipeline', {}, /2 jobs/],
    ['list_events', {}, /Onsite/],
    ['delete_record', { noun: 'event', ids: ['onsite'] }, /Deleted/, 'confirmed'],
  ],
}

let database: TestDatabase
let gateway: TestGateway
const clients: Client[] = []
beforeAll(async () => {
  database = await freshDatabase()
  gateway = await startTestGateway({}, unlimited)
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await gateway.close()
  await database.close()
})

async function onStdio(): Promise<Client> {
  const client = new Client({ name: 'trial', version: '1' })
  const env = environment({ url: database.url })
  const args = [LAUNCHER, 'mcp', '--allow-write', '--allow-delete']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
  return client
}

async function overHttp(): Promise<Client> {
  const client = new Client({ name: 'trial', version: '1' })
  const { token } = await gateway.caller()
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/api/mcp`), { requestInit })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

test.each([
  ['stdio', onStdio],
  ['HTTP', overHttp],
])('an agent finishes all nine tasks on %s', async (_, connect) => {
  const client = await connect()
  clients.push(client)
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult
  for (const [task, steps] of Object.entries(TASKS))
    for (const [name, args, says, how] of steps) {
      const first = await call(name, args)
      const { confirmation } = (first.structuredContent ?? {}) as { confirmation?: { token: string } }
      const result =
        how === 'confirmed' ? await call(name, { ...args, confirmation: confirmation!.token }) : first
      expect((result.content[0] as { text: string }).text, `${task}: ${name}`).toMatch(says)
    }
})

test('a person does the same at the terminal', async () => {
  const own = await freshDatabase()
  const lines: [string[], RegExp][] = [
    [['jobs', 'add', 'Acme', 'Staff Engineer', '--url', 'https://acme.example/jobs/1'], /Acme/],
    [['contacts', 'add', 'Jane Doe', '--job', 'acme'], /Jane/],
    [['activities', 'log', 'acme', 'Phone screen', '--type', 'call', '--contact', 'jane'], /Phone screen/],
    [['jobs', 'status', 'acme', 'applied', '--at', '-7d', '--note', 'Through the site.'], /applied/],
    [['calendar', 'add', 'Onsite', '--job', 'acme', '--at', 'tomorrow 3pm'], /Onsite/],
    [['jobs', 'show', 'acme'], /Onsite/],
    [['offers', 'add', 'acme', '150k USD base', '--yes'], /150/],
    [['offers', 'counter', 'acme'], /\d/],
    [['salary', 'show', 'registered nurse', 'el paso'], /registered-nurse/],
  ]
  for (const [args, says] of lines) {
    const { code, stdout, stderr } = await crm(args, { url: own.url })
    expect([code, `${stdout}${stderr}`], args.join(' ')).toEqual([0, expect.stringMatching(says)])
  }
  await own.close()
})
