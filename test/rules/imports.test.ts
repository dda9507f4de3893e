// What a door or a domain may import of another, beyond the floors (floors.test.ts). Each rule states its reason, so that a failing import can be fixed quickly.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { sourcesOf } from './sources.ts'

interface Rule {
  name: string
  reason: string
  /** Whether the file at `from` may not import `to`. */
  forbids(from: string, to: string): boolean
  /** Exceptions as `from → to`, each with its reason. */
  pardons?: Record<string, string>
}

const domainOf = (path: string): string | undefined => /^core\/([^/]+)\//.exec(path)?.[1]

const LAYERS: Rule[] = [
  {
    name: 'a domain does not import the store of another',
    reason:
      'Its SQL can then change with its tables. Ask by its operations, or by an idea it names for this.',
    forbids: (from, to) => /\/store(?:-\w+|\/[\w-]+)?\.ts$/.test(to) && domainOf(from) !== domainOf(to),
  },
  {
    name: 'transports reach the database by operations only',
    reason: 'Authority, limits, audit and events hang on invoke; SQL beside it would escape them.',
    forbids: (from, to) => /^(?:gateway|cli)\//.test(from) && to.startsWith('core/database/'),
    pardons: {
      'cli/commands/db.ts → core/database/embedded.ts': '`crm db` is about the server itself.',
      'cli/commands/doctor.ts → core/database/embedded.ts': 'It looks at the server without opening it.',
      'cli/commands/db.ts → core/database/sharding.ts': 'It distributes the whole database, not one tenant.',
      'cli/commands/db.ts → core/database/backup.ts': 'A copy is of the whole database, not of one tenant.',
    },
  },
  {
    name: 'the terminal starts the gateway in serve and mcp only',
    reason: 'express and pino cost more to load than most commands take.',
    forbids: (from, to) => from.startsWith('cli/') && to.startsWith('gateway/'),
    pardons: {
      'cli/commands/serve.ts → gateway/main.ts': 'This is the command.',
      'cli/commands/welcome.ts → gateway/main.ts': 'The type of what serve started.',
      'cli/commands/mcp.ts → gateway/mcp/stdio.ts': 'This is the other command.',
      'cli/commands/mcp-grants.ts → gateway/mcp/stdio.ts': 'The type of what it is given.',
    },
  },
  {
    name: 'the gateway knows no terminal',
    reason: 'It also runs where nobody watches.',
    forbids: (from, to) => from.startsWith('gateway/') && to.startsWith('cli/'),
  },
]

/** Where a package may be imported, and why only there. */
const PLACES: Record<string, { where: RegExp; reason: string }> = {
  express: { where: /^gateway\//, reason: 'HTTP is the business of the gateway.' },
  pino: { where: /^gateway\/log\.ts$/, reason: 'The log is made in one place and passed on.' },
  'prom-client': { where: /^gateway\/metrics\.ts$/, reason: 'Everything else is given Metrics.' },
  '@modelcontextprotocol/sdk': { where: /^gateway\/mcp\//, reason: 'One folder follows its changes.' },
  commander: { where: /^cli\//, reason: 'The command line is the business of the terminal.' },
  'jq-wasm': { where: /^cli\/run-command\.ts$/, reason: 'One filter for every --jq.' },
  ink: { where: /^cli\//, reason: 'Views belong to the terminal.' },
  react: { where: /^cli\//, reason: 'Views belong to the terminal.' },
  postgres: {
    where: /^core\/(?:database\/|kernel\/context\.ts$)/,
    reason: 'One place connects. kernel/context.ts is pardoned: it names the type that Services carry.',
  },
  zod: {
    where: /^core\/kernel\/zod\.ts$/,
    reason:
      'It costs a quarter of the terminal’s start, so it is loaded on first use: declare schemas with lazySchema.',
  },
  uuid: { where: /^core\/kernel\/id\.ts$/, reason: 'Ids are made in one place: newId().' },
  jose: { where: /^core\/identity\//, reason: 'Only identity reads and signs sessions.' },
  '@node-rs/argon2': { where: /^core\/identity\//, reason: 'Only identity hashes passwords.' },
  stripe: {
    where: /^(?:core\/billing\/stripe\.ts|gateway\/routes\/stripe.*\.ts)$/,
    reason: 'One door to Stripe, which tests can replace at the wire.',
  },
  imapflow: { where: /^core\/inbox\/imap\.ts$/, reason: 'One door to mail servers, read-only.' },
  ai: { where: /^core\/assistants\/model\.ts$/, reason: 'One door to models.' },
  '@ai-sdk/openai': {
    where: /^core\/assistants\/(?:model|exchange)\.ts$/,
    reason: 'One door to models; exchange.ts names the types of what passes it.',
  },
  '@ai-sdk/anthropic': { where: /^core\/assistants\/model\.ts$/, reason: 'One door to models.' },
  '@ai-sdk/openai-compatible': { where: /^core\/assistants\/model\.ts$/, reason: 'One door to models.' },
  '@ai-sdk/xai': { where: /^core\/assistants\/model\.ts$/, reason: 'One door to models.' },
}

const sources = sourcesOf('core', 'gateway', 'cli')
const imports = sources.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
const lines = (found: { from: string; to: string }[]) => found.map(({ from, to }) => `${from} → ${to}`)

test.each(LAYERS)('$name', ({ forbids, reason, pardons = {} }) => {
  const found = lines(imports.filter(({ from, to }) => forbids(from, to)))
  expect(
    found.filter((line) => !(line in pardons)),
    reason,
  ).toEqual([])
})

test.each(Object.entries(PLACES))('%s is imported only in its place', (name, { where, reason }) => {
  const found = imports.filter(({ from, to }) => to === name && !where.test(from))
  expect(lines(found), reason).toEqual([])
})

/** What is installed beside the bundles, and why it cannot be in one. */
const BESIDE: Record<string, string> = { '@node-rs/argon2': 'It is compiled code, one package per platform.' }

test('only what cannot be bundled is installed with crm', () => {
  const found = Object.keys(manifest.dependencies).filter((name) => !(name in BESIDE))
  expect(found, 'A devDependency goes into the bundles, and costs nobody an installation.').toEqual([])
})

test('every package the product imports is named in package.json', () => {
  const known = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const found = imports.filter(
    ({ to }) =>
      !to.startsWith('node:') &&
      !/^(?:core|gateway|cli)\/|^package.json$|^sql\/data\/[\w/]+\.json$/.test(to) &&
      !known.includes(to),
  )
  expect(lines(found), 'A package of a package may change or go without notice.').toEqual([])
})

/** Whether a package has no ES modules. */
function isCommonJs(name: string): boolean {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  return described['type'] !== 'module' && !described['module'] && !described['exports']
}

test('a package without ES modules that is loaded late is used by its default export', () => {
  const late = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^.*import\('([@\w][^':]*)'\).*$/gm)].map(([line, to]) => ({
      from: path,
      to: to!,
      line,
    })),
  )
  expect(late.length).toBeGreaterThan(10)
  const found = late.filter(
    ({ to, line }) => !(to in BESIDE) && isCommonJs(to) && !/\{ default: |\)\)\.default/.test(line),
  )
  expect(lines(found), 'Its names are not known in a bundle of ES modules, before it runs.').toEqual([])
})

test('relative imports include the file extension', () => {
  const found = imports.filter(
    ({ to }) => /^(?:core|gateway|cli)\//.test(to) && !/\.(?:tsx?|cjs|json)$/.test(to),
  )
  expect(lines(found), 'node, tsx and tsup then agree on what is meant.').toEqual([])
})
