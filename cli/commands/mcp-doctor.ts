// `crm mcp doctor`: checks that an agent can connect, by connecting the way an agent does.
import { recordOf } from '../../core/kernel/narrow.ts'
import { messageOf, quietly, systemCodeOf } from '../../core/kernel/errors.ts'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Config } from '../../core/config.ts'
import { VERSION } from '../../core/version.ts'
import type { Command, Run } from '../command.ts'
import { finding, type Finding } from './finding.ts'
import { GRANT_OPTIONS, grantFlags, permissionOf } from './mcp-grants.ts'
import { HOSTS } from './mcp-hosts.ts'

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

const messageIn = (line: string): Message =>
  // Missing fields become findings.
  quietly(() => JSON.parse(line) as Message) ?? {
    error: { message: `It printed something that is no message: ${line.slice(0, 80)}` },
  }

const overHttp =
  (url: string, credential: string): Exchange =>
  async (requests) => {
    const { request } = (await import('undici')).default
    const messages: Message[] = []
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${credential}`,
    }
    for (const each of requests) {
      const { statusCode, body } = await request(url, {
        ...{ method: 'POST', headers, body: JSON.stringify(each) },
        ...{ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
      })
      const message = messageIn(await body.text())
      const error = { message: `${statusCode}: ${message.error?.message ?? ''}` }
      messages.push(statusCode === 200 ? message : { ...message, error })
    }
    return messages
  }

async function tried(where: string, exchange: Exchange): Promise<Finding[]> {
  const messages = await exchange(REQUESTS).catch((error: Error): Message[] => [
    { error: { message: `no connection (${systemCodeOf(error) ?? error.message})` } },
  ])
  const of = (id: number): Message =>
    messages.find((message) => message.id === id) ?? messages.find(({ error }) => error) ?? {}
  const errorText = ({ error }: Message): string => error?.message ?? 'no answer'
  const [hello, list, call] = [of(1), of(2), of(3)]
  const isCalled = call.result !== undefined && call.result.isError !== true
  const text = call.result?.content?.[0]?.text?.split('\n')[0]
  const protocol = hello.result ? `MCP ${hello.result.protocolVersion}` : errorText(hello)
  const version = hello.result?.serverInfo?.version
  const apart = version === VERSION ? '' : `, and this is ${VERSION}`
  const said = version === undefined ? 'it does not say' : version + apart
  const tools = list.result?.tools?.length ?? 0
  return [
    finding(`${where}: connects`, hello.result !== undefined, protocol),
    // Another version may lack tools that this version's documentation names.
    finding(`${where}: version`, version === VERSION, said),
    finding(`${where}: lists tools`, tools > 0, list.result ? `${tools} tools` : errorText(list)),
    finding(`${where}: answers`, isCalled, text ?? errorText(call)),
  ]
}

function grantsOf({ scopes }: ReturnType<typeof permissionOf>): Finding {
  const nouns = (effect: string) =>
    [...scopes]
      .filter((scope) => scope.endsWith(`:${effect}`))
      .map((scope) => scope.split(':')[0])
      .join(', ') || 'nothing'
  const detail = `reads ${nouns('read')}; writes ${nouns('write')}; deletes ${nouns('delete')}`
  return finding('grants', true, detail)
}

async function tokenOf({ server, token }: Config): Promise<Finding> {
  const tokenFinding = (ok: boolean, detail: string) => finding('CRM_TOKEN', ok, detail)
  if (!token)
    return tokenFinding(false, 'is not set: crm tokens create --name agent, on the server’s machine')
  try {
    const { request } = (await import('undici')).default
    const asked = { headers: { authorization: `Bearer ${token}` }, headersTimeout: TIMEOUT_MS }
    const { statusCode, body } = await request(`${server}/api/mcp/me`, asked)
    const { email, token: own, error } = recordOf(await body.json())
    if (statusCode !== 200) return tokenFinding(false, `${statusCode}: ${String(error ?? '')}`)
    const { name, scope } = recordOf(own)
    const whose = `${String(name ?? 'a token')} of ${String(email ?? 'its person')}`
    return tokenFinding(true, `${whose}: ${String(scope ?? '')}`)
  } catch (error) {
    return tokenFinding(false, `cannot be checked (${messageOf(error)})`)
  }
}

/** What follows the name of the server `crm`, but not of one such as `crm-staging`. */
const entryIn = (text: string): string | undefined =>
  /(?:"crm"\s*:\s*\{|\bmcp_servers\.(?:crm|"crm")\])([\s\S]*)/.exec(text)?.[1]

/** The flags of `crm mcp` in a host's file, as JSON or TOML; undefined if it names no program. */
function flagsIn(text: string): string[] | undefined {
  const entry = entryIn(text) ?? ''
  // Ends with the entry: another server's arguments follow.
  const [, list = ''] = /^(?:[^[{}]|\{[^{}]*\})*?\bargs"?\s*[:=]\s*(\[[^\]]*\])/.exec(entry) ?? []
  const args = quietly((): unknown => JSON.parse(list))
  return Array.isArray(args) ? args.slice(args.indexOf('mcp') + 1).map(String) : undefined
}

/** Each host's file, with a live call of what it grants. */
async function configured(): Promise<Finding[]> {
  const found = HOSTS.filter((host) => existsSync(host.file())).map(async ({ name, file }) => {
    const text = readFileSync(file(), 'utf8')
    const flags = flagsIn(text)
    const has = entryIn(text) !== undefined
    const starts = flags ? `${file()}: ${['crm mcp', ...flags].join(' ')}` : file()
    const detail = has ? starts : `${file()} does not name crm: crm mcp config ${name} --write`
    return [finding(name, true, detail), ...(flags ? await tried(name, overStdio(flags)) : [])]
  })
  return (await Promise.all(found)).flat()
}

async function findings(config: Config, options: Run['options']): Promise<Finding[]> {
  const { server, token } = config
  const permission = permissionOf(options)
  const near = await tried('crm mcp', overStdio(grantFlags(options)))
  const far = server ? await tried(`${server}/api/mcp`, overHttp(`${server}/api/mcp`, token ?? '')) : []
  const credential = server ? [await tokenOf(config)] : []
  return [grantsOf(permission), ...near, ...credential, ...far, ...(await configured())]
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
    const lines = checks.map((each) => [each.check, `${each.ok ? '✓' : '✗'} ${each.detail}`] as const)
    out.record({ ok, checks }, lines)
    return ok ? 0 : 1
  },
}
