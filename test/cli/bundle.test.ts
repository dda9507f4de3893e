// `npm run bundle`: the unpacked bundle works in a desktop host as a client of a remote crm, with nothing
// else installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { useGateway } from '../gateway/harness.ts'

const gateway = useGateway()
const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'crm-bundle-'))

beforeAll(() => {
  const tsx = join(root, 'node_modules', '.bin', 'tsx')
  const args = ['cli/bundle/main.ts', '--out', folder, '--url', 'https://crm.example.org']
  const { status, stderr } = spawnSync(tsx, args, { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(folder, 'crm.mcpb'))))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}, 60_000)

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never>

test('the bundled server works against a gateway with the settings in its manifest', async () => {
  const { server, user_config: asked } = read('manifest.json') as Record<string, Record<string, unknown>>
  expect(asked!['token']).toMatchObject({ sensitive: true })
  const caller = await gateway().caller()
  const { env, args } = server!['mcp_config'] as { env: Record<string, string>; args: string[] }
  const settings: Record<string, string> = {
    server: gateway().url,
    token: caller.token,
    intelligence_key: '',
    grants: '--allow-write=jobs',
  }
  const filled = (text: string) =>
    text
      .replace(/\$\{user_config\.(\w+)\}/, (_, name: string) => settings[name] ?? '')
      .replace('${__dirname}', folder)
  const client = new Client({ name: 'desktop', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map(filled),
      env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
      stderr: 'pipe',
    }),
  )
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('save_job')
  expect(names).not.toContain('add_contact')
  const saved = await client.callTool({ name: 'save_job', arguments: { company: 'Acme', role: 'Chef' } })
  expect(JSON.stringify(saved.content)).toContain('Saved Acme')
  await client.close()
})

test('the registry entry names the bundle’s digest and both endpoints', () => {
  const entry = read('server.json') as Record<string, unknown>
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { mcpName: string }
  expect(entry['name']).toBe(manifest.mcpName)
  expect(JSON.stringify(entry)).toMatch(/"fileSha256":"[0-9a-f]{64}"/)
  expect((entry['remotes'] as { url: string }[]).map(({ url }) => url)).toEqual([
    'https://crm.example.org/api/mcp',
    'https://crm.example.org/api/v1/intelligence/mcp',
  ])
})
