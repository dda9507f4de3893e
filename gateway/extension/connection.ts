// The extension's gateway address and token. The browser stores them for this extension alone.

export interface Connection {
  server: string
  token: string
}

/** The saved connection; null before the first one. */
export async function savedConnection(): Promise<Connection | null> {
  const { server, token } = await chrome.storage.local.get(['server', 'token'])
  return typeof server === 'string' && typeof token === 'string' ? { server, token } : null
}

const originsOf = (server: string) => ({ origins: [`${server}/*`] })

/** Asks the user for access to one host. Throws a readable sentence if they decline or the address is invalid. */
export async function requestHost(address: string): Promise<string> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error('The address begins with https:// (or http:// on this machine).')
  const { origin } = new URL(address)
  if (await chrome.permissions.request(originsOf(origin))) return origin
  throw new Error(`Without access to ${origin} nothing can be saved there.`)
}

export const saveConnection = ({ server, token }: Connection): Promise<void> =>
  chrome.storage.local.set({ server, token })

/** Forgets the token and drops the access to the host. The user must revoke the token in /settings. */
export async function forgetConnection(server: string): Promise<void> {
  await chrome.storage.local.clear()
  await chrome.permissions.remove(originsOf(server)).catch(() => false)
}
