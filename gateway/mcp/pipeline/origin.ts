// The allowed Origin and Host headers of the pipeline's endpoint, against DNS rebinding.
import type { Config } from '../../../core/config.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** Whether an Origin header is ours: the public URL, or a page on this machine. */
export function isOwnOrigin({ publicUrl }: Config, origin: string): boolean {
  const url = urlOf(origin)
  if (!url) return false
  return isLoopback(url.hostname) || (publicUrl !== '' && url.origin === new URL(publicUrl).origin)
}

/**
 * Whether a Host header is ours. Checked only on a gateway that listens on loopback without a proxy, because
 * only that one knows all its names.
 */
export function isOwnHost({ host, publicUrl, trustProxy }: Config, header: string | undefined): boolean {
  if (!isLoopback(host) || trustProxy > 0) return true
  const hostname = urlOf(`http://${header ?? ''}`)?.hostname ?? ''
  return isLoopback(hostname) || (publicUrl !== '' && hostname === new URL(publicUrl).hostname)
}
