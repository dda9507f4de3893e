// Public surfaces as text files, so that every change shows up as a diff.
import { registryEntry } from '../../cli/bundle/registry.ts'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Group } from '../../cli/command.ts'
import { GROUPS } from '../../cli/groups.ts'
import { GUIDE, guidePage } from './guide.ts'
import { configurationPage, exampleEnvironment } from './configuration.ts'
import { manualText, referenceText } from './reference.ts'
import { CATALOG, KINDS } from '../../core/kernel/errors.ts'
import { routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { INSTRUCTIONS, TOOLS } from '../../gateway/mcp/intelligence-tools.ts'
import { ALL_TOOLS, PIPELINE_TOOLS, pipelineInstructions } from '../../gateway/mcp/pipeline/tools.ts'
import { INTELLIGENCE_MCP, PIPELINE_MCP } from '../../gateway/mcp/protocol.ts'
import { toolListing } from '../../gateway/mcp/tool.ts'
import { openApiDocument, PAGES } from '../../gateway/openapi/document.ts'
import { OAUTH_PATHS } from '../../gateway/openapi/oauth.ts'
import { CALENDAR_FEED } from '../../gateway/routes/calendar-feed.ts'
import { ARCHITECTURE, architecturePage } from '../rules/drawing.ts'
import { tokensOf } from '../tokens.ts'

const here = dirname(fileURLToPath(import.meta.url))
const pinned = (name: string): string => join(here, 'pinned', name)

/** Text in aligned columns; the last one is not padded. */
function columns(rows: string[][]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd()
  return `${rows.map(line).join('\n')}\n`
}

const openApi = (): string => `${JSON.stringify(openApiDocument(operations, ''), null, 2)}\n`

function routes(): string {
  const own = operations.map((op) => {
    const { method, path } = routeOf(op)
    return [path, method, String(op.status ?? 200), op.access, op.effect, op.name]
  })
  const forms = PAGES.flatMap((page) => (page.forms ? [[page.path, 'POST']] : []))
  const shown = [...PAGES.map(({ path }) => path), CALENDAR_FEED].map((path) => [path, 'GET'])
  const pages = [...shown, ...forms].map((route) => [...route, '200', 'public', 'read', '-'])
  const endpoints = [
    [INTELLIGENCE_MCP, 'POST', '200', 'intelligence:read', 'read', 'JSON-RPC'],
    [PIPELINE_MCP, 'POST', '200', 'pipeline:read', 'write', 'JSON-RPC'],
  ]
  const oauth = Object.entries(OAUTH_PATHS).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [path, method.toUpperCase(), '-', 'public', 'write', 'OAuth']),
  )
  return columns(
    [...own, ...oauth, ...endpoints, ...pages].sort(([a, b], [c, d]) =>
      `${a} ${b}`.localeCompare(`${c} ${d}`, 'en'),
    ),
  )
}

const errors = (): string =>
  columns(
    Object.entries(CATALOG).map(([code, { kind, message }]) => {
      const { http, wire, rpc, exit } = KINDS[kind]
      return [code, String(http), wire, String(rpc), `exit ${exit}`, JSON.stringify(message)]
    }),
  )

function describeCommand(group: Group, command: Command): string {
  const words = command.name === group.name ? [group.name] : [group.name, command.name]
  const args = (command.args ?? []).map(({ name }) =>
    name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`,
  )
  const flags = [
    ...(command.options ?? []),
    ...(command.destructive ? [{ flags: '-y, --yes', about: 'Do not ask for confirmation.' }] : []),
    ...(command.destructive || command.dryRun
      ? [{ flags: '--dry-run', about: 'Show what would happen.' }]
      : []),
  ].map(({ flags, about }) => `    ${flags.padEnd(28)} ${about}`)
  const head = `${['crm', ...words, ...args].join(' ')}${command.hidden ? '  (hidden)' : ''}`
  return [head, `  ${command.about}`, ...flags].join('\n')
}

async function commands(): Promise<string> {
  const groups = await Promise.all(GROUPS.map((entry) => entry.load()))
  const all = groups.flatMap((group) => group.commands.map((command) => describeCommand(group, command)))
  return `${all.join('\n\n')}\n\nEvery command takes --json [fields] and --help.\n`
}

/** One file per tool, because texts for models need review like code. */
const tools = Object.fromEntries([
  ...TOOLS.map((tool) => [
    pinned(`tools/${tool.name}.json`),
    () => `${JSON.stringify(toolListing(tool), null, 2)}\n`,
  ]),
  ...PIPELINE_TOOLS.map((tool) => [
    pinned(`tools/pipeline/${tool.name}.json`),
    () => `${JSON.stringify(toolListing(tool, 'brief'), null, 2)}\n`,
  ]),
]) as Record<string, () => string>

/** What is measured of a surface, and the most that agents should have to read of it. */
export const ROOM = () => ({
  'Bytes of OpenAPI': {
    taken: Buffer.byteLength(JSON.stringify(openApiDocument(operations, ''))),
    of: 500_000,
  },
  'Tokens of all tools': {
    taken: tokensOf(JSON.stringify(ALL_TOOLS.map((tool) => toolListing(tool, 'brief')))),
    of: 8_400,
  },
})

/** Every pinned file and the function that generates it. */
export const SURFACES: Record<string, () => string | Promise<string>> = {
  [pinned('openapi.json')]: openApi,
  [pinned('routes.txt')]: routes,
  [pinned('errors.txt')]: errors,
  [pinned('commands.txt')]: commands,
  [pinned('tools/instructions.txt')]: () => `${INSTRUCTIONS}\n`,
  [pinned('tools/pipeline/instructions.txt')]: () => `${pipelineInstructions([], '')}\n`,
  ...tools,
  [join(here, '..', '..', 'server.json')]: () => `${JSON.stringify(registryEntry(), null, 2)}\n`,
  [join(here, '..', '..', '.env.example')]: exampleEnvironment,
  [join(here, '..', '..', 'docs', 'configuration.md')]: configurationPage,
  [join(here, '..', '..', 'docs', 'reference.md')]: referenceText,
  [join(here, '..', '..', 'docs', 'crm.1')]: manualText,
  [fileURLToPath(GUIDE)]: guidePage,
  [fileURLToPath(ARCHITECTURE)]: architecturePage,
}
