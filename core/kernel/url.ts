// Reading addresses that somebody typed or a page wrote.
import { quietly } from './thrown.ts'

/** Null if it is none. Up to Node 22 `URL.canParse` refuses letters such as ü after some thousand calls. */
export const parseUrl = (text: string, base?: string | URL): URL | null =>
  quietly(() => new URL(text, base)) ?? null

/** A part of an address without its percent signs; as it is where they stand for no text. */
export const decoded = (text: string): string => quietly(() => decodeURIComponent(text)) ?? text
