// Splits a request URL into path and query. Express parses
// the whole URL, but nearly all are just a path and a query.
import type { Request } from 'express'

/** Whether the URL is in origin form, without a fragment. Proxies may send an absolute URL. */
const isOriginForm = (url: string): boolean => url.startsWith('/') && !url.includes('#')

export function pathOf(req: Request): string {
  const { url } = req
  if (!isOriginForm(url)) return req.path
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
