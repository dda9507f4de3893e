// Room for connections: one that is idle is closed when a new one needs its place, so that nobody is kept out by others who
// only hold connections open.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Connections in all, and of one address. Behind a proxy all come from its address, which so has half. */
export const MAX_CONNECTIONS = 2_000
const MAX_OF_ADDRESS = 1_000

/** Makes room on a server. A connection is refused only when none of those that count against it is idle. */
export function keepRoom(
  server: Server,
  { all = MAX_CONNECTIONS, ofAddress = MAX_OF_ADDRESS }: { all?: number; ofAddress?: number } = {},
): void {
  const addresses = new Map<Socket, string>()
  const counts = new Map<string, number>()
  const idle = new Set<Socket>()

  const closeIdle = (address?: string): boolean => {
    for (const socket of idle)
      if (address === undefined || addresses.get(socket) === address) {
        forget(socket)
        socket.destroy()
        return true
      }
    return false
  }

  const forget = (socket: Socket): void => {
    const address = addresses.get(socket)
    if (address === undefined) return
    addresses.delete(socket)
    idle.delete(socket)
    const left = (counts.get(address) ?? 1) - 1
    if (left > 0) counts.set(address, left)
    else counts.delete(address)
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const isFull = (counts.get(address) ?? 0) >= ofAddress
    if ((isFull && !closeIdle(address)) || (addresses.size >= all && !closeIdle()))
      return void socket.destroy()
    addresses.set(socket, address)
    counts.set(address, (counts.get(address) ?? 0) + 1)
    idle.add(socket)
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    idle.delete(socket)
    res.once('close', () => {
      if (addresses.has(socket)) idle.add(socket)
    })
  })
}
