// Text that Postgres can store: no NUL, and no half of a surrogate pair, which has no UTF-8 and which jsonb refuses.
import type { Issue } from './errors.ts'

const NUL = 'contains a NUL character'
const HALF = 'contains half of a character (a lone surrogate)'

// With the u flag a whole pair is one code point, so that only its halves are surrogates.
const UNSTORABLE = /[\0\p{Surrogate}]/u

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** What in a value cannot be stored, field by field, whatever its schema says. */
export function unstorable(value: unknown, path = ''): Issue[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ path, message: value.includes('\0') ? NUL : HALF }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => unstorable(child, path ? `${path}.${name}` : name))
}
