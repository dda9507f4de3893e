// Which gateway the extension talks to, and with which token: kept by the browser, for this extension alone.

export interface Connection {
  server: string
  token: string
}

/** The connection that was made; null before. */
export async function savedConnection(): Promise<Connection | null> {
  const { server, token } = await chrome.storage.local.get(['server', 'token'])
  return typeof server === 'string' && typeof token === 'string' ? { server, token } : null
}

const originsOf = (server: string) => ({ origins: [`${server}/*`] })

/** Asks the person for access to this one host; throws a sentence when they decline, or the address is none. */
export async function requestHost(address: string): Promise<string> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error('The address begins with https:// (or http:// on this machine).')
  const { origin } = new URL(address)
  if (await chrome.permissions.request(originsOf(origin))) return origin
  throw new Error(`Without access to ${origin} nothing can be saved there.`)
}

export const saveConnection = ({ server, token }: Connection): Promise<void> =>
  chrome.storage.local.set({ server, token })

/** Forgets the token and gives the access to the host back. The token itself is revoked in /settings. */
export async function forgetConnection(server: string): Promise<void> {
  await chrome.storage.local.clear()
  await chrome.permissions.remove(originsOf(server)).catch(() => false)
}
