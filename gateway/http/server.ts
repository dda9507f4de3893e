// The HTTP server under express: time-outs on every phase of a request, and a drain that ends.
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { Express } from 'express'
import { answerParserError } from './parser-refusals.ts'

/**
 * Express 5 changes the prototype of each request and response, which on Node 20 throws away V8's optimised shapes:
 * 10 thousand requests a second instead of 35 thousand (docs/performance.md). Objects that are born with the right
 * prototype make the change a no-op. Node 24 does not need it and is slower with it.
 */
function bornWithPrototypes(app: Express): {
  IncomingMessage?: typeof IncomingMessage
  ServerResponse?: typeof ServerResponse
} {
  if (Number(process.versions.node.split('.')[0]) >= 22) return {}
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  }
}

function withPrototype<T extends { prototype: object }>(Base: T, prototype: object): T {
  const Born = function (this: object, ...args: unknown[]) {
    Reflect.apply(Base as never, this, args)
  } as unknown as T
  Born.prototype = prototype
  return Born
}

export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      ...bornWithPrototypes(app),
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    app,
  )
  server.on('clientError', answerParserError)
  // What a client expects of us beyond 100-continue is its own affair: the answer says what happened.
  server.on('checkExpectation', app)
  server.maxConnections = 2_000
  server.maxRequestsPerSocket = 0
  return server
}

/** Starts listening; answers the port. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve((server.address() as { port: number }).port)
    })
  })

/**
 * Stops taking connections and waits for open requests, at most `deadlineMs`. Idle connections are closed again and
 * again: with a thousand streams open, once took six seconds and repeatedly a quarter of one.
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
