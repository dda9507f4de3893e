// `crm mcp doctor`: checks that an agent can connect, by connecting the way an agent does.
import { recordOf } from '../../core/kernel/narrow.ts'
import { messageOf, systemCodeOf } from '../../core/kernel/thrown.ts'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Config } from '../../core/config.ts'
import { VERSION } from '../../core/version.ts'
import type { Command, Run } from '../command.ts'
import { GRANT_OPTIONS, grantFlags, permissionOf } from './mcp-grants.ts'
import { HOSTS } from './mcp-hosts.ts'

interface Finding {
  check: string
  ok: boolean
  detail: string
}

interface Message {
  id?: unknown
  result?: {
    protocolVersion?: string
    serverInfo?: { version?: string }
    tools?: unknown[]
    isError?: boolean
    content?: { text?: string }[]
  }
  error?: { message?: string }
}

type Exchange = (requests: readonly object[]) => Promise<Message[]>

const REQUESTS = [
  {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'crm-mcp-doctor', version: '1' },
    },
  },
  { method: 'tools/list' },
  { method: 'tools/call', params: { name: 'get_pipeline', arguments: {} } },
].map((request, at) => ({ jsonrpc: '2.0', id: at + 1, ...request }))

const TIMEOUT_MS = 30_000

/** Runs the program itself, as a host would start it. */
const overStdio =
  (flags: readonly string[]): Exchange =>
  (requests) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [process.argv[1] ?? '', 'mcp', ...flags], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const timer = setTimeout(() => child.kill(), TIMEOUT_MS)
      const messages: Message[] = []
      child.once('error', reject)
      createInterface({ input: child.stdout }).on('line', (line) => messages.push(messageIn(line)))
      child.once('close', () => {
        clearTimeout(timer)
        resolve(messages)
      })
      child.stdin.on('error', () => {})
      child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    })

function messageIn(line: string): Message {
  try {
    return JSON.parse(line) as Message // What is missing in it is a finding.
  } catch {
    return { error: { message: `It printed something that is no message: ${line.slice(0, 80)}` } }
  }
}

/** Connects to an endpoint over HTTP, with the credential that a host would send. */
const overHttp =
  (url: string, credential: string): Exchange =>
  async (requests) => {
    const { request } = (await import('undici')).default
    const messages: Message[] = []
    for (const body of requests) {
      const response = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${credential}`,
        },
        body: JSON.stringify(body),
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      })
      const text = await response.body.text()
      const message = messageIn(text)
      messages.push(
        response.statusCode === 200
          ? message
          : { ...message, error: { message: `${response.statusCode}: ${message.error?.message ?? ''}` } },
      )
    }
    return messages
  }

/** The three steps that every agent takes, each with its outcome. */
async function tried(where: string, exchange: Exchange): Promise<Finding[]> {
  const messages = await exchange(REQUESTS).catch((error: Error): Message[] => [
    { error: { message: `no connection (${systemCodeOf(error) ?? error.message})` } },
  ])
  const of = (id: number): Message =>
    messages.find((message) => message.id === id) ?? messages.find(({ error }) => error) ?? {}
  const said = ({ error }: Message): string => error?.message ?? 'no answer'
  const [hello, list, call] = [of(1), of(2), of(3)]
  const isCalled = call.result !== undefined && call.result.isError !== true
  const text = call.result?.content?.[0]?.text?.split('\n')[0]
  return [
    {
      check: `${where}: connects`,
      ok: hello.result !== undefined,
      detail: hello.result ? `MCP ${hello.result.protocolVersion}` : said(hello),
    },
    { check: `${where}: version`, ...versionOf(hello) },
    {
      check: `${where}: lists tools`,
      ok: (list.result?.tools?.length ?? 0) > 0,
      detail: list.result ? `${list.result.tools?.length} tools` : said(list),
    },
    { check: `${where}: answers`, ok: isCalled, detail: text ?? said(call) },
  ]
}

/** Whether the server is of this version; another one may lack tools that this one's documentation names. */
function versionOf({ result }: Message): Pick<Finding, 'ok' | 'detail'> {
  const version = result?.serverInfo?.version
  if (version === undefined) return { ok: false, detail: 'it does not say' }
  return {
    ok: version === VERSION,
    detail: version === VERSION ? version : `${version}, and this is ${VERSION}`,
  }
}

/** What the agent's grants allow, as the flags are understood. */
function grantsOf({ scopes }: ReturnType<typeof permissionOf>): Finding {
  const nouns = (effect: string) =>
    [...scopes]
      .filter((scope) => scope.endsWith(`:${effect}`))
      .map((scope) => scope.split(':')[0])
      .join(', ') || 'nothing'
  const detail = `reads ${nouns('read')}; writes ${nouns('write')}; deletes ${nouns('delete')}`
  return { check: 'grants', ok: true, detail }
}

async function tokenOf({ server, token }: Config): Promise<Finding> {
  const check = 'CRM_TOKEN'
  if (!token)
    return { check, ok: false, detail: 'is not set: crm tokens create --name agent, on the server’s machine' }
  try {
    const { request } = (await import('undici')).default
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await request(`${server}/api/mcp/me`, {
      headers,
      headersTimeout: TIMEOUT_MS,
    })
    const { email, token: own, error } = recordOf(await body.json())
    if (statusCode !== 200) return { check, ok: false, detail: `${statusCode}: ${String(error ?? '')}` }
    const { name, scope } = recordOf(own)
    const whose = `${String(name ?? 'a token')} of ${String(email ?? 'its person')}`
    return { check, ok: true, detail: `${whose}: ${String(scope ?? '')}` }
  } catch (error) {
    return { check, ok: false, detail: `cannot be checked (${messageOf(error)})` }
  }
}

const configured = (): Finding[] =>
  HOSTS.filter((host) => existsSync(host.file())).map((host) => {
    const has = /(?:"crm"\s*:|mcp_servers\.crm\b)/.test(readFileSync(host.file(), 'utf8'))
    const detail = has ? host.file() : `${host.file()} does not name crm: crm mcp config ${host.name} --write`
    return { check: host.name, ok: true, detail }
  })

async function findings(config: Config, options: Run['options']): Promise<Finding[]> {
  const { server, token } = config
  const permission = permissionOf(options)
  const near = await tried('crm mcp', overStdio(grantFlags(options)))
  const far = server ? await tried(`${server}/api/mcp`, overHttp(`${server}/api/mcp`, token ?? '')) : []
  const credential = server ? [await tokenOf(config)] : []
  return [grantsOf(permission), ...near, ...credential, ...far, ...configured()]
}

export const doctor: Command = {
  name: 'doctor',
  about: 'Check grants, token and versions with a live call; show which hosts are configured.',
  fields: ['ok', 'checks'],
  examples: ['crm mcp doctor', 'CRM_SERVER=https://crm.example.com crm mcp doctor'],
  options: GRANT_OPTIONS,
  async run({ config, options, out }) {
    const checks = await findings(config, options)
    const ok = checks.every((check) => check.ok)
    const lines = checks.map((each): [string, string] => [
      each.check,
      `${each.ok ? '✓' : '✗'} ${each.detail}`,
    ])
    out.record({ ok, checks }, lines)
    return ok ? 0 : 1
  },
}
