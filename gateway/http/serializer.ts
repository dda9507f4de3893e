// Serialises responses. The JSON of a frozen object, which many requests share, is cached as long as the object lives.
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { keptIn } from '../../core/kernel/narrow.ts'
import { isKnown } from './entity-tag.ts'
import { collectHeader } from './request-state.ts'

// Response text is a string of its bytes: Node copies a one-byte string to the socket unchanged, but re-encodes any other
// on every send, which for a pay result took as long as looking it up.

/** UTF-8 with one character per byte, sent as latin1, so its length is the `Content-Length`. */
export type EncodedText = string & { readonly encoded: unique symbol }

// Only these two functions create `EncodedText`: one character per byte.

/** Encodes a text. ASCII keeps its value, but V8 may have stored two bytes per character before. */
export const encodeText = (text: string): EncodedText => Buffer.from(text).toString('latin1') as EncodedText

export const concatText = (...parts: readonly EncodedText[]): EncodedText =>
  // Joined encoded texts are an encoded text.
  parts.reduce((all, part) => all + part, '') as EncodedText

interface CachedText {
  json: EncodedText
  etag?: string
}

export type Serializer = ReturnType<typeof createSerializer>

export function createSerializer() {
  const kept = new WeakMap<object, CachedText>()
  const textOf = (output: unknown): CachedText => {
    if (typeof output !== 'object' || output === null) return { json: encodeText(JSON.stringify(output)) }
    const held = kept.get(output)
    if (held) return held
    const made = { json: encodeText(JSON.stringify(output)) }
    if (Object.isFrozen(output)) kept.set(output, made)
    return made
  }
  const texts = new WeakMap<object, EncodedText>()
  return {
    json: (output: unknown) => textOf(output).json,
    textFor: (object: object, write: () => string) => keptIn(texts, object, () => encodeText(write())),
    /** The ETag. It is weak, because the envelope around the same data differs by request. */
    etag(output: unknown): string {
      const text = textOf(output)
      return (text.etag ??= `W/"${createHash('sha256').update(text.json, 'latin1').digest('base64url').slice(0, 27)}"`)
    },
  }
}

/** Caches may keep public responses for five minutes, and serve them stale for an hour while revalidating. */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=3600'

/** Returns true and sets status 304 if the client already has it. With a key, no shared cache may store the response. */
export function isUnchanged(req: Request, res: Response, etag: string): boolean {
  collectHeader(res, 'ETag', etag)
  collectHeader(res, 'Cache-Control', req.headers.authorization ? 'private, no-cache' : CACHE_CONTROL)
  collectHeader(res, 'Vary', 'Authorization')
  if (!isKnown(req.headers['if-none-match'], etag.replace(/^W\//, ''))) return false
  res.statusCode = 304
  return true
}
