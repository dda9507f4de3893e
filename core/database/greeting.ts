// Opens a connection before the driver is loaded and sends the first query, so that Postgres starts its process and
// responds while the rest of the program is loading.
import { connect, type Socket } from 'node:net'
import { socketFileOf, type Address } from './embedded/address.ts'
import { sessionOf } from './session.ts'

export interface Greeting {
  /** For the driver, which says both again in the same words: they are not sent twice. */
  socket: Socket
  /** Settles only when the connection is lost, and then fails. */
  lost: Promise<never>
}

const PROTOCOL_3 = 0x00030000
const SIMPLE_QUERY = 'Q'

/** Connects to the embedded server, whose folder is the lock: nothing is asked in between. */
export function greet(address: Address, name: string, question: string): Greeting {
  const socket = connect(socketFileOf(address))
  const lost = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed.')))
  })
  lost.catch(() => {})
  const said = Buffer.concat([startup(address, name), query(question)])
  socket.write(said)
  notAgain(socket, said)
  return { socket, lost }
}

/** As the driver puts it: the same settings in the same order. */
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

/** From now on drops what was said already; other words in its place end the connection. */
function notAgain(socket: Socket, said: Buffer): void {
  const write = socket.write.bind(socket) as (bytes: Buffer, then?: () => void) => boolean
  let left = said
  socket.write = ((bytes: Buffer, then?: () => void) => {
    const repeated = bytes.subarray(0, left.length)
    if (!repeated.equals(left.subarray(0, repeated.length))) {
      socket.destroy(new Error('The driver greets otherwise.'))
      return false
    }
    left = left.subarray(repeated.length)
    return repeated.length === bytes.length || write(bytes.subarray(repeated.length), then)
  }) as Socket['write']
}
