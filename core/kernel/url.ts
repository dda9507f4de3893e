// Parses URLs that people type or pages contain.
import { quietly } from './errors.ts'

/** The URL, or null. Up to Node 22, `URL.canParse` rejects letters such as ü after some thousand calls. */
export const parseUrl = (text: string, base?: string | URL): URL | null =>
  quietly(() => new URL(text, base)) ?? null

/** Decodes percent escapes in a part of a URL. Returns the text unchanged if they cannot be decoded. */
export const decoded = (text: string): string => quietly(() => decodeURIComponent(text)) ?? text
