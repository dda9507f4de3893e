// Parses URLs that people type or pages contain.
import { quietly } from './errors.ts'

/** Null if the text is no URL. Up to Node 22 `URL.canParse` rejects letters such as ü after some thousand calls. */
export const parseUrl = (text: string, base?: string | URL): URL | null =>
  quietly(() => new URL(text, base)) ?? null

/** Decodes percent signs in a part of a URL; returns it unchanged if they encode no text. */
export const decoded = (text: string): string => quietly(() => decodeURIComponent(text)) ?? text
