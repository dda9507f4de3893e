// Response headers, collected as the flat list of names and values that Node writes fastest.
import { ServerResponse } from 'node:http'
import type { Express, Response } from 'express'
import type { Principal } from '../../core/kernel/context.ts'

/**
 * What the gateway records about a request. It always has the
 * same fields, because V8 accesses objects of one shape fastest.
 */
export interface Noted {
  requestId: string
  startedMs: number
  /** The client's address, taken from forwarding headers only as far as the proxies are trusted. */
  address: string | undefined
  /** Header names and values, alternating. */
  head: (string | number)[]
  /** The caller, after authentication. */
  principal: Principal | undefined
  /** Additional fields for the log line. */
  besides: object | undefined
}

/** What is recorded about the request of this response. */
export const notedOf = (res: Response): Noted => res.locals as Noted

/**
 * Sets a response header, ten times as fast as `res.setHeader`.
 * A header set with `res.setHeader` takes precedence.
 */
export function setHead(res: Response, name: string, value: string | number): void {
  const { head } = notedOf(res)
  for (let at = 0; at < head.length; at += 2) if (head[at] === name) return void (head[at + 1] = value)
  head.push(name, value)
}

/** Makes the responses of an application write their collected headers. */
export function carryHeads({ response }: Express): void {
  const write = ServerResponse.prototype.writeHead as (...args: unknown[]) => Response
  response.writeHead = function (this: Response, status: number, ...given: unknown[]): Response {
    const noted = this.locals as Noted | undefined
    // Node answers some requests itself: those without Host, or with an unknown Expect.
    if (!noted) return write.call(this, status, ...given)
    const { head } = noted
    if (given.length === 0 && this.getHeaderNames().length === 0) return write.call(this, status, head)
    for (let at = 0; at < head.length; at += 2) {
      const name = head[at] as string
      if (!this.hasHeader(name)) this.setHeader(name, head[at + 1]!)
    }
    return write.call(this, status, ...given)
  } as Response['writeHead']
}
