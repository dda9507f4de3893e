// Reads fields of JSON from strangers. Every field may be missing or have another type.
import { isoOf, utcMsOf } from '../kernel/clock.ts'
import { cut, withoutControls } from '../kernel/plain-characters.ts'
import { isRecord } from '../kernel/narrow.ts'
import { parseUrl } from '../kernel/url.ts'

export type Json = Readonly<Record<string, unknown>>

const MAX_TEXT_CHARACTERS = 2_000

export const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** A short text or number as one line; null if there is none. */
export function textIn(value: unknown, max = MAX_TEXT_CHARACTERS): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return null
  const text = withoutControls(cut(value, max))
    .replace(/[\s\u00a0]+|\p{Surrogate}/gu, ' ')
    .trim()
  return text || null
}

export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value.replace(/,/g, '')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const FORMS = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?UTC|Z|[+-]\d\d:?\d\d)?)?$/

/** An instant as ISO, from milliseconds, ISO, or `2026-11-02 08:00:00 UTC`; null for anything else. */
export function isoIn(value: unknown): string | null {
  const ms =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && FORMS.test(value.trim())
        ? utcMsOf(value.trim())
        : NaN
  return ms > 0 && ms < 7_258_118_400_000 ? isoOf(ms) : null
}

/** A web address with its spaces escaped; null for anything else. */
export function addressIn(value: unknown): string | null {
  const text = textIn(value)?.replaceAll(' ', '%20')
  return text && /^https?:\/\//i.test(text) && parseUrl(text) ? text : null
}

export const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
]
