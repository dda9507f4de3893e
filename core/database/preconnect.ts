// Opens a connection before the driver is loaded and sends the first query, so that Postgres starts its process and
// responds while the rest of the program is loading.
import { connect, type Socket } from 'node:net'
import { socketFileOf, type Address } from './embedded/address.ts'
import { sessionOf } from './session.ts'

export interface Preconnection {
  /** For the driver, which sends the same startup message and first query; that duplicate is dropped. */
  socket: Socket
  /** Rejects when the connection is lost; never resolves. */
  lost: Promise<never>
}

const PROTOCOL_3 = 0x00030000
const SIMPLE_QUERY = 'Q'

/**
 * Connects to the embedded server and sends the first query without waiting for authentication: only the
 * folder's mode protects the socket, so the server asks for no password.
 */
export function preconnect(address: Address, name: string, question: string): Preconnection {
  const socket = connect(socketFileOf(address))
  const lost = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed.')))
  })
  lost.catch(() => {})
  const said = Buffer.concat([startup(address, name), query(question)])
  socket.write(said)
  dropDuplicate(socket, said)
  return { socket, lost }
}

/** The startup message exactly as the driver sends it: the same settings in the same order. */
function startup({ user, database }: Address, name: string): Buffer {
  const settings = Object.entries({ user, database, client_encoding: 'UTF8', ...sessionOf(name) })
  const words = Buffer.from(`${settings.flat().join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + words.length, 0)
  head.writeInt32BE(PROTOCOL_3, 4)
  return Buffer.concat([head, words])
}

function query(text: string): Buffer {
  const words = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write(SIMPLE_QUERY)
  head.writeInt32BE(4 + words.length, 1)
  return Buffer.concat([head, words])
}

/**
 * Drops the driver's copy of what was already sent; if it sends anything else first, the connection is
 * destroyed.
 */
function dropDuplicate(socket: Socket, said: Buffer): void {
  const write = socket.write.bind(socket)
  let left = said
  socket.write = ((bytes: Buffer, then?: () => void) => {
    const repeated = bytes.subarray(0, left.length)
    if (!repeated.equals(left.subarray(0, repeated.length))) {
      socket.destroy(new Error('The driver sent another startup message.'))
      return false
    }
    left = left.subarray(repeated.length)
    return repeated.length === bytes.length || write(bytes.subarray(repeated.length), then)
  }) as Socket['write'] // The driver only ever writes bytes.
}
