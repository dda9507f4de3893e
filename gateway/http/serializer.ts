// Serialises responses. A frozen object is shared by many
// requests: its JSON is cached as long as the object lives.
import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { collectHeader } from './request-state.ts'
import { encodeText, type EncodedText } from './encoded-text.ts'

interface CachedText {
  json: EncodedText
  etag?: string
}

export interface Serializer {
  json(output: unknown): EncodedText
  /** A text that is the same as long as this object lives. */
  textFor(object: object, write: () => string): EncodedText
  /** The ETag. It is weak, because the envelope around the same data differs by request. */
  etag(output: unknown): string
}

export function createSerializer(): Serializer {
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
    json: (output) => textOf(output).json,
    textFor(object, write) {
      const held = texts.get(object)
      if (held !== undefined) return held
      const text = encodeText(write())
      texts.set(object, text)
      return text
    },
    etag(output) {
      const text = textOf(output)
      return (text.etag ??= `W/"${createHash('sha256').update(text.json, 'latin1').digest('base64url').slice(0, 27)}"`)
    },
  }
}

/** Any cache may keep it for five minutes, and serve it stale for an hour while it revalidates. */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=3600'

/** Returns true, with status 304 set, if the client has it already. With a key no shared cache may keep the answer. */
export function isUnchanged(req: Request, res: Response, etag: string): boolean {
  collectHeader(res, 'ETag', etag)
  collectHeader(res, 'Cache-Control', req.headers.authorization ? 'private, no-cache' : CACHE_CONTROL)
  collectHeader(res, 'Vary', 'Authorization')
  // Compared without the mark of a weak tag, as RFC 9110 requires: caches and clients may have dropped it.
  const known = req.headers['if-none-match']?.split(',').map((tag) => strong(tag.trim())) ?? []
  if (!known.includes(strong(etag)) && !known.includes('*')) return false
  res.statusCode = 304
  return true
}

const strong = (tag: string): string => tag.replace(/^W\//, '')
