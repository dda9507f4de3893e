// Server-sent events: with backpressure, keep-alive comments, and an end when the client disconnects.
import type { Response } from 'express'
import type { StreamEvent } from '../../core/kernel/stream.ts'

const HEARTBEAT_MS = 15_000
/** A longer stream is closed; the client may reconnect. */
const MAX_DURATION_MS = 10 * 60_000
/** A client that reads too slowly is disconnected when more than this is buffered. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** One event in wire format. JSON contains no line breaks, so the data is a single line. */
export const formatEvent = ({ event, data }: StreamEvent): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Sends events until they end, the client disconnects or stops reading, or ten minutes have passed. */
export async function sendEvents(res: Response, events: AsyncGenerator<StreamEvent>): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  })
  const heartbeat = setInterval(() => write(res, ': still here\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => res.destroy(), MAX_DURATION_MS)
  try {
    for await (const event of events) {
      if (res.destroyed || !write(res, formatEvent(event))) return
    }
    res.end()
  } finally {
    clearInterval(heartbeat)
    clearTimeout(end)
  }
}

/** Writes, or disconnects a client that does not read. Returns whether the connection is still open. */
function write(res: Response, text: string): boolean {
  if (res.destroyed) return false
  res.write(text)
  if (res.writableLength <= MAX_BUFFERED_BYTES) return true
  res.destroy()
  return false
}
