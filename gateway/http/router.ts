// Routing. A path without parameters is looked up in a table and goes straight to its route; for all others
// express tries one expression after the other. Both run the same handlers, because the table is built from
// express's own list of layers (docs/decisions/0009-front.md).
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type {
  ErrorRequestHandler,
  Express,
  IRoute,
  NextFunction,
  Request,
  RequestHandler,
  Response,
} from 'express'

/** An application as the HTTP server uses it. */
export interface Application {
  listener: RequestListener
  /** Matches paths with parameters, and has the prototypes of requests and responses. */
  express: Express
}

interface RouterHooks {
  /** Runs first for every request. */
  begin: (req: Request, res: Response) => void
  recover: ErrorRequestHandler
}

/** A layer of express's router; only the parts that the table needs. */
interface Layer {
  route?: IRoute & { dispatch: RequestHandler }
  handle: RequestHandler
  match(path: string): unknown
}

/** What runs for a path: the middleware before its route, and the route. */
interface RouteEntry {
  before: RequestHandler[]
  dispatch: RequestHandler
}

/** Creates the application, after all routes have been mounted. */
export function createRouter(app: Express, { begin, recover }: RouterHooks): Application {
  const routes = buildRouteTable(app.router.stack as unknown as Layer[])

  const runEntry = ({ before, dispatch }: RouteEntry, req: Request, res: Response): void => {
    const step =
      (at: number): NextFunction =>
      (error?: unknown) => {
        if (error) return void recover(error, req, res, leave)
        if (at > before.length) return app(req, res)
        try {
          void (before[at] ?? dispatch)(req, res, step(at + 1))
        } catch (thrown) {
          recover(thrown, req, res, leave)
        }
      }
    const leave = () => void res.destroy()
    step(0)()
  }

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // Express sets these prototypes too. For objects that
    // were created with them (server.ts) it changes nothing.
    const req = Object.setPrototypeOf(incoming, app.request) as Request
    const res = Object.setPrototypeOf(outgoing, app.response) as Response
    begin(req, res)
    const entry = routes.get(pathWithoutQuery(req.url))
    if (!entry) return app(req, res)
    req.res = res
    req.originalUrl = req.url
    req.baseUrl = ''
    req.params = {}
    runEntry(entry, req, res)
  }
  return { listener, express: app }
}

/**
 * The part before the query. For a URL in any other form
 * the result is not in the table, and express handles it.
 */
function pathWithoutQuery(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** A path without parameters or wildcards. */
const STATIC_PATH = /^[\w./-]+$/

/** The table. A plain path is included only if its route is the first one that express would match for it. */
function buildRouteTable(layers: readonly Layer[]): Map<string, RouteEntry> {
  const routes = new Map<string, RouteEntry>()
  for (const { route } of layers) {
    if (!route || typeof route.path !== 'string' || !STATIC_PATH.test(route.path) || routes.has(route.path))
      continue
    const met = layers.slice(0, layers.findIndex((layer) => layer.route && layer.match(route.path)) + 1)
    if (met.at(-1)?.route !== route) continue
    const before = met.filter((layer) => !layer.route && layer.match(route.path)).map(({ handle }) => handle)
    routes.set(route.path, { before, dispatch: (...args) => route.dispatch(...args) })
  }
  return routes
}
