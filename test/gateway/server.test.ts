// What the server under express relies on.
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer, drain, listen } from '../../gateway/http/server.ts'

const OLDEST_WITHOUT = 22

// Node 20: newer ones are quicker without.
test.skipIf(Number(process.versions.node.split('.')[0]) >= OLDEST_WITHOUT)(
  'requests and responses are created with the prototypes that express gives them, without which the oldest Node loses two thirds of its speed',
  async () => {
    const app = express()
    const server = createHttpServer(app)
    const created: unknown[] = []
    const handled: unknown[] = []
    server.prependListener('request', (...pair) => void created.push(...pair.map(Object.getPrototypeOf)))
    app.get('/', (req, res) => {
      handled.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res))
      res.send('here')
    })
    const port = await listen(server, 0, '127.0.0.1')
    onTestFinished(() => drain(server, 1_000))
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    expect(handled).toEqual([app.request, app.response])
    expect(created).toEqual(handled)
  },
)
