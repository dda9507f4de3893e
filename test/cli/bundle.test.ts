// `npm run bundle`: the unpacked bundle works in a desktop host, for this computer and as a client of a remote crm, with
// nothing else installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { stopServer } from '../../core/database/embedded.ts'
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
})

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, never>

/** The bundle's server as a desktop host starts it: without a PATH, with these settings and variables. */
async function started(
  settings: Record<string, string>,
  variables: Record<string, string> = {},
): Promise<Client> {
  const { server } = read('manifest.json') as Record<string, Record<string, unknown>>
  const { env, args } = server!['mcp_config'] as { env: Record<string, string>; args: string[] }
  // A setting that was not filled in stays a placeholder, as with some hosts.
  const filled = (text: string) =>
    text
      .replace(/\$\{user_config\.(\w+)\}/, (said, name: string) => settings[name] ?? said)
      .replace('${__dirname}', folder)
  const client = new Client({ name: 'desktop', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map(filled),
      env: {
        PATH: '/nowhere',
        ...variables,
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
      },
      stderr: 'pipe',
    }),
  )
  return client
}

async function savesJob(client: Client): Promise<void> {
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('save_job')
  expect(names).not.toContain('add_contact')
  const saved = await client.callTool({ name: 'save_job', arguments: { company: 'Acme', role: 'Chef' } })
  expect(JSON.stringify(saved.content)).toContain('Saved Acme')
}

test('the bundled server works against a gateway with the settings in its manifest', async () => {
  const { user_config: asked } = read('manifest.json') as Record<string, Record<string, unknown>>
  expect(asked!['token']).toMatchObject({ sensitive: true })
  const { token } = await gateway().caller()
  const client = await started({ server: gateway().url, token, grants: '--allow-write=jobs' })
  await savesJob(client)
  await client.close()
})

test('without a server it keeps jobs and looks up pay on this computer, and starts no program but its own', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-bundle-home-'))
  const client = await started({ grants: '--allow-write=jobs' }, { CRM_HOME: home })
  await savesJob(client)
  const asked = { name: 'analyze_compensation', arguments: { role: 'Nurse', city: 'Austin' } }
  const pay = await client.callTool(asked)
  expect(JSON.stringify(pay.content)).toMatch(/\$\d/)
  await client.close()
  await stopServer(home)
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
