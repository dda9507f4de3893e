// A local model server that implements the wire formats of OpenAI, xAI, Anthropic and compatible servers, and
// follows its scripts. It records every request and every socket that the client closed.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { askedOf, type Asked } from './requests.ts'
import { SCRIPTS, type Move } from './scripts.ts'
import { streamOf, wholeOf } from './responses.ts'

export interface ModelServer {
  /** Includes `/v1`. */
  url: string
  /** Every request, in order of arrival. */
  asked: Asked[]
  /** How many responses were in progress when the client closed their socket. */
  left(): number
  /** Plays these moves in order for requests with this key; the last is repeated. */
  play(key: string, ...moves: Move[]): void
  close(): Promise<void>
}

/** A page for tests of fetching. */
const PAGE =
  '<!doctype html><title>Engineer @ Acme</title><h1>Engineer</h1><p>Acme is looking for an engineer.</p>'

/** Starts a server on a free port, or on this one. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const asked: Asked[] = []
  const played = new Map<string, Move[]>()
  let left = 0
  const moveFor = (request: Asked): Move => {
    const moves = played.get(request.key)
    if (moves) return moves.length > 1 ? moves.shift()! : moves[0]!
    return SCRIPTS[request.model.replace(/^stub:/, '')] ?? SCRIPTS['normal']!
  }
  const server = createServer((req, res) => {
    if (req.method === 'GET') return void res.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      const request = askedOf(req, JSON.parse(Buffer.concat(parts).toString() || '{}'))
      if (!request) return void res.writeHead(404, { 'content-type': 'text/plain' }).end('Not here.')
      asked.push(request)
      res.on('close', () => (left += res.writableFinished ? 0 : 1))
      void answer(res, request, moveFor(request))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    left: () => left,
    play: (key, ...moves) => void played.set(key, moves),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(res: ServerResponse, asked: Asked, move: Move): Promise<void> {
  if (move.delayMs) await wait(move.delayMs)
  const { status = 200, headers = {} } = move
  if (move.raw !== undefined)
    return void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(move.raw)
  const speech = move.say!(asked)
  if (asked.stream) return stream(res, streamOf(asked, speech), move)
  const body = Buffer.from(JSON.stringify(wholeOf(asked, speech)))
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (move.fate === 'silence') return void res.flushHeaders()
  if (move.fate === 'malformed') return void res.end(`${body.subarray(0, 40).toString()}} nonsense {`)
  if (move.fate === 'cut' || move.fate === 'half') {
    // Cut within the first two-byte character, otherwise in the middle.
    const within = body.findIndex((byte) => byte > 127)
    res.write(body.subarray(0, within > 0 ? within + 1 : Math.floor(body.length / 2)), () => res.destroy())
    return
  }
  res.end(body)
}

async function stream(
  res: ServerResponse,
  lines: string[],
  { fate, paceMs, headers = {} }: Move,
): Promise<void> {
  res.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
  const half = Math.ceil(lines.length / 2)
  for (const [at, line] of lines.entries()) {
    if (res.destroyed) return
    if (fate && at === half) {
      if (fate === 'malformed') res.write('data: {"choices": [nonsense\n\n')
      if (fate === 'half') res.write(Buffer.from('data: {"text":"é').subarray(0, -1))
      if (fate === 'silence') return
      return void setTimeout(() => res.destroy(), 20)
    }
    res.write(line)
    if (paceMs) await wait(paceMs)
  }
  res.end()
}
