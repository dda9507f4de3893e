// `crm mcp`: an MCP server on stdio for an agent on this machine.
import { type Command, isOn, textOf, type Run, misused } from '../command.ts'
import { doctor } from './mcp-doctor.ts'
import { GRANT_OPTIONS, permissionOf, grantFlags } from './mcp-grants.ts'
import { type Config, isGiven } from '../../core/config.ts'
import { SECOND_MS, localZone } from '../../core/kernel/clock.ts'
import type { Reach } from '../../gateway/mcp/stdio.ts'
import type { Local } from '../local.ts'
import { execFileSync } from 'node:child_process'
import { fail, quietly } from '../../core/kernel/errors.ts'
import { entryFor, HOSTS, type Host, type ConfigMethod } from './mcp-hosts.ts'
import { isRecord, recordOf } from '../../core/kernel/narrow.ts'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { saveFile } from './save-file.ts'

const config: Command = {
  name: 'config',
  about: 'Print the configuration for an agent host, or add it with --write.',
  args: [{ name: 'host', about: 'The program the agent runs in.' }],
  fields: ['host', 'file', 'written', 'config'],
  options: [
    { flags: '--write', about: 'Add it to the host’s file; everything else in the file is kept.' },
    { flags: '--file <path>', about: 'A file other than the host’s usual one.' },
    ...GRANT_OPTIONS,
  ],
  examples: [
    'crm mcp config claude-code',
    'crm mcp config cursor --write --allow-write=jobs,activities',
    'CRM_SERVER=https://crm.example.com crm mcp config vscode --write',
  ],
  async run({ args, options, config: settings, out }) {
    const [name = ''] = args
    const host =
      HOSTS.find((each) => each.name === name.toLowerCase()) ??
      misused(`There is no host ${name}. There are: ${HOSTS.map((each) => each.name).join(', ')}.`)
    // This command refuses wrong permissions, because the host starts the server later and shows no errors of it.
    permissionOf(options)
    const way = configMethodFor(host, options, settings)
    const entry = entryFor(host, way)
    const file = textOf(options, 'file') ?? host.file()
    const written = isOn(options, 'write')
    if (written) await writeEntry(file, entry, host.format)
    if (out.json) return out.record({ host: host.name, file, written, config: entry }, [])
    out.note(written ? `Added crm to ${file}.` : `For ${file}:`)
    if (!written) out.raw(entryText(entry, host.format))
    out.note(host.note(way))
    if (settings.databaseUrl && !settings.server)
      out.note(
        'DATABASE_URL is not in it, because it may hold a password: the host needs it in its environment.',
      )
    if (settings.server && way.kind === 'program')
      out.note('Replace ext_… with a token: crm tokens create --name agent')
  },
}

function configMethodFor(host: Host, options: Run['options'], settings: Config): ConfigMethod {
  const { server } = settings
  if (server && host.address) return { kind: 'address', url: `${server}/api/mcp` }
  const program = process.argv[1] ?? 'crm'
  // npx starts the program through a link in its own cache.
  const own = existsSync(program) ? realpathSync(program) : program
  const start = !host.lacksPath && isInstalled(settings.env) ? ['crm'] : [process.execPath, own]
  const [command = 'crm', ...before] = start
  // The host lacks this shell's environment.
  const home: Record<string, string> = isGiven(settings, 'home') ? { CRM_HOME: settings.home } : {}
  return {
    kind: 'program',
    command,
    args: [...before, 'mcp', ...grantFlags(options)],
    env: server ? { CRM_SERVER: server, CRM_TOKEN: 'ext_…' } : home,
  }
}

/** Whether a shell finds crm. npx and npm put their own folders at the start of PATH, which do not count. */
function isInstalled(env: NodeJS.ProcessEnv): boolean {
  const folders = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !/[\\/]node_modules[\\/]/.test(folder))
  try {
    execFileSync('crm', ['--version'], {
      ...{ stdio: 'ignore', timeout: 5_000 },
      env: { ...env, PATH: folders.join(delimiter) },
    })
    return true
  } catch {
    return false
  }
}

type Table = Record<string, unknown>

const entryText = (entry: Table, format: Host['format']): string =>
  format === 'toml' ? tomlOf(entry) : `${JSON.stringify(entry, null, 2)}\n`

function merged(kept: Table, entry: Table): Table {
  const pairs = Object.entries(entry).map(([name, value]): [string, unknown] => {
    const before = kept[name]
    if (Array.isArray(value) && Array.isArray(before)) return [name, withById(before, value)]
    if (!isRecord(value) || !isRecord(before)) return [name, value]
    return [name, { ...before, ...value }]
  })
  return { ...kept, ...Object.fromEntries(pairs) }
}

