// Responses that become ready in the same turn of the event loop are sent together.
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway()
const PATH = '/api/v1/intelligence/salaries'

test('each of two hundred requests at once gets its own response', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => gateway().request('GET', PATH)))
  for (const { status, headers, body } of answers) {
    expect(status).toBe(401)
    expect(body.request.id).toBe(headers.get('x-request-id'))
  }
  expect(new Set(answers.map(({ body }) => body.request.id)).size).toBe(200)
})

test('clients that leave before their response do not keep others from theirs', async () => {
  const { port } = new URL(gateway().url)
  const leave = () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.once('connect', () => {
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(3), () =>
        socket.resetAndDestroy(),
      )
    })
  }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => {
      leave()
      return gateway().request('GET', PATH)
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 401))
})
