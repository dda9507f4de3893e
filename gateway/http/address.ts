// Splits a request URL into path and query. Express parses the whole URL; nearly all are a path and perhaps a query.
import type { Request } from 'express'

/** Whether the address is what servers are sent: not a whole URL as proxies are, and without a fragment. */
const isUsual = (url: string): boolean => url.startsWith('/') && !url.includes('#')

export function pathOf(req: Request): string {
  const { url } = req
  if (!isUsual(url)) return req.path
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** What stands behind the path, with its question mark. */
export const queryOf = ({ url }: Request): string => {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