const withById = (before: unknown[], added: unknown[]): unknown[] => {
  const ids = added.map((each) => recordOf(each)['id'])
  return [...before.filter((each) => !ids.includes(recordOf(each)['id'])), ...added]
}

function writeEntry(file: string, entry: Table, format: Host['format']): Promise<void> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const text = format === 'toml' ? mergeToml(kept, entry) : mergeJson(file, kept, entry)
  mkdirSync(dirname(file), { recursive: true })
  return saveFile(file, text, true)
}

function mergeJson(file: string, kept: string, entry: Table): string {
  if (!kept.trim()) return entryText(entry, undefined)
  const value = quietly((): unknown => JSON.parse(kept))
  if (isRecord(value)) return entryText(merged(value, entry), undefined)
  const problem = `${file} is not plain JSON (comments or a trailing comma?), so nothing was written.`
  return fail('failed', { problem }, { hint: 'Run it again without --write and add what it prints by hand.' })
}

function mergeToml(kept: string, entry: Table): string {
  const lines: string[] = []
  let isOurs = false
  for (const line of kept.split('\n')) {
    if (/^\s*\[/.test(line)) isOurs = /^\s*\[\s*mcp_servers\s*\.\s*"?crm"?\s*[.\]]/.test(line)
    if (!isOurs) lines.push(line)
  }
  const rest = lines.join('\n').trimEnd()
  return `${rest ? `${rest}\n\n` : ''}${tomlOf(entry)}`
}

function tomlOf(entry: Table): string {
  const blocks = (path: string, table: Table): string[] => {
    const values = Object.entries(table).filter(([, value]) => !isRecord(value))
    const tables = Object.entries(table).filter((pair): pair is [string, Table] => isRecord(pair[1]))
    const own = values.map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    const head = path && own.length ? [[`[${path}]`, ...own].join('\n')] : []
    return [...head, ...tables.flatMap(([name, inner]) => blocks(path ? `${path}.${name}` : name, inner))]
  }
  return `${blocks('', entry).join('\n\n')}\n`
}

const mcp: Command = {
  name: 'mcp',
  about: 'Run an MCP server on stdio for a local agent. It is read-only unless you allow more.',
  fields: [],
  options: GRANT_OPTIONS,
  examples: [
    'crm mcp',
    'crm mcp --allow-write=jobs,activities,calendar',
    'crm mcp --allow-all --deny-delete=contacts',
  ],
  async run({ options, config: settings, out }) {
    const permission = permissionOf(options)
    const { serveStdio } = await import('../../gateway/mcp/stdio.ts')
    const { lineLog } = await import('../../core/kernel/log.ts')
    await serveStdio({
      input: process.stdin,
      output: process.stdout,
      permission,
      reach: settings.server ? remoteReach(settings) : local(settings, out.note),
      timeZone: localZone(),
      log: lineLog(settings.logLevel === 'info' ? 'error' : settings.logLevel, out.note),
      now: () => Date.now(),
    })
  },
}

const remoteReach = (config: Config): Reach => ({
  // Each poll counts against the limit per minute.
  lookEveryMs: 5 * SECOND_MS,
  async call(op, input, { idempotency, scopes: _, ...about }) {
    const { callRemote } = await import('../remote.ts')
    let changeId: string | undefined
    const onChange = (id: string) => void (changeId = id)
    const behalf = { ...about, onChange, ...(idempotency && { idempotencyKey: idempotency.key }) }
    const output = await callRemote(config, op, input, behalf)
    return { output, changeId }
  },
})

function local(config: Config, onProgress: (sentence: string) => void): Reach {
  let opening: Promise<Local> | undefined
  const opened = () =>
    (opening ??= import('../local.ts').then(({ localCore }) => localCore(config, onProgress)))
  return {
    lookEveryMs: SECOND_MS,
    async call(op, input, { scopes, ...about }) {
      const { invoke } = await import('../../core/kernel/invoke.ts')
      return (await opened()).run(op, async (context) => {
        const granted = [...context.principal.scopes].filter((scope) => scopes.has(scope))
        const principal = { ...context.principal, scopes: new Set(granted) }
        const idempotency = about.idempotency ?? context.idempotency
        const output = await invoke(op, { ...context, ...about, idempotency, principal }, input)
        return { output, changeId: context.report.changeId }
      })
    },
  }
}

export const commands: Command[] = [mcp, config, doctor]
