// The official client at the intelligence endpoint: initialise, list, call; every result fits its declared
// schema.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokensOf } from '../../tokens.ts'
import { TOOLS } from '../../../gateway/mcp/intelligence-tools.ts'
import { toolListing } from '../../../gateway/mcp/tool.ts'
import { unlimited } from '../../harness.ts'
import { useGateway } from '../harness.ts'
import { keyHolder } from '../intelligence/key-holder.ts'
import { PATH } from './mcp-client.ts'

const gateway = useGateway({}, unlimited)
const client = new Client({ name: 'test', version: '1' })

async function connect(key: string, into = client): Promise<void> {
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  // The client's type declares sessionId as possibly undefined where the interface declares it optional.
  await into.connect(transport as Parameters<Client['connect']>[0])
}

beforeAll(async () => connect((await keyHolder(gateway(), 'pro')).key))
afterAll(() => client.close())

/** One call of each tool, in brief and full form. */
const CALLS: [string, Record<string, unknown>][] = [
  ['list_capabilities', {}],
  ['list_capabilities', { detail: 'full' }],
  ['analyze_compensation', { role: 'staff swe', city: 'sf', offered_base: 190_000 }],
  ['analyze_compensation', { role: 'registered-nurse', city: 'el-paso-tx', detail: 'full' }],
  ['analyze_compensation', { role: 'chief executive' }],
  ['analyze_skills', { role: 'data engineer', skills: ['kubernetes', 'machine learning'] }],
  ['analyze_skills', { role: 'rn', detail: 'full' }],
  ['analyze_market', { role: 'rn', city: 'El Paso' }],
  ['analyze_market', { role: 'software-engineer', detail: 'full' }],
  ['discover_roles_and_cities', { query: 'icu rn' }],
  ['discover_roles_and_cities', { query: 'Berlin, CT', kind: 'cities', limit: 3 }],
  ['find_adjacent_opportunities', { role: 'technical-writer', city: 'Boston', min_pay_change_pct: 0 }],
]

const call = async (name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult

const textOf = ({ content }: CallToolResult): string => (content[0] as { text: string }).text

test('the client negotiates the latest version and gets the server’s name and instructions', () => {
  expect(client.getServerVersion()?.name).toBe('crm-intelligence')
  expect(client.getServerCapabilities()).toEqual({ tools: {} })
  expect(client.getInstructions()).toContain('plain words')
})

test('the client lists six tools, each with a title, all annotations and both schemas', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title).toMatch(/\S/)
    expect(description!.length).toBeLessThanOrEqual(1_024)
    expect(annotations).toEqual({
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
    for (const schema of [inputSchema, outputSchema!]) {
      expect(schema.type).toBe('object')
      expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$schema|"(oneOf|allOf)"/)
      expect(schema).not.toHaveProperty('anyOf')
    }
  }
})

