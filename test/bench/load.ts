// A load generator: each connection sends its next request as soon as the previous response is complete. It
// uses raw sockets because undici alone would take longer than the servers being measured.
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  connections: number
  forMs: number
  /** At most this many on each connection. */
  requests?: number
  /** The next request: a path and headers, and a JSON body to POST, if any. */
  request: () => { path: string; headers?: Record<string, string>; body?: string }
}

export interface LoadAnswer {
  perSecond: number
  /** Milliseconds from each request to the last byte of its response. */
  latenciesMs: number[]
}

const HEAD_END = '\r\n\r\n'

function requestText({ path, headers = {}, body }: ReturnType<Load['request']>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}`
  if (body === undefined) return `GET ${path} ${head}\r\n`
  const length = Buffer.byteLength(body)
  return `POST ${path} ${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

/**
 * Length of the response at the start of the buffer, or 0 while it is incomplete; throws on any status but
 * 200.
 */
function answerLength(received: Buffer): number {
  const headLength = received.indexOf(HEAD_END)
  if (headLength < 0) return 0
  const head = received.toString('latin1', 0, headLength)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Not a 200: ${received.toString().slice(0, 800)}`)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
  const whole = headLength + HEAD_END.length + length
  return received.length >= whole ? whole : 0
}

/** Puts a server under load and returns the measurements. */
export async function underLoad(load: Load): Promise<LoadAnswer> {
  const latenciesMs: number[] = []
  const started = performance.now()
  const endsAt = started + load.forMs
  await Promise.all(Array.from({ length: load.connections }, () => oneConnection(load, endsAt, latenciesMs)))
  return { perSecond: (latenciesMs.length / (performance.now() - started)) * 1_000, latenciesMs }
}

const oneConnection = (
  { port, request, requests = Infinity }: Load,
  endsAt: number,
  latenciesMs: number[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let received: Buffer = Buffer.alloc(0)
    let left = requests
    const send = () => {
      sentAt = performance.now()
      if (sentAt < endsAt && left-- > 0) return void socket.write(requestText(request()))
      socket.end()
      resolve()
    }
    socket.once('error', reject)
    socket.once('connect', send)
    socket.on('data', (chunk: Buffer) => {
      try {
        received = received.length ? Buffer.concat([received, chunk]) : chunk
        const length = answerLength(received)
        if (!length) return
        received = received.subarray(length)
        latenciesMs.push(performance.now() - sentAt)
        send()
      } catch (error) {
        socket.destroy()
        reject(error as Error)
      }
    })
  })
