// The way in. A path without parameters is looked up in a table and goes straight to its route; everything else is
// matched by express, one expression after the other. What runs for a request is the same either way, because the table
// is made from express's own list (docs/decisions/0009-front.md).
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

/** An application as a server takes it. */
export interface Application {
  listener: RequestListener
  /** What matches the paths that have parameters, and what requests and responses are born with. */
  express: Express
}

interface Steps {
  /** What every request is given before anything else. */
  begin: (req: Request, res: Response) => void
  recover: ErrorRequestHandler
}

/** A layer of express's router, as far as the table needs it. */
interface Layer {
  route?: IRoute & { dispatch: RequestHandler }
  handle: RequestHandler
  match(path: string): unknown
}

/** What runs for a path: what stands before its route, and the route. */
interface Way {
  before: RequestHandler[]
  dispatch: RequestHandler
}

/** An application whose routes are all mounted. */
export function createFront(app: Express, { begin, recover }: Steps): Application {
  const ways = waysOf(app.router.stack as unknown as Layer[])

  const go = ({ before, dispatch }: Way, req: Request, res: Response): void => {
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
    // Express does this too; objects that were born so (server.ts) are left as they are.
    const req = Object.setPrototypeOf(incoming, app.request) as Request
    const res = Object.setPrototypeOf(outgoing, app.response) as Response
    begin(req, res)
    const way = ways.get(plainPathOf(req.url))
    if (!way) return app(req, res)
    req.res = res
    req.originalUrl = req.url
    req.baseUrl = ''
    req.params = {}
    go(way, req, res)
  }
  return { listener, express: app }
}

/** What stands before the query; what this makes of an address of any other form is not in the table. */
function plainPathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** A path that is matched by itself alone. */
const PLAIN = /^[\w./-]+$/

/** The ways to all plain paths that express would take to them first. */
function waysOf(layers: readonly Layer[]): Map<string, Way> {
  const ways = new Map<string, Way>()
  for (const { route } of layers) {
    if (!route || typeof route.path !== 'string' || !PLAIN.test(route.path) || ways.has(route.path)) continue
    const met = layers.slice(0, layers.findIndex((layer) => layer.route && layer.match(route.path)) + 1)
    if (met.at(-1)?.route !== route) continue
    const before = met.filter((layer) => !layer.route && layer.match(route.path)).map(({ handle }) => handle)
    ways.set(route.path, { before, dispatch: (...args) => route.dispatch(...args) })
  }
  return ways
}
