// The supported agent hosts: the location and format of their configuration files.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { shellWord } from '../command.ts'

/** How a host reaches the server: a program on this machine, or a URL with a token that the host provides. */
export type ConfigMethod =
  | { kind: 'program'; command: string; args: string[]; env: Record<string, string> }
  | { kind: 'address'; url: string }

export interface Host {
  name: string
  file(): string
  format?: 'toml'
  /** The setting that lists its servers, if not `mcpServers`. */
  servers?: string
  /** The `type` field that some hosts require for a program. */
  type?: 'stdio'
  /** The entry for a URL. A host that supports none runs `crm mcp` as a proxy. */
  address?: (url: string) => object
  /** Further top-level settings for an entry with a URL. */
  beside?: object
  /** Whether it starts programs without the PATH of a shell. */
  lacksPath?: true
  note(way: ConfigMethod): string
}

export function entryFor(host: Host, way: ConfigMethod): Record<string, unknown> {
  const { servers = 'mcpServers', type, address, beside } = host
  if (way.kind === 'address') return { ...beside, [servers]: { crm: address?.(way.url) } }
  const { command, args, env } = way
  const hasEnv = Object.keys(env).length > 0
  return { [servers]: { crm: { ...(type && { type }), command, args, ...(hasEnv && { env }) } } }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

function desktopFile(): string {
  const file = 'claude_desktop_config.json'
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Claude', file)
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Roaming', 'Claude', file)
  return join(homedir(), '.config', 'Claude', file)
}

const setToken = 'It reads the token from CRM_TOKEN: crm tokens create --name agent --scope read-only'

/** Adds the program to Claude Code. `--env` comes first, because it takes every word up to the next option. */
const claudeCommand = ({ command, args, env }: Extract<ConfigMethod, { kind: 'program' }>): string => {
  const settings = Object.entries(env).map(([name, value]) => `--env ${shellWord(`${name}=${value}`)} `)
  return `claude mcp add ${settings.join('')}--scope user crm -- ${[command, ...args].map(shellWord).join(' ')}`
}

export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    file: () => join(process.cwd(), '.mcp.json'),
    type: 'stdio',
    address: (url) => ({ type: 'http', url, headers: bearer('${CRM_TOKEN}') }),
    note: (way) =>
      way.kind === 'program' ? `Or, for every project of yours: ${claudeCommand(way)}` : setToken,
  },
  {
    name: 'claude-desktop',
    file: desktopFile,
    lacksPath: true,
    note: () => 'Quit and start Claude Desktop again to have it read the file.',
  },
  {
    name: 'cursor',
    file: () => join(process.cwd(), '.cursor', 'mcp.json'),
    address: (url) => ({ url, headers: bearer('${env:CRM_TOKEN}') }),
    note: (way) => (way.kind === 'program' ? 'For every project: ~/.cursor/mcp.json' : setToken),
  },
  {
    name: 'vscode',
    file: () => join(process.cwd(), '.vscode', 'mcp.json'),
    servers: 'servers',
    type: 'stdio',
    address: (url) => ({ type: 'http', url, headers: bearer('${input:crm-token}') }),
    beside: {
      inputs: [
        { type: 'promptString', id: 'crm-token', description: 'Extension token of crm', password: true },
      ],
    },
    note: (way) =>
      way.kind === 'program'
        ? 'Start it with “MCP: List Servers”.'
        : 'VS Code asks for the token once and keeps it.',
  },
  {
    name: 'codex',
    file: () => join(homedir(), '.codex', 'config.toml'),
    format: 'toml',
    servers: 'mcp_servers',
    address: (url) => ({ url, bearer_token_env_var: 'CRM_TOKEN' }),
    note: (way) => (way.kind === 'program' ? 'codex mcp list shows it.' : setToken),
  },
  {
    name: 'gemini',
    file: () => join(homedir(), '.gemini', 'settings.json'),
    address: (url) => ({ httpUrl: url, headers: bearer('$CRM_TOKEN') }),
    note: (way) => (way.kind === 'program' ? '/mcp in Gemini CLI shows it.' : setToken),
  },
]
