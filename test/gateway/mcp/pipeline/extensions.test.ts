// The extensions of the protocol: prompts as skills, read and checked by the official client; pages that show results.
import {
  Client as NextClient,
  StreamableHTTPClientTransport as NextTransport,
} from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '../../../tokens.ts'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { PATH } from './agent.ts'

const gateway = useGateway({}, unlimited)
const client = new NextClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })

beforeAll(async () => {
  const { token } = await gateway().caller({ scope: 'read-write,assistants:write' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new NextTransport(new URL(gateway().url + PATH), { requestInit }))
})
afterAll(() => client.close())

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBeFalsy()
  return { content, structuredContent }
}

test('all tools that a token can be granted take at most 8,500 tokens', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('ask_assistant')
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(8_500)
})

test('each prompt is a skill, whose file is what its entry says', async () => {
  const skills = new SkillsClient(client)
  expect(skills.supported).toBe(true)
  const { skills: entries, invalid } = await skills.list()
  const { prompts } = await client.listPrompts()
  expect(invalid).toEqual([])
  expect(entries.map(({ frontmatter }) => frontmatter.name)).toEqual(
    prompts.map(({ name }) => name.replaceAll('_', '-')),
  )
  for (const entry of entries) {
    expect((await skills.get(entry.uri)).skill).toEqual(entry)
    const { verified, body } = await skills.read(entry)
    expect(verified).toBe(true)
    expect(body).toMatch(/^\s*# .+[\s\S]+Change nothing that I have not agreed to/)
  }
  await expect(skills.get('skill://nothing/SKILL.md')).rejects.toThrow('There is no such skill')
})

describe('a page', () => {
  /** Opens the page of a tool as a host does, and answers what it shows of a result and what it said to the host. */
  async function shown(tool: string, result: object) {
    const { tools } = await client.listTools()
    const { ui } = tools.find(({ name }) => name === tool)!._meta as { ui: { resourceUri: string } }
    const { contents } = await client.readResource({ uri: ui.resourceUri })
    const { mimeType, text } = contents[0] as { mimeType: string; text: string }
    expect(mimeType).toBe('text/html;profile=mcp-app')
    // The host's policy for a page that asks for nothing: no network at all.
    expect(text).not.toMatch(/https?:|src=|@import|innerHTML|fetch\(/)
    const { document } = parseHTML(text)
    const said: { id?: number; method?: string; params?: unknown }[] = []
    const parent = { postMessage: (message: (typeof said)[number]) => void said.push(message) }
    let hear: (event: object) => void = () => {}
    const listen = (_: string, listener: typeof hear) => void (hear = listener)
    const observer = class {
      observe() {}
    }
    const script = document.querySelector('script')!.textContent
    // The page's own script, with a window of which only this much is there.
    new Function('document', 'parent', 'addEventListener', 'ResizeObserver', script)(document, parent, listen, observer) // prettier-ignore
    const from = (data: object, source: object = parent) =>
      hear({ source, data: { jsonrpc: '2.0', ...data } })
    from({ id: said[0]!.id, result: { hostContext: { theme: 'dark' } } })
    await Promise.resolve().then(() => undefined)
    from({ method: 'ui/notifications/tool-result', params: { structuredContent: { figures: null } } }, {})
    from({ method: 'ui/notifications/tool-result', params: result })
    return { main: document.querySelector('main')!, said: said.map(({ method }) => method) }
  }

  beforeAll(async () => {
    for (const [company, base] of [
      ['Acme', 100_000],
      ['<img src=x onerror=alert(1)>', 120_000],
    ] as const) {
      await call('save_job', { company, role: 'Registered Nurse', location: 'Austin, TX' })
      await call('add_offer', { jobId: company, base: { amount: base, currency: 'USD', period: 'year' } })
    }
  })

  test('is listed for the board, offers and pay', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['ui://crm/board', 'ui://crm/offers', 'ui://crm/pay']),
    )
  })

  test('of the search says its counts, and begins as the extension asks', async () => {
    const { main, said } = await shown('get_pipeline', await call('get_pipeline'))
    expect(main.textContent).toContain('2 jobs, response rate')
    expect(main.textContent).toContain('saved2')
    expect(said.slice(0, 2)).toEqual(['ui/initialize', 'ui/notifications/initialized'])
  })

  test('of offers shows the totals of the text, and a name as text', async () => {
    const result = await call('compare_offers', { ids: ['Acme', '<img src=x onerror=alert(1)>'] })
    const { main } = await shown('compare_offers', result)
    expect(main.textContent).toContain('First by the total')
    expect(main.textContent).toContain('480,000')
    const left = [{ company: 'Globex', role: 'Cook', why: 'no rate for EUR in USD was given' }]
    const more = { ...result, structuredContent: { ...(result.structuredContent as object), left } }
    const { main: all } = await shown('compare_offers', more)
    expect(all.textContent).toContain('Not compared: Globex — Cook, no rate for EUR')
    expect(main.querySelector('img')).toBeNull()
  })

  test('of pay shows the typical figure of the text', async () => {
    const result = await call('analyze_compensation', { role: 'registered-nurse', city: 'austin-tx' })
    const { main } = await shown('analyze_compensation', result)
    const { typical } = result.structuredContent as { typical: { median: number } }
    expect(main.textContent).toContain(`$${typical.median.toLocaleString('en-US')}`)
    expect(main.querySelectorAll('.range').length).toBeGreaterThan(1)
  })
})
