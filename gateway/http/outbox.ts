// Sends the responses of one turn of the event loop together, at its end, as Redis does. Each write to a client that
// is waiting wakes it, which costs as much as computing a response from memory; a client that is awake already is
// not woken again. See docs/decisions/0009-front.md.
import type { Response } from 'express'
import type { EncodedText } from './encoded-text.ts'

export interface Outbox {
  /** Sends the body and ends the response at the end of this turn, or sooner; its head is written now. */
  end(res: Response, body: EncodedText): void
}

/** Most responses that wait for each other: half a millisecond of lookups, two of tool calls. */
const MAX_WAITING = 16

/** An outbox for the responses of one process. */
export function createOutbox(): Outbox {
  let waiting: [Response, EncodedText][] = []
  let scheduled = false

  const send = (): void => {
    const ready = waiting
    waiting = []
    for (const [res, body] of ready) res.end(body, 'latin1')
  }

  const sendAtEnd = (): void => {
    scheduled = false
    send()
  }

  return {
    end(res, body) {
      // Invalid headers throw here, where the request's error handler catches them.
      res.writeHead(res.statusCode)
      if (waiting.push([res, body]) >= MAX_WAITING) return send()
      if (!scheduled) setImmediate(sendAtEnd)
      scheduled = true
    },
  }
}
