// Whether a host is this machine.
import { isIP } from 'node:net'

/** Whether a host name or address is this machine’s own, so that nothing leaves it. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
