// A stand-in for the job board systems, reached through the map of hosts: it answers by the name of the host that the
// request was for, honours conditional requests, and fails as told.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostMap } from '../../core/setting-values.ts'
import type { Opening } from './shape.ts'
import { SHAPES } from './shapes.ts'

/** How a request is answered instead of the board. */
export type Fault = (res: ServerResponse, req: IncomingMessage) => void

export interface AskedRequest {
  host: string
  path: string
  headers: IncomingMessage['headers']
  status: number
}

export interface StandIn {
  /** `127.0.0.1:port`. */
  address: string
  /** Sends every host of the systems here. */
  hostMap: HostMap
  /** The same as CRM_HOST_MAP. */
  hostMapText: string
  /** Puts these openings on a board, `greenhouse:acme`; `greenhouse:*` is every other one. */
  post(board: string, openings: readonly Opening[]): void
  /** Answers an address, such as a careers page. */
  page(address: string, answer: Fault | string | null): void
  /** Fails requests for the list of a board, until it is null. */
  fail(board: string, fault: Fault | null): void
  /** Every request except for robots.txt, in order. */
  asked: AskedRequest[]
  /** The largest number of requests that one host had at the same time. */
  mostAtOnce(): number
  close(): Promise<void>
}

const HOSTS = [
  ...['*.greenhouse.io', '*.lever.co', '*.ashbyhq.com', '*.smartrecruiters.com', '*.workable.com'],
  ...['*.recruitee.com', '*.personio.de', '*.personio.com', '*.example'],
]

interface Board {
  openings: readonly Opening[]
  fault: Fault | null
}

/** What the stand-in answers with. */
interface Content {
  boards: Map<string, Board>
  pages: Map<string, Fault | string>
}

/** Answers one request by the name of its host. */
function answer({ boards, pages }: Content, req: IncomingMessage, res: ServerResponse): void {
  const { host, url } = placeOf(req)
  const page = pages.get(`https://${host}${url.pathname}`)
  if (typeof page === 'string') return send(req, res, 'text/html; charset=utf-8', page)
  if (page) return page(res, req)
  for (const [system, shape] of Object.entries(SHAPES)) {
    const [account, id] = shape.detailIn?.(host, url) ?? []
    const opening = boards.get(`${system}:${account}`)?.openings.find((each) => each.id === id)
    if (opening) return send(req, res, shape.type, shape.detail!(opening, account!))
    const token = shape.tokenIn(host, url)
    if (token === undefined) continue
    const board = boards.get(`${system}:${decodeURIComponent(token)}`) ?? boards.get(`${system}:*`)
    if (board?.fault) return board.fault(res, req)
    const { status, type, body } = shape.unknown
    if (!board) return void res.writeHead(status, { 'content-type': type }).end(body)
    return send(req, res, shape.type, shape.list(board.openings, { url, token: decodeURIComponent(token) }))
  }
  res.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.')
}

function placeOf(req: IncomingMessage): { host: string; url: URL } {
  const host = (req.headers.host ?? '').replace(/:\d+$/, '')
  return { host, url: new URL(req.url ?? '/', `https://${host}`) }
}

/** Records every request when it ends, and how many one host had at once. */
function record(asked: AskedRequest[]) {
  const open = new Map<string, number>()
  let most = 0
  return {
    mostAtOnce: () => most,
    begin(req: IncomingMessage, res: ServerResponse): void {
      const { host, url } = placeOf(req)
      open.set(host, (open.get(host) ?? 0) + 1)
      most = Math.max(most, open.get(host)!)
      res.on('close', () => {
        open.set(host, open.get(host)! - 1)
        if (url.pathname !== '/robots.txt')
          asked.push({ host, path: req.url ?? '', headers: req.headers, status: res.statusCode })
      })
    },
  }
}

export async function startBoards(port = 0): Promise<StandIn> {
  const content: Content = { boards: new Map(), pages: new Map() }
  const asked: AskedRequest[] = []
  const records = record(asked)
  const boardOf = (name: string): Board => {
    const board = content.boards.get(name) ?? { openings: [], fault: null }
    content.boards.set(name, board)
    return board
  }
  const server = createServer((req, res) => {
    records.begin(req, res)
    answer(content, req, res)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const place = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const address = `${place.host}:${place.port}`
  return {
    ...{ address, asked, mostAtOnce: records.mostAtOnce },
    hostMap: Object.fromEntries(HOSTS.map((host) => [host, place])),
    hostMapText: HOSTS.map((host) => `${host}=${address}`).join(','),
    post: (board, openings) => void (boardOf(board).openings = openings),
    page: (at, said) => void (said === null ? content.pages.delete(at) : content.pages.set(at, said)),
    fail: (board, fault) => void (boardOf(board).fault = fault),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** With an ETag, and without a body for who has it already. */
function send(req: IncomingMessage, res: ServerResponse, type: string, body: string): void {
  const etag = `W/"${createHash('sha1').update(body).digest('hex')}"`
  if (req.headers['if-none-match'] === etag) return void res.writeHead(304, { etag }).end()
  res.writeHead(200, { 'content-type': type, etag }).end(body)
}
