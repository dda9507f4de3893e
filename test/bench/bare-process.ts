// The baseline: node:http without a framework, tokens or limits, and plain postgres.js running the same
// statement as the product.
import { createServer, type ServerResponse } from 'node:http'
import postgres from 'postgres'
import { readConfig } from '../../core/config.ts'
import type { Sql } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import * as jobs from '../../core/jobs/store-list.ts'
import { newId } from '../../core/kernel/id.ts'
import { must } from '../../core/kernel/narrow.ts'
import { listen } from '../../gateway/http/server.ts'
import { serveBench } from './serve-bench.ts'

const LIMIT = 20

const { socketFolder, port, user, database } = addressOf(readConfig().home)
const sql = postgres({ path: `${socketFolder}/.s.PGSQL.${port}`, user, database })

/** The statement that the product's store sends, as text. */
async function statement(): Promise<string> {
  const page = {
    sort: must(jobs.SORTS['updatedAt']),
    descending: true,
    limit: LIMIT,
    after: undefined,
  } as const
  const result = await jobs.listJobs(sql as unknown as Sql, newId(), {}, page)
  return result.statement.string
}

const text = await statement()
/** Its parameters: the owner, wherever a row's owner is compared, and last the limit. */
const owners = new Set(text.match(/\$\d+/g)).size - 1
/** The product's response to a pay query. */
const answer = process.env['BENCH_ANSWER'] ?? ''
const answerHead = JSON.parse(process.env['BENCH_HEAD'] ?? '[]') as string[]

function send(res: ServerResponse, body: string): void {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

const server = createServer((req, res) => {
  if (req.url === '/healthz') return send(res, '{"status":"ok"}')
  if (req.url!.startsWith('/api/')) return void res.writeHead(200, answerHead).end(answer)
  const userId = req.url!.slice(1)
  void sql
    .unsafe(text, [...Array<string>(owners).fill(userId), LIMIT + 1], { prepare: true })
    .then((rows) => send(res, JSON.stringify({ jobs: rows })))
})
serveBench(await listen(server, 0, '127.0.0.1'))
