// The allowed Origin and Host headers of the pipeline's endpoint, against DNS rebinding.
import type { Config } from '../../../core/config.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** An Origin header that is ours: the public address, or a page of this machine. */
export function isOwnOrigin({ publicUrl }: Config, origin: string): boolean {
  const url = urlOf(origin)
  if (!url) return false
  return isLoopback(url.hostname) || (publicUrl !== '' && url.origin === new URL(publicUrl).origin)
}

/** A Host header that is ours. Only a gateway that listens on loopback, behind nothing, knows all its names. */
export function isOwnHost({ host, publicUrl, trustProxy }: Config, header: string | undefined): boolean {
  if (!isLoopback(host) || trustProxy > 0) return true
  const hostname = urlOf(`http://${header ?? ''}`)?.hostname ?? ''
  return isLoopback(hostname) || (publicUrl !== '' && hostname === new URL(publicUrl).hostname)
}
