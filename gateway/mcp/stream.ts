// The response to one POST: plain JSON or, if a message has to be sent before it is ready, an event stream.
import type { Request, Response } from 'express'
import { openClientChannel } from './client-channel.ts'
import type { Session } from './session.ts'
import { requestStateOf } from '../http/request-state.ts'

const EVENTS = 'text/event-stream; charset=utf-8'

const acceptsEvents = ({ headers: { accept } }: Request): boolean =>
  /text\/event-stream|\*\/\*/i.test(accept ?? '')

const MAX_BUFFERED_BYTES = 1024 * 1024

export const eventOf = (text: string): string => `event: message\ndata: ${text}\n\n`

/** The stream starts with the first message, so a response that needs none stays plain JSON. */
export function lineFor(req: Request, res: Response, session: Session | undefined) {
  if (!acceptsEvents(req)) return undefined
  const write = (text: string): void => {
    if (res.destroyed) return
    if (!res.headersSent) {
      res.setHeader('Content-Type', EVENTS)
      res.setHeader('X-Accel-Buffering', 'no')
      res.flushHeaders()
    }
    res.write(text)
    // Disconnects a client that does not read.
    if (res.writableLength > MAX_BUFFERED_BYTES) res.destroy()
  }
  const line = openClientChannel(
    requestStateOf(res).requestId,
    (text) => write(eventOf(text)),
    () => write(': still here\n\n'),
  )
  session?.lines.add(line)
  res.once('close', () => {
    session?.lines.delete(line)
    line.close()
  })
  return line
}

export function endStream(res: Response, texts: readonly string[]): boolean {
  if (!res.headersSent) return false
  res.end(texts.map(eventOf).join(''))
  return true
}
