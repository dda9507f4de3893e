// The official clients of both generations at the pipeline's endpoint: every result fits its declared schema.
import { tokensOf } from '../../../tokens.ts'
import { TOOLS } from '../../../../gateway/mcp/intelligence-tools.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import {
  Client as NextClient,
  StreamableHTTPClientTransport as NextTransport,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { unlimited } from '../../../harness.ts'
import { useGateway } from '../../harness.ts'
import { PATH } from './agent.ts'
import { CALLS } from './calls.ts'

const [host = '', port] = inject('boardsAddress').split(':')
const gateway = useGateway({ hostMap: { '*.greenhouse.io': { host, port: Number(port) } } }, unlimited)
const client = new Client({ name: 'test', version: '1' })

const headersOf = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

beforeAll(async () => {
  const { token } = await gateway().caller()
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), headersOf(token))
  await client.connect(transport as Parameters<Client['connect']>[0])
})
afterAll(() => client.close())

test('the tools, each with a title, all annotations and its input, take at most 8,500 tokens', async () => {
  const { tools } = await client.listTools()
  console.log(`tools/list over HTTP: ${tokensOf(JSON.stringify(tools))} tokens for ${tools.length} tools`)
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(8_500)
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(outputSchema, name).toBeUndefined()
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(title, name).toMatch(/\S/)
    expect(description!.length, name).toBeLessThanOrEqual(1_024)
    expect(Object.keys(annotations!).sort()).toEqual(
      ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].sort(),
    )
    expect(annotations!.destructiveHint).toBe(
      /^(?:delete|update|undo|accept|reject|decide|import)/.test(name),
    )
    expect(annotations!.readOnlyHint).toBe(
      /^(?:get|search|list|compare|counter|analyze|discover|find)_/.test(name),
    )
    expect(inputSchema.type).toBe('object')
    expect(JSON.stringify(inputSchema)).not.toMatch(/\$ref|\$schema|"(?:oneOf|allOf)"/)
  }
})

test('every tool succeeds, and the client validates its result', async () => {
  // The client compiles the listed output schemas, and rejects a result that does not fit.
  const { tools } = await client.listTools()
  const used = new Set(CALLS.map(([name]) => name))
  expect(tools.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([
    'snooze_suggestion',
    'accept_inbox',
    'reject_inbox',
    ...TOOLS.map(({ name }) => name),
  ])
  for (const [name, args] of CALLS) {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult
    const text = (result.content[0] as { text: string }).text
    expect(result.isError, `${name}: ${text}`).toBeFalsy()
    expect(result.structuredContent, name).toMatchObject({ summary: expect.any(String) })
    expect(JSON.stringify(result).length, name).toBeLessThan(40_000)
  }
})

test('what mail proposes is shown as data, and accepted or rejected', async () => {
  const { token, send } = await gateway().caller()
  const agent = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(gateway().url + PATH), headersOf(token))
  await agent.connect(transport as Parameters<Client['connect']>[0])
  const mail = (number: number) =>
    `From: Globex Careers <careers@globex${number}.example>\r\nMessage-ID: <${number}@globex.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Cook position.\r\n`
  for (const number of [1, 2])
    await send('POST', '/api/mcp/inbox/scan', mail(number), { 'content-type': 'message/rfc822' })
  const call = async (name: string, args: object) =>
    (await agent.callTool({ name, arguments: { ...args } })) as CallToolResult
  const listed = await call('list_inbox', {})
  const { proposals } = listed.structuredContent as { proposals: { id: string }[] }
  expect(proposals).toHaveLength(2)
  expect((listed.content[0] as { text: string }).text).toMatch(
    /<data-([0-9a-f]{8})>[^]*“We have received[^]*<\/data-\1>/,
  )
  expect((await call('accept_inbox', { ids: [proposals[0]!.id] })).structuredContent).toMatchObject({
    proposals: [{ state: 'accepted' }],
  })
  expect((await call('reject_inbox', { ids: [proposals[1]!.id] })).structuredContent).toMatchObject({
    proposals: [{ state: 'rejected' }],
  })
  await agent.close()
})

describe('a client of the next protocol generation', () => {
  test('connects, lists, reads and calls', async () => {
    const { token } = await gateway().caller()
    const next = new NextClient({ name: 'next', version: '2' })
    await next.connect(new NextTransport(new URL(gateway().url + PATH), headersOf(token)))
    expect((await next.listTools()).tools.length).toBeGreaterThan(10)
    const result = await next.callTool({ name: 'save_job', arguments: { company: 'Acme', role: 'Chef' } })
    expect(result.isError).toBeFalsy()
    const { contents } = await next.readResource({ uri: 'crm://jobs/acme' })
    expect(JSON.stringify(contents)).toContain('Acme — Chef')
    await next.close()
  })
})
