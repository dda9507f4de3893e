// Reading addresses that somebody typed or a page wrote.

/**
 * The address in a text, null when it is none. In place of `URL.canParse`, which up to Node 22 refuses letters such as ü
 * once V8 has optimised its caller, after some thousand calls.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
