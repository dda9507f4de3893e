// A proxy between a client and Postgres that can stall, reset, close or refuse connections.
import { connect, createServer, type Socket } from 'node:net'
import type { Address } from '../core/database/embedded.ts'

export interface Proxy {
  /** A database URL that leads through the proxy. */
  url: string
  /** Stops forwarding in both directions; connections stay open, and new ones are accepted but stall too. */
  freeze(): void
  /** Resumes forwarding, starting with the buffered bytes. */
  thaw(): void
  /** Resets every connection of a client, as a firewall or a failover does; takes new ones. */
  reset(): void
  /** Closes every connection and refuses new ones until `restore`. */
  cut(): Promise<void>
  /** Takes connections again, to another server if one is given. */
  restore(to?: Address): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to a server on a unix socket. */
export async function openProxy(address: Address): Promise<Proxy> {
  const { user, database } = address
  let target = address
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let frozen = false

  const join = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
    one.pipe(other)
    if (frozen) one.pause()
  }

  const server = createServer((client) => {
    const upstream = connect(`${target.socketFolder}/.s.PGSQL.${target.port}`)
    clients.add(client)
    client.once('close', () => clients.delete(client))
    join(client, upstream)
    join(upstream, client)
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  const port = await listen(0)
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    reset() {
      for (const client of clients) client.resetAndDestroy()
    },
    cut: stop,
    async restore(to = target) {
      target = to
      await listen(port)
    },
    close: stop,
  }
}
