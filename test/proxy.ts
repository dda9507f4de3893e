// Between a client and Postgres: a wire that can go silent, be cut, or be gone.
import { connect, createServer, type Socket } from 'node:net'
import type { Address } from '../core/database/embedded.ts'

export interface Proxy {
  /** A database URL that leads through the proxy. */
  url: string
  /** Bytes stop in both directions; connections stay open, new ones are accepted and hear nothing. */
  freeze(): void
  /** Bytes flow again, those held back first. */
  thaw(): void
  /** Every connection is reset, and new ones are refused, until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to a server on a unix socket. */
export async function openProxy({ socketFolder, port: number, user, database }: Address): Promise<Proxy> {
  const sockets = new Set<Socket>()
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
    const upstream = connect(`${socketFolder}/.s.PGSQL.${number}`)
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
    cut: stop,
    restore: async () => void (await listen(port)),
    close: stop,
  }
}
