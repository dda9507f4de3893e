// Connections that are only held open keep nobody out.
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { keepRoom } from '../../gateway/http/server.ts'

/** A server with this much room, its address, and a way to hold connections open. */
async function served(room: { all: number; ofAddress: number }) {
  const server = createServer((req, res) => {
    if (req.url === '/slow') res.write('begun')
    else res.end('here')
  })
  keepRoom(server, room)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const held: Socket[] = []
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const hold = (first = ''): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (!first) resolve(socket)
        else socket.write(first)
      })
      socket.on('error', () => {})
      socket.once('data', () => resolve(socket))
      held.push(socket)
    })
  return { url: `http://127.0.0.1:${port}/`, hold }
}

test.each([
  { all: 20, ofAddress: 100 },
  { all: 100, ofAddress: 20 },
])('idle ones are closed when room is needed (%j)', async (room) => {
  const { url, hold } = await served(room)
  for (let at = 0; at < 50; at += 1) await hold()
  expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('here')
})

test('one with a request in progress is not closed for another', async () => {
  const { hold } = await served({ all: 3, ofAddress: 3 })
  const busy = await hold('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  for (let at = 0; at < 10; at += 1) await hold()
  expect(busy.destroyed).toBe(false)
  expect(busy.readyState).toBe('open')
})
