// CORS for the compensation API: open to every origin, because a
// key in a header is the only credential and no cookie is read.
import type { RequestHandler } from 'express'
import { collectHeader } from './request-state.ts'

const EXPOSED = [
  ...['X-Request-Id', 'X-RateLimit-Remaining', 'X-RateLimit-Tier', 'Retry-After', 'ETag'],
  ...['Idempotent-Replayed', 'WWW-Authenticate'],
].join(', ')

export const anyOrigin: RequestHandler = (req, res, next) => {
  collectHeader(res, 'Access-Control-Allow-Origin', '*')
  collectHeader(res, 'Access-Control-Expose-Headers', EXPOSED)
  collectHeader(res, 'Cross-Origin-Resource-Policy', 'cross-origin')
  if (req.method === 'OPTIONS') {
    collectHeader(res, 'Access-Control-Allow-Methods', 'GET, HEAD, POST, DELETE, OPTIONS')
    collectHeader(
      res,
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, MCP-Session-Id',
    )
    collectHeader(res, 'Access-Control-Max-Age', 86_400)
  }
  next()
}
