// Replays the messages that hosts send, over stdio and HTTP: every request gets a response, and both
// transports agree. mcp-sessions.json says for each host what was observed, where, and what was
// reconstructed.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { useGateway } from '../gateway/harness.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm } from './run.ts'

const gateway = useGateway()
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
  await crm(['jobs', 'add', 'Acme', 'Chef'], { url: database.url })
})
afterEach(() => database.close())

interface Step {
  send: {
    id?: unknown
    method: string
    params?: { protocolVersion?: string; _meta?: Record<string, string> }
  }
  /** Text that the response must contain. */
  expect?: string
}

interface Recording {
  observed: string
  reconstructed: string
  headers: Record<string, string>
  messages: Step[]
}

const sessions = JSON.parse(readFileSync(join(import.meta.dirname, 'mcp-sessions.json'), 'utf8')) as Record<
  string,
  Recording
>

/** The responses to all requests (messages with an id), as text. */
type Replay = (recording: Recording) => Promise<string[]>

/** Hosts ask for progress with nearly every call; what they wait for comes after it. */
const isProgress = (text: string): boolean => text.includes('"method":"notifications/progress"')

async function answerIn(lines: AsyncIterator<string>): Promise<string> {
  const text = String((await lines.next()).value)
  return isProgress(text) ? answerIn(lines) : text
}

/** The answer in a body: the body itself, or the last event of a stream. */
function lastOf(body: string): string {
  const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!)
  expect(events.slice(0, -1).filter((text) => !isProgress(text))).toEqual([])
  return events.at(-1) ?? body
}

const onStdio: Replay = async ({ messages }) => {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', '--allow-write=jobs', '--deny-read=intelligence'], {
    env: environment({ url: database.url }),
    stdio: 'pipe',
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answers: string[] = []
  for (const { send } of messages) {
    child.stdin.write(`${JSON.stringify(send)}\n`)
    if (send.id !== undefined) answers.push(await answerIn(lines))
  }
  child.stdin.end()
  expect(await ended).toBe(0)
  return answers
}

/** The headers that a client of 2026 sends beside a request. */
function modernHeaders({ method, params }: Step['send']): Record<string, string> {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  return version ? { 'mcp-protocol-version': version, 'mcp-method': method } : {}
}

const overHttp: Replay = async ({ messages, headers }) => {
  const caller = await gateway().caller()
  await caller.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Chef' })
  const more: Record<string, string> = {}
  const answers: string[] = []
  for (const { send } of messages) {
    const answer = await gateway().request('POST', '/api/mcp', {
      headers: {
        ...headers,
        ...more,
        ...modernHeaders(send),
        'content-type': 'application/json',
        authorization: `Bearer ${caller.token}`,
      },
      body: JSON.stringify(send),
    })
    const session = answer.headers.get('mcp-session-id')
    if (session) more['mcp-session-id'] = session
    if (send.method === 'initialize') more['mcp-protocol-version'] = send.params!.protocolVersion!
    if (send.id === undefined) expect([answer.status, answer.text]).toEqual([202, ''])
    else answers.push(lastOf(answer.text))
  }
  return answers
}

/** The shape of a response: its fields and their types; for a list, of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

test.each(Object.entries(sessions))(
  'the messages of %s get the same responses over both transports',
  async (_, recording) => {
    const asked = recording.messages.filter(({ send }) => send.id !== undefined)
    const [local, far] = await Promise.all([onStdio(recording), overHttp(recording)])
    expect([local.length, far.length]).toEqual([asked.length, asked.length])
    asked.forEach(({ send, expect: wanted = '' }, at) => {
      for (const text of [local[at]!, far[at]!]) {
        const { jsonrpc, id } = JSON.parse(text) as { jsonrpc: string; id: unknown }
        expect([jsonrpc, id], text).toEqual(['2.0', send.id])
        expect(text).toContain(wanted)
      }
      const [here, there] = [local[at]!, far[at]!].map((text) => shapeOf(JSON.parse(text)))
      expect(there, `${send.method} ${String(send.id)}`).toEqual(here)
    })
  },
)

test('each recording says what was observed and what was reconstructed', () => {
  for (const { observed, reconstructed } of Object.values(sessions)) {
    expect(observed).toMatch(/\w/)
    expect(reconstructed).toMatch(/\w/)
  }
})
