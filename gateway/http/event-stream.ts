// Server-sent events: with backpressure, keep-alive comments, and an end when the client disconnects.
import type { Response } from 'express'
import { KINDS } from '../../core/kernel/errors.ts'
import type { StreamEvent } from '../../core/kernel/stream.ts'

const HEARTBEAT_MS = 15_000
const MAX_DURATION_MS = 10 * 60_000
/** A client that reads too slowly is disconnected when more than this is buffered. */
const MAX_BUFFERED_BYTES = 64 * 1024

export const formatEvent = ({ event, data }: StreamEvent): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Also ends after ten minutes, or when `closing` aborts because the server stops, with an `error` event. */
export async function sendEvents(res: Response, events: AsyncGenerator<StreamEvent>, closing?: AbortSignal) {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  })
  const heartbeat = setInterval(() => write(res, ': still here\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => cutShort(res, 'This took longer than ten minutes.'), MAX_DURATION_MS)
  const onClosing = () => cutShort(res, 'The server is restarting. Ask again in a moment.')
  closing?.addEventListener('abort', onClosing, { once: true })
  try {
    for await (const event of events) {
      if (!write(res, formatEvent(event))) return
    }
    if (!res.writableEnded) res.end()
  } finally {
    clearInterval(heartbeat)
    clearTimeout(end)
    closing?.removeEventListener('abort', onClosing)
  }
}

function cutShort(res: Response, error: string): void {
  if (res.destroyed || res.writableEnded) return
  res.end(formatEvent({ event: 'error', data: { error, code: KINDS.unavailable.wire } }))
}

/** Writes, or disconnects a client that does not read. Returns whether the connection is still open. */
function write(res: Response, text: string): boolean {
  if (res.destroyed || res.writableEnded) return false
  res.write(text)
  if (res.writableLength <= MAX_BUFFERED_BYTES) return true
  res.destroy()
  return false
}
