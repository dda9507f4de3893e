// HTTP as raw bytes, for requests that no well-behaved client would send.
import { connect } from 'node:net'

/** Everything received until the other side closes, or until `quietMs` pass without a byte. */
export const talk = (
  url: string,
  parts: (string | Buffer | number)[],
  { quietMs = 3_000 }: { quietMs?: number } = {},
): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const finish = () => {
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    socket.setTimeout(quietMs, finish)
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.on('error', finish)
    socket.on('close', finish)
    void say(parts, (bytes) => socket.writable && socket.write(bytes))
  })

/** Strings are written, numbers are delays. */
async function say(parts: (string | Buffer | number)[], write: (bytes: string | Buffer) => void) {
  for (const part of parts) {
    if (typeof part === 'number') await new Promise((resolve) => setTimeout(resolve, part))
    else write(part)
  }
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The responses in a connection's output, in order. Bodies must have a Content-Length. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest.startsWith('HTTP/1.1 ');) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(headers['content-length'] ?? 0)
    answers.push({
      status: Number(first.split(' ')[1]),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
