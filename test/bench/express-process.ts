// The baseline of the JSON-RPC endpoint: an idiomatic express application with one JSON route and no
// authentication.
import express from 'express'
import { createHttpServer, listen } from '../../gateway/http/server.ts'
import { serveBench } from './serve-bench.ts'

const { result } = JSON.parse(process.env['BENCH_ANSWER']!) as { result: unknown }

const app = express()
app.use(express.json())
app.post('/mcp', (req, res) => {
  const { id } = req.body as { id: unknown }
  res.json({ jsonrpc: '2.0', id, result })
})

// BENCH_SERVER=ours runs the same application on the product's server, which creates requests with express's
// prototypes.
if (process.env['BENCH_SERVER'] === 'ours') serveBench(await listen(createHttpServer(app), 0, '127.0.0.1'))
else {
  const server = app.listen(0, '127.0.0.1', () => serveBench((server.address() as { port: number }).port))
}
