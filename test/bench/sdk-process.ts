// The SDK's documented way to serve MCP without sessions: a server and a transport for each request. Its
// tools return a fixed result. `/each` creates the schemas in the factory, as the examples do; `/once`
// creates them once; `/sixty` registers each tool ten times under different names, to simulate a larger
// server.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import express, { type RequestHandler } from 'express'
import { z } from 'zod'
import { TOOLS } from '../../gateway/mcp/intelligence-tools.ts'
import { serveBench } from './serve-bench.ts'

const { result } = JSON.parse(process.env['BENCH_ANSWER']!) as { result: CallToolResult }
const { request_id: _, ...structuredContent } = result.structuredContent!
const answer = async (): Promise<CallToolResult> => ({ content: result.content, structuredContent })

type Shape = z.ZodRawShape
interface Schemas {
  input: Shape
  output: Shape
}

/** Input and output schemas about the size of ours, created anew at each call. */
function freshSchemas(): Schemas[] {
  const role = () => z.string().min(1).max(200).describe('Job title in plain words or a role slug.')
  const city = () => z.string().max(200).optional().describe('US city in plain words or a city slug.')
  const detail = () => z.enum(['brief', 'full']).optional().describe('"brief" unless given.')
  const band = () => z.object({ median: z.int(), p25: z.int(), p75: z.int() })
  const ref = () =>
    z.object({ slug: z.string(), title: z.string(), soc_code: z.string(), occupation: z.string() })
  const place = () => z.object({ slug: z.string(), name: z.string(), state: z.string() }).nullable()
  const citation = () => z.object({ text: z.string(), data_point_id: z.string().nullable(), url: z.string() })
  const head = () => ({
    summary: z.string(),
    understood: z.string().nullable(),
    role: ref(),
    citation: citation(),
  })
  const pay = () =>
    z.object({
      ...{ median: z.int(), low: z.int(), high: z.int(), currency: z.string(), period: z.string() },
      ...{ confidence: z.enum(['high', 'medium', 'low']), confidence_in_words: z.string() },
      ...{ likely_low: z.int(), likely_high: z.int(), sample_size: z.int(), sources_disagree: z.boolean() },
    })
  const compensation = () => ({
    ...head(),
    ...{ city: place(), experience: z.enum(['entry', 'mid', 'senior', 'staff']).nullable(), pay: pay() },
    by_experience: z.object({ entry: band(), mid: band(), senior: band(), staff: band() }).nullable(),
    total_compensation: z.object({
      ...{ base: z.int(), bonus: z.int().nullable(), equity: z.int().nullable(), total: z.int() },
      ...{ confidence: z.string(), basis: z.string() },
    }),
    ...{ against_nation_pct: z.number().nullable(), price_level: z.number().nullable() },
    ...{ change_1y_pct: z.number().nullable(), offer: z.null(), tables: z.null() },
  })
  const list = () => ({
    ...head(),
    ...{ city: place(), median: z.int() },
    rows: z.array(z.object({ slug: z.string(), title: z.string(), score: z.number(), median: z.int() })),
    others: z.array(z.object({ name: z.string(), filings: z.int(), median: z.int().nullable() })),
  })
  return [
    { input: { detail: detail() }, output: list() },
    {
      input: {
        ...{ role: role(), city: city(), detail: detail() },
        experience: z.enum(['entry', 'mid', 'senior', 'staff']).optional().describe('Level of experience.'),
        offered_base: z.int().min(1_000).max(100_000_000).optional().describe('A yearly base salary in USD.'),
      },
      output: compensation(),
    },
    {
      input: { role: role(), skills: z.array(z.string()).max(20).optional(), detail: detail() },
      output: list(),
    },
    { input: { role: role(), city: city(), detail: detail() }, output: list() },
    { input: { query: role(), kind: detail(), limit: z.int().min(1).max(50).optional() }, output: list() },
    { input: { role: role(), city: city(), limit: z.int().min(1).max(20).optional() }, output: list() },
  ]
}

function serverOf(schemas: readonly Schemas[]): McpServer {
  const server = new McpServer({ name: 'bench', version: '1' })
  schemas.forEach(({ input, output }, at) => {
    const { name, title, description } = TOOLS[at % TOOLS.length]!
    const copy = at < TOOLS.length ? name : `${name}_${Math.floor(at / TOOLS.length)}`
    server.registerTool(copy, { title, description, inputSchema: input, outputSchema: output }, answer)
  })
  return server
}

const serve =
  (schemas: () => readonly Schemas[]): RequestHandler =>
  async (req, res) => {
    const server = serverOf(schemas())
    // Stateless: no sessionIdGenerator.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    res.on('close', () => {
      void transport.close()
      void server.close()
    })
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(req, res, req.body)
  }

const kept = freshSchemas()
const app = express()
app.use(express.json())
app.post('/each', serve(freshSchemas))
app.post(
  '/sixty',
  serve(() => Array.from({ length: 10 }, freshSchemas).flat()),
)
app.post(
  '/once',
  serve(() => kept),
)
const server = app.listen(0, '127.0.0.1', () => serveBench((server.address() as { port: number }).port))
