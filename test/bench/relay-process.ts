// The baseline of a route that calls a model: express, forwarding the request and the response.
import express from 'express'
import { Agent, request } from 'undici'
import { serveBench } from './serve-bench.ts'

const agent = new Agent()
const app = express()
app.use(express.json())
app.post('/', async (req, res) => {
  const answer = await request(`${process.env['OPENAI_BASE_URL']}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${req.headers['x-user-api-key']}` },
    body: JSON.stringify(req.body),
    dispatcher: agent,
  })
  res.json(await answer.body.json())
})
const server = app.listen(0, '127.0.0.1', () => serveBench((server.address() as { port: number }).port))
