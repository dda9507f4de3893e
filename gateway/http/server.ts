// The HTTP server under express: timeouts for each phase of a request, and a bounded shutdown.
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http'
import type { Express } from 'express'
import { recordOf } from '../../core/kernel/narrow.ts'
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { attributionAt } from '../../core/intelligence/attribution.ts'
import { KINDS, problem, type CrmError } from '../../core/kernel/errors.ts'
import { familyOfPath } from '../../core/kernel/family.ts'
import { dialectOf } from './dialects.ts'
import { SECURITY_HEADERS } from './headers.ts'
import type { Socket } from 'node:net'

/** Connections in total, and half for one address: behind a proxy all connections share its address. */
const MAX_CONNECTIONS = 2_000
const MAX_OF_ADDRESS = 1_000

/** Closes idle connections for new ones. Refuses a connection only when none that counts against its limits is idle. */
export function keepRoom(
  server: Server,
  { all = MAX_CONNECTIONS, ofAddress = MAX_OF_ADDRESS }: { all?: number; ofAddress?: number } = {},
): void {
  const addresses = new Map<Socket, string>()
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
    addresses.delete(socket)
    idle.delete(socket)
  }

  const countOf = (address: string): number =>
    [...addresses.values()].filter((each) => each === address).length

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    // Counting takes a moment, so it waits until the address may be full.
    const isFull = addresses.size >= ofAddress && countOf(address) >= ofAddress
    if ((isFull && !closeIdle(address)) || (addresses.size >= all && !closeIdle()))
      return void socket.destroy()
    addresses.set(socket, address)
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

/** Node's parse error has the offending bytes. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

function problemOf({ code }: NodeJS.ErrnoException): CrmError {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers_too_large', {})
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', {})
  return problem('malformed_request', { problem: 'The request is not well-formed HTTP.' })
}

/** Placeholders: nothing is known about a request that could not be parsed. */
const UNPARSED = {
  path: '',
  startedMs: performance.now(),
  publicUrl: '',
  attribution: attributionAt('', { benchmark: '', updated: '' }),
  principal: null,
}

/** The path of a request that was refused during its headers, if the last packet contains its first line. */
const pathIn = (packet: Buffer | undefined): string =>
  /^[A-Z]+ (\/[^\s?]*)/.exec(packet?.subarray(0, MAX_PATH).toString('latin1') ?? '')?.[1] ?? ''

const MAX_PATH = 2_048

function responseTo(error: CrmError, path: string): string {
  const requestId = `req_${randomUUID()}`
  const body = JSON.stringify(dialectOf(familyOfPath(path)).error(error, { ...UNPARSED, path, requestId }))
  const headers = [
    `HTTP/1.1 ${KINDS[error.kind].http} ${KINDS[error.kind].wire}`,
    ...SECURITY_HEADERS.map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/** A response that has already begun cannot be replaced, so its socket is destroyed. */
function answerParserError(error: ParserError, socket: Duplex): void {
  const begun = recordOf(recordOf(socket)['_httpMessage'])
  if (error.code === 'ECONNRESET' || !socket.writable || begun['headersSent']) return void socket.destroy()
  socket.end(responseTo(problemOf(error), pathIn(error.rawPacket)))
}

// Node 20: express 5 changes the prototype of each request, which costs two thirds of the speed. Presetting it avoids that.
/** Uses derived classes, because only there V8 reserves room for Node's twenty fields. On Node 22 and newer this is slower. */
function expressPrototypes(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  if (Number(process.versions.node.split('.')[0]) >= 22) return {}
  class CreatedRequest extends IncomingMessage {}
  class CreatedResponse extends ServerResponse {}
  app.request = withPrototype(CreatedRequest.prototype, app.request)
  app.response = withPrototype(CreatedResponse.prototype, app.response)
  // The same constructor as the parent's.
  return { IncomingMessage: CreatedRequest, ServerResponse: CreatedResponse as typeof ServerResponse }
}

/** Gives `own` express's prototype, and so its type. */
const withPrototype = <T extends object>(own: object, expresses: T): T =>
  // The compiler does not track prototypes.
  Object.setPrototypeOf(own, expresses) as T

export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      ...expressPrototypes(app),
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      // The application refuses a request without Host itself, in the format of its path and with an id.
      requireHostHeader: false,
    },
    app,
  )
  server.on('clientError', answerParserError)
  // An Expect header other than 100-continue is ignored instead of answered with 417.
  server.on('checkExpectation', app)
  keepRoom(server)
  server.maxRequestsPerSocket = 0
  return server
}

/** Resolves with the port, or rejects with the error of the server. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await once(server.listen(port, host), 'listening')
  const at = server.address()
  return typeof at === 'object' && at ? at.port : port
}

/** Waits for open requests. Closes idle connections repeatedly, because a single pass took six seconds for a thousand. */
export async function drain(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  server.closeIdleConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
