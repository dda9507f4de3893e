// `crm mcp config HOST`: prints the configuration for an agent host, or writes it.
import { execFileSync } from 'node:child_process'
import { isGiven, type Config } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Run } from '../command.ts'
import { GRANT_OPTIONS, grantFlags, permissionOf } from './mcp-grants.ts'
import { HOSTS, type Host, type ConfigMethod } from './mcp-hosts.ts'
import { entryText, writeEntry } from './mcp-merge.ts'

const NAMES = HOSTS.map(({ name }) => name)

export const config: Command = {
  name: 'config',
  about: 'Print the configuration for an agent host, or add it with --write.',
  args: [{ name: 'host', about: 'The program the agent runs in.' }],
  fields: ['host', 'file', 'written', 'config'],
  options: [
    { flags: '--write', about: 'Add it to the host’s file, keeping everything else in it.' },
    { flags: '--file <path>', about: 'A file other than the host’s usual one.' },
    ...GRANT_OPTIONS,
  ],
  examples: [
    'crm mcp config claude-code',
    'crm mcp config cursor --write --allow-write=jobs,activities',
    'CRM_SERVER=https://crm.example.com crm mcp config vscode --write',
  ],
  async run({ args, options, config: settings, out }) {
    const host = hostNamed(args[0] ?? '')
    // Checked now, because when a host starts the server nobody sees why it failed.
    permissionOf(options)
    const way = configMethodFor(host, options, settings)
    const entry = host.entry(way)
    const file = textOf(options, 'file') ?? host.file()
    const written = isOn(options, 'write')
    if (written) writeEntry(file, entry, host.format)
    if (out.json) return out.record({ host: host.name, file, written, config: entry }, [])
    out.note(written ? `Added crm to ${file}.` : `For ${file}:`)
    if (!written) out.raw(entryText(entry, host.format))
    out.note(host.note(way))
    if (settings.databaseUrl && !settings.server)
      out.note(
        'DATABASE_URL is not in it, because it may hold a password: the host needs it in its environment.',
      )
    if (settings.server && way.kind === 'program')
      out.note('Replace ext_… with an extension token: crm tokens create --name agent')
  },
}

function hostNamed(name: string): Host {
  const found = HOSTS.find((host) => host.name === name.toLowerCase())
  return found ?? fail('usage', { problem: `There is no host ${name}. There are: ${NAMES.join(', ')}.` })
}

function configMethodFor(host: Host, options: Run['options'], settings: Config): ConfigMethod {
  const { server } = settings
  if (server && host.takesAddress) return { kind: 'address', url: `${server}/api/mcp` }
  const start = host.hasPath && isInstalled() ? ['crm'] : [process.execPath, process.argv[1] ?? 'crm']
  const [command = 'crm', ...before] = start
  return {
    kind: 'program',
    command,
    args: [...before, 'mcp', ...grantFlags(options)],
    env: server ? { CRM_SERVER: server, CRM_TOKEN: 'ext_…' } : homeOf(settings),
  }
}

/**
 * A non-default CRM_HOME is written to the configuration,
 * because the host does not have this shell's environment.
 */
const homeOf = (config: Config): Record<string, string> =>
  isGiven(config, 'home') ? { CRM_HOME: config.home } : {}

function isInstalled(): boolean {
  try {
    execFileSync('crm', ['--version'], { stdio: 'ignore', timeout: 5_000 })
    return true
  } catch {
    return false
  }
}