describe('a call', () => {
  test.each(CALLS)(
    'of %s with %j fits its schema and is short, sourced and traceable',
    async (name, args) => {
      // The client itself rejects structured content that does not fit; the test validates it again.
      const result = await call(name, args)
      expect(result.isError, textOf(result)).toBeFalsy()
      const { outputSchema } = toolListing(TOOLS.find((tool) => tool.name === name)!)
      const verdict = new AjvJsonSchemaValidator().getValidator(outputSchema as JsonSchemaType)(
        result.structuredContent,
      )
      expect(verdict.errorMessage).toBeUndefined()
      const { summary, citation, request_id } = result.structuredContent as {
        summary: string
        citation: { text: string }
        request_id: string
      }
      const text = textOf(result)
      expect(text).toBe(`${summary}\nRequest id: ${request_id}`)
      expect(text).toContain(citation.text)
      expect(request_id).toMatch(/^req_[0-9a-f-]{36}$/)
      expect(tokensOf(text)).toBeLessThan(450)
      if (args['detail'] !== 'full')
        expect(tokensOf(JSON.stringify(result.structuredContent))).toBeLessThan(1_600)
      expect(JSON.stringify(result).length).toBeLessThan(40_000)
    },
  )

  test('shows how plain words were understood, and nothing for slugs', async () => {
    const understood = async (role: string, city: string) =>
      (await call('analyze_compensation', { role, city })).structuredContent!['understood']
    expect(await understood('staff swe', 'sf')).toMatch(
      /^“staff swe” was read as Software Engineer, staff level, “sf” as San Francisco, CA.$/,
    )
    expect(await understood('software-engineer', 'sf')).toBe('“sf” was read as San Francisco, CA.')
    expect(await understood('software-engineer', 'san-francisco-ca')).toBeNull()
  })

  test('judges an offer by the same figures that it shows', async () => {
    const judge = async (offered_base: number) =>
      (await call('analyze_compensation', { role: 'accountant', offered_base })).structuredContent as {
        typical: { median: number }
        offer: { verdict: string; against_median_pct: number }
      }
    const { median } = (await judge(50_000)).typical
    const verdicts = await Promise.all([median / 3, median, median * 3].map(Math.round).map(judge))
    expect(verdicts.map(({ offer }) => offer.verdict)).toEqual(['far_below', 'typical', 'far_above'])
    expect(verdicts[1]!.offer.against_median_pct).toBe(0)
  })

  test('lists the sponsors of the place, as the analysis of its market does', async () => {
    const asked = { role: 'data-scientist', city: 'san-francisco-ca', detail: 'full' }
    const { tables } = (await call('analyze_compensation', asked)).structuredContent as {
      tables: { sponsors: unknown[] }
    }
    const market = (await call('analyze_market', asked)).structuredContent as { top_sponsors: unknown[] }
    expect(tables.sponsors).toEqual(market.top_sponsors.slice(0, 10))
  })

  test('names the pay of the role that it found, not of its occupation, and the city by its name', async () => {
    const found = await call('discover_roles_and_cities', { query: 'clinical nurse specialist', limit: 1 })
    expect(textOf(found)).toMatch(/survey median in the nation \$[\d,]+ a year/)
    const [role] = found.structuredContent!['roles'] as { slug: string; national_median: number }[]
    const { structuredContent } = await call('analyze_compensation', { role: role!.slug })
    const { pay } = structuredContent as { pay: { median: number } }
    expect(role!.national_median).toBe(pay.median)
    expect(textOf(found)).toContain(`nation $${pay.median.toLocaleString('en-US')}`)
    const actor = textOf(await call('analyze_compensation', { role: 'actor' }))
    expect(actor).toContain('derived from the survey’s published figures')
    const town = await call('discover_roles_and_cities', { query: 'El Cerrito' })
    expect(town.structuredContent).toMatchObject({ roles: [], cities: [{ slug: 'san-francisco-ca' }] })
    const both = await call('discover_roles_and_cities', { query: 'nurse in El Cerrito' })
    expect(both.structuredContent).toMatchObject({ cities: [{ slug: 'san-francisco-ca' }] })
    expect(textOf(both)).toMatch(/Roles, best first:\n- registered-nurse /)
    const city = textOf(await call('discover_roles_and_cities', { query: 'sf', kind: 'cities' }))
    expect(city).toContain('- san-francisco-ca (San Francisco, CA, from SF, CA; match 0.98)')
  })

  test('leaves out work that pays less on request', async () => {
    const { structuredContent } = await call('find_adjacent_opportunities', {
      role: 'editor',
      min_pay_change_pct: 5,
      limit: 20,
    })
    const { opportunities } = structuredContent as { opportunities: { pay_change_pct: number }[] }
    expect(opportunities.length).toBeGreaterThan(0)
    for (const { pay_change_pct: change } of opportunities) expect(change).toBeGreaterThanOrEqual(5)
  })

  test('looks for better paid work among all related work, not only among the twenty nearest', async () => {
    const asked = { role: 'blockchain-developer', min_pay_change_pct: 10, limit: 20 }
    const { structuredContent } = await call('find_adjacent_opportunities', asked)
    const { opportunities } = structuredContent as { opportunities: { slug: string }[] }
    expect(opportunities.map(({ slug }) => slug)).toContain('quantitative-analyst')
  })

  test('that fails is an error of the tool, not of the client', async () => {
    const result = await call('analyze_compensation', { role: 'zzqx' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('discover_roles_and_cities')
  })

  test('of an unknown tool is a protocol error', async () => {
    await expect(call('nonsense', {})).rejects.toMatchObject({ code: -32602 })
  })
})

test('a client with a free key is refused with a hint how to upgrade', async () => {
  const other = new Client({ name: 'test', version: '1' })
  const { key } = await keyHolder(gateway(), 'free')
  await expect(connect(key, other)).rejects.toThrow(/upgrade_required.*api\/billing\/plans/s)
})

test('the tool list stays within its token budget', () => {
  const costs = TOOLS.map((tool) => ({
    name: tool.name,
    tokens: tokensOf(JSON.stringify(toolListing(tool))),
  }))
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0)
  console.log(
    `tools/list: ${total} tokens; ${costs.map(({ name, tokens }) => `${name} ${tokens}`).join(', ')}`,
  )
  for (const { name, tokens } of costs) expect(tokens, name).toBeLessThanOrEqual(1_100)
  expect(total).toBeLessThanOrEqual(4_500)
  // Hosts show models only the descriptions and the input schemas.
  const seen = TOOLS.map((tool) => toolListing(tool)).map(({ outputSchema: _, ...rest }) =>
    tokensOf(JSON.stringify(rest)),
  )
  expect(seen.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(2_000)
})
