// Reading addresses that somebody typed or a page wrote.

/** Null if it is none. Up to Node 22 `URL.canParse` refuses letters such as ü after some thousand calls. */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
