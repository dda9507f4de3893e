// Proxies on the wires of one gateway of a drill: at a chosen moment something that was about to reach the gateway never
// does, and whoever listens kills it.
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Address } from '../../core/database/embedded.ts'

/** The moment of a kill: which response was on its way. */
export type Moment = { on: 'stripe' | 'write' | 'answer'; nth: number; only?: RegExp | undefined }

/** The acknowledgement of a durable write, on its way to the gateway. */
const WRITTEN = /C\0\0\0.(?:COMMIT|INSERT 0 [1-9]|UPDATE [1-9])/s

export interface Taps {
  /** Opens a proxy to what `upstream` connects to, and returns its port. */
  open(upstream: () => Socket, on: Moment['on']): Promise<number>
  /** Arms a kill at a future moment; returns a function that disarms it and says whether it happened. */
  arm(moment: Moment): () => boolean
  /** Resets every connection, and accepts no other. */
  close(): void
}

/** A kill that waits for its moment. */
export function createTrigger() {
  let armed: (Moment & { left: number }) | undefined
  return {
    arm(moment: Moment): () => boolean {
      const mine = { ...moment, left: moment.nth }
      armed = mine
      return () => {
        if (armed === mine) armed = undefined
        return mine.left === 0
      }
    },
    /** Whether this is the moment; then it is disarmed. */
    fires(on: Moment['on'], text: string): boolean {
      if (!armed || armed.on !== on) return false
      if (on === 'write' && !WRITTEN.test(text)) return false
      if (armed.only && !armed.only.test(text)) return false
      armed.left -= 1
      if (armed.left > 0) return false
      armed = undefined
      return true
    },
  }
}

type Fires = (text: string) => boolean

/** Joins two ends until `fires` says so of what comes from upstream, which is then not forwarded. */
function join(client: Socket, far: Socket, on: Moment['on'], fires: Fires): void {
  let asked = ''
  const end = () => {
    client.destroy()
    far.destroy()
  }
  for (const socket of [client, far]) socket.on('error', end).on('close', end)
  client.on('data', (bytes) => {
    if (on === 'stripe') asked = /^\w+ \S+/.exec(bytes.toString('latin1'))?.[0] ?? asked
    far.write(bytes)
  })
  far.on('data', (bytes) => {
    if (fires(on === 'write' ? bytes.toString('latin1') : asked)) end()
    else client.write(bytes)
  })
}

/** Taps that call `onKill` at an armed moment, and then forward nothing more of that connection. */
export function createTaps(onKill: () => void, isClosed: (on: Moment['on']) => boolean = () => false): Taps {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const trigger = createTrigger()
  const fires = (on: Moment['on'], text: string): boolean => {
    const isNow = trigger.fires(on, text)
    if (isNow) onKill()
    return isNow
  }
  return {
    async open(upstream, on) {
      const server = createServer((client) => {
        if (isClosed(on)) return void client.destroy()
        const far = upstream()
        for (const socket of [client, far]) {
          sockets.add(socket)
          socket.on('close', () => sockets.delete(socket))
        }
        join(client, far, on, (text) => fires(on, text))
      })
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as { port: number }).port
    },
    arm: trigger.arm,
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Connects to the Postgres of the tests. */
export const toDatabase = ({ socketFolder, port }: Address): Socket =>
  connect(`${socketFolder}/.s.PGSQL.${port}`)

/** Connects to the server of an address. */
export function toServer(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}
