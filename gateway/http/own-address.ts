// The server's own address for pages, documents and metadata, and the guard against DNS rebinding, where a foreign
// page points its own host name at this machine.
import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { serviceUrl, type Config } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'
import { parseUrl } from '../../core/kernel/url.ts'

const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

const PLAIN_HOST = /^[\w.[\]:-]+$/

export function addressOf(req: Request, config: Config): string {
  const { host = '' } = req.headers
  return config.publicUrl || (PLAIN_HOST.test(host) ? `${req.protocol}://${host}` : serviceUrl(config))
}

export function isOwnOrigin({ publicUrl }: Config, origin: string): boolean {
  const url = parseUrl(origin)
  if (!url) return false
  return isLoopback(url.hostname) || (publicUrl !== '' && url.origin === new URL(publicUrl).origin)
}

/** Beyond loopback or behind a proxy, only PUBLIC_URL has the server's names. An IP address is accepted: rebinding needs a name. */
export function isOwnHost({ host, publicUrl, trustProxy }: Config, header: string | undefined): boolean {
  if (publicUrl === '' && (!isLoopback(host) || trustProxy > 0)) return true
  const hostname = parseUrl(`http://${header ?? ''}`)?.hostname ?? ''
  if (!hostname.includes('.') || isLoopback(hostname) || isIP(hostname)) return true
  return publicUrl !== '' && hostname === new URL(publicUrl).hostname
}

/** Refuses a foreign host name. Routes with a credential need no such check, because foreign pages have none. */
export function refuseForeignHost({ headers: { host } }: Request, config: Config): void {
  if (!isOwnHost(config, host)) fail('foreign_host', {})
}

export const ownHostOnly =
  (config: Config): RequestHandler =>
  (req, _res, next) => {
    refuseForeignHost(req, config)
    next()
  }
