// The HTTP server under express: timeouts for every phase of a request, and a bounded drain.
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { Express } from 'express'
import { answerParserError } from './parser-errors.ts'
import { keepRoom } from './room.ts'

// Node 20: express 5 changes the prototype of each request, which costs two thirds of the speed unless it is right
// already.
/** Derived classes, because V8 reserves room for Node's twenty fields only in those. Node 22 and newer are slower so. */
function expressPrototypes(app: Express): {
  IncomingMessage?: typeof IncomingMessage
  ServerResponse?: typeof ServerResponse
} {
  if (Number(process.versions.node.split('.')[0]) >= 22) return {}
  class CreatedRequest extends IncomingMessage {}
  class CreatedResponse extends ServerResponse {}
  app.request = withPrototype(CreatedRequest.prototype, app.request)
  app.response = withPrototype(CreatedResponse.prototype, app.response)
  // It is constructed as its parent is.
  return { IncomingMessage: CreatedRequest, ServerResponse: CreatedResponse as typeof ServerResponse }
}

/** `own`, with express's prototype as its prototype, and so with all that its type says. */
const withPrototype = <T extends object>(own: object, expresses: T): T =>
  // The compiler knows nothing of prototypes.
  Object.setPrototypeOf(own, expresses) as T

export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      ...expressPrototypes(app),
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      // The application refuses a request without Host, with an id and in the format of its path.
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

export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const at = server.address()
      resolve(typeof at === 'object' && at ? at.port : port)
    })
  })

/**
 * Stops accepting and waits for open requests. Idle connections are closed repeatedly: once took six seconds for a
 * thousand.
 */
export async function drain(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
  server.closeIdleConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
