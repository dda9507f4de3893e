// Checks over the wire protocol whether a server accepts connections: about 1 ms, without a client library.

import { connect } from 'node:net'
import { fail } from '../../kernel/errors.ts'
import { socketFileOf, type Address } from './address.ts'

/**
 * `ready` accepts connections · `starting` is starting, recovering or stopping · `absent` nothing is
 * listening · `silent` listens but does not respond · `empty` runs without the expected database.
 */
type Answer = 'ready' | 'starting' | 'absent' | 'silent' | 'empty'

// SQLSTATE of an error → the server's state. Any other error means that it is up.
const REFUSALS: Record<string, Answer> = { '57P03': 'starting', '3D000': 'empty' }

/** Makes one connection attempt; `silent` after `timeoutMs`. Throws for another user's socket. */
export function ping(address: Address, timeoutMs = 3000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { tcp, port } = address
    const socket = tcp ? connect(port, tcp.host) : connect(socketFileOf(address))
    const settle = (answer: Answer): void => {
      socket.destroy()
      resolve(answer)
    }
    let received = Buffer.alloc(0)
    socket.setTimeout(timeoutMs, () => settle('silent'))
    socket.once('connect', () => socket.write(startup(address)))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answer = read(received)
      if (answer === 'ready') socket.write(TERMINATE)
      if (answer) settle(answer)
    })
    socket.once('close', () => resolve('starting'))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') return resolve(answerOf(error.code))
      try {
        failForeign(address, error)
      } catch (problem) {
        reject(problem)
      }
    })
  })
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

// EAGAIN means that the listen queue is full, so a server is listening. A reset means that it is shutting
// down.
function answerOf(code: string | undefined): Answer {
  if (code === 'EAGAIN') return 'silent'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'starting' : 'absent'
}

function startup({ user, database }: Address): Buffer {
  const settings = Buffer.from(`user\0${user}\0database\0${database}\0application_name\0crm ping\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(settings.length + 8, 0)
  head.writeInt32BE(0x30000, 4)
  return Buffer.concat([head, settings])
}

// AuthenticationOk precedes the server's check of the database, so wait for the next message.
function read(received: Buffer): Answer | null {
  for (let at = 0; at + 5 <= received.length;) {
    const kind = String.fromCharCode(received[at] ?? 0)
    const end = at + 1 + received.readInt32BE(at + 1)
    if (kind === 'Z') return 'ready'
    // It asks for the password, so it takes connections.
    if (kind === 'R' && received.length >= at + 9 && received.readInt32BE(at + 5) !== 0) return 'ready'
    if (kind === 'E' && end <= received.length) {
      const state = received
        .toString('utf8', at + 5, end)
        .split('\0')
        .find((field) => field.startsWith('C'))
      return REFUSALS[state?.slice(1) ?? ''] ?? 'ready'
    }
    at = end
  }
  return null
}

function failForeign(address: Address, cause: Error): never {
  fail(
    'database_unavailable',
    { reason: `The database in ${address.socketFolder} belongs to another user.` },
    { hint: 'Run crm as the user who created it, or set CRM_HOME to a folder of your own.', cause },
  )
}
