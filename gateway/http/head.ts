// The head of an answer, put together as the flat list of names and values that Node writes fastest.
import { ServerResponse } from 'node:http'
import type { Express, Response } from 'express'
import type { Principal } from '../../core/kernel/context.ts'

/** What the gateway knows of a request. Always the same fields: objects of one shape are found fast. */
export interface Noted {
  requestId: string
  startedMs: number
  /** Where it came from, as far as the proxies before us may be believed. */
  address: string | undefined
  /** Names and values of headers, in turn. */
  head: (string | number)[]
  /** Who asks, once that is known. */
  principal: Principal | undefined
  /** What an authenticator adds to the log line. */
  besides: object | undefined
}

/** What is noted of the request that this answers. */
export const notedOf = (res: Response): Noted => res.locals as Noted

/** Sets a header of the answer. `res.setHeader` does the same, ten times as slowly; what it set wins. */
export function setHead(res: Response, name: string, value: string | number): void {
  const { head } = notedOf(res)
  for (let at = 0; at < head.length; at += 2) if (head[at] === name) return void (head[at + 1] = value)
  head.push(name, value)
}

/** Has the answers of an application carry their heads. */
export function carryHeads({ response }: Express): void {
  const write = ServerResponse.prototype.writeHead as (...args: unknown[]) => Response
  response.writeHead = function (this: Response, status: number, ...given: unknown[]): Response {
    const noted = this.locals as Noted | undefined
    // Node answers some requests before we see them: without Host, or with an Expect it does not know.
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
