// `crm mcp config` and `crm mcp doctor`: the generated configuration starts a working server.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcess as crm, crmProcessJson as crmJson, environment, type ProcessOptions } from './process.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const HOSTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini']

/** A project folder and a separate home. */
function aPlace(env: Record<string, string> = {}): ProcessOptions & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'crm-host-'))
  return { folder, cwd: folder, url: database.url, env: { HOME: folder, ...env } }
}

const FAR = { CRM_SERVER: 'https://crm.example.com', CRM_TOKEN: 'ext_secret' }

/** The server's entry, wherever the host stores it. */
const serverIn = (config: Record<string, { crm: Record<string, unknown> }>) =>
  (config['mcpServers'] ?? config['servers'] ?? config['mcp_servers'])!.crm

describe('the configuration', () => {
  test.each(HOSTS)('of %s starts a server with exactly the named grants', async (host) => {
    const place = aPlace()
    const { body } = await crmJson(['mcp', 'config', host, '--allow-write=jobs', '--json'], place)
    const { command, args } = serverIn(body.config) as { command: string; args: string[] }
    expect(args.slice(-2)).toEqual(['mcp', '--allow-write=jobs'])
    const client = new Client({ name: host, version: '1' })
    await client.connect(new StdioClientTransport({ command, args, env: environment(place), stderr: 'pipe' }))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    await client.close()
    expect(names).toContain('save_job')
    expect(names).not.toContain('add_contact')
  })

  test('for all projects of Claude Code has the same home as the one for this project', async () => {
    const place = aPlace({ CRM_HOME: join(tmpdir(), "a user's home") })
    const { stdout, stderr } = await crm(['mcp', 'config', 'claude-code'], place)
    expect(stdout).toContain("a user's home")
    expect(stderr).toContain(
      `claude mcp add --env 'CRM_HOME=${tmpdir()}/a user'\\''s home' --scope user crm -- `,
    )
  })

  test('names no crm that only npx or npm put before the PATH', async () => {
    const place = aPlace()
    const own = join(place.folder, 'node_modules', '.bin')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'crm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const env = { ...place.env, PATH: `${own}${delimiter}${dirname(process.execPath)}` }
    const { body } = await crmJson(['mcp', 'config', 'claude-code', '--json'], { ...place, env })
    expect(serverIn(body.config)['command']).toBe(process.execPath)
  })

  test('says that the host needs DATABASE_URL, and does not contain it', async () => {
    const { stdout, stderr } = await crm(['mcp', 'config', 'cursor'], aPlace())
    expect(stderr).toContain('DATABASE_URL is not in it')
    expect(stdout + stderr).not.toContain(database.url)
  })

  test.each(HOSTS)('of %s never contains the token', async (host) => {
    const { stdout, stderr } = await crm(['mcp', 'config', host], aPlace(FAR))
    expect(stdout).toContain('crm.example.com')
    expect(stdout + stderr).not.toContain('ext_secret')
  })

  test.each(HOSTS)('of %s is merged into the existing file, once', async (host) => {
    const place = aPlace()
    const file = join(place.folder, 'deep', 'file')
    mkdirSync(join(place.folder, 'deep'))
    const before =
      host === 'codex'
        ? 'model = "x"\n\n[mcp_servers.other]\ncommand = "other"\n'
        : '{"theme": "dark", "mcpServers": {"other": {"command": "other"}}}'
    writeFileSync(file, before)
    for (const flags of [['--allow-all'], []])
      expect((await crm(['mcp', 'config', host, '--write', '--file', file, ...flags], place)).code).toBe(0)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('other')
    expect(text).toMatch(host === 'codex' ? 'model = "x"' : '"theme": "dark"')
    expect(text).not.toContain('--allow-all')
    expect(text.match(/"?crm"?(?=\]|": \{)/g)).toHaveLength(1)
  })

  test('does not overwrite a file that cannot be parsed', async () => {
    const place = aPlace()
    const file = join(place.folder, 'mcp.json')
    writeFileSync(file, '{ // a comment\n}')
    const { code, stderr } = await crm(['mcp', 'config', 'vscode', '--write', '--file', file], place)
    expect([code, stderr]).toEqual([1, expect.stringContaining('not plain JSON')])
    expect(readFileSync(file, 'utf8')).toContain('a comment')
  })

  test('of an unknown host is refused with the known ones', async () => {
    const { code, stderr } = await crm(['mcp', 'config', 'emacs'], aPlace())
    expect([code, stderr]).toEqual([2, expect.stringContaining('claude-code')])
  })
})

describe('the doctor', () => {
  test('tries the connection as an agent would, and reports success', async () => {
    const { code, body } = await crmJson(['mcp', 'doctor', '--json'], aPlace())
    expect([code, body.ok]).toEqual([0, true])
    expect(body.checks.map(({ check }: { check: string }) => check)).toContain('crm mcp: answers')
  })

  test('tries what each configured host grants', async () => {
    const place = aPlace()
    const other = { mcpServers: { 'crm-staging': { command: 'crm', args: ['mcp', '--tools=pay'] } } }
    writeFileSync(join(place.folder, '.mcp.json'), JSON.stringify(other))
    await crm(['mcp', 'config', 'claude-code', '--write', '--allow-write=jobs'], place)
    await crm(['mcp', 'config', 'codex', '--write', '--tools=pay'], place)
    const { body } = await crmJson(['mcp', 'doctor', '--json'], place)
    const checks = body.checks as { check: string; detail: string }[]
    const detail = (name: string) => checks.find(({ check }) => check === name)?.detail
    expect(detail('claude-code')).toContain('.mcp.json: crm mcp --allow-write=jobs')
    const tools = ['crm mcp', 'claude-code', 'codex'].map((name) => parseInt(detail(`${name}: lists tools`)!))
    expect(tools[1]).toBeGreaterThan(tools[0]!)
    expect(tools[2]).toBeLessThan(tools[0]!)
  })

  test('reports what is wrong', async () => {
    const place = aPlace({ CRM_SERVER: 'http://127.0.0.1:9', CRM_TOKEN: 'ext_x' })
    const { code, stdout } = await crm(['mcp', 'doctor'], place)
    expect(code).toBe(1)
    expect(stdout).toContain('ECONNREFUSED')
  })
})
