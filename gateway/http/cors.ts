// Browsers of any site may ask about pay: a key in a header is the only credential there, and no cookie is read.
import type { RequestHandler } from 'express'

const EXPOSED = [
  ...['X-Request-Id', 'X-RateLimit-Remaining', 'X-RateLimit-Tier', 'Retry-After', 'ETag'],
  'Idempotent-Replayed',
].join(', ')

/** Opens the answers of these routes to every origin, and answers what a browser asks before it sends. */
export const anyOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', EXPOSED)
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  if (req.method === 'OPTIONS') {
    res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS')
    res.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, MCP-Session-Id',
    )
    res.setHeader('Access-Control-Max-Age', 86_400)
  }
  next()
}
