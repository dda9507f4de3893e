// A receiver that accepts everything, in a separate process.
import { createServer } from 'node:http'
import { listen } from '../../gateway/http/server.ts'
import { serveBench } from './serve-bench.ts'

const server = createServer((req, res) => {
  req.resume()
  req.once('end', () => res.writeHead(204).end())
})
serveBench(await listen(server, 0, '127.0.0.1'))
