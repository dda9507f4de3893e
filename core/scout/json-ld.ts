// Finds the schema.org JobPosting in a page's JSON-LD, wherever it is nested.
import { isRecord } from '../kernel/narrow.ts'

type Json = Record<string, unknown>

const MAX_DEPTH = 8

const isPosting = (value: Json): boolean => {
  const types = [value['@type']].flat()
  return types.some((type) => typeof type === 'string' && /(?:^|[/:])JobPosting$/.test(type))
}

function postingWithin(value: unknown, depth = 0): Json | undefined {
  if (depth > MAX_DEPTH) return undefined
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  if (isRecord(value) && isPosting(value)) return value
  for (const one of inner) {
    const found = postingWithin(one, depth + 1)
    if (found) return found
  }
  return undefined
}

/** Parses JSON as found in pages: in comments, with raw line breaks in strings, with trailing commas. */
function parseLeniently(text: string): unknown {
  const bare = text
    .trim()
    .replace(/^<!--|-->$/g, '')
    .replace(/^\/\*<!\[CDATA\[\*\/|\/\*\]\]>\*\/$/g, '')
  for (const attempt of [bare, bare.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1')]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // Try the next form.
    }
  }
  return undefined
}

/** The first posting in these scripts. */
export function findJobPosting(scripts: readonly string[]): Json | undefined {
  for (const script of scripts) {
    const found = script.includes('JobPosting') ? postingWithin(parseLeniently(script)) : undefined
    if (found) return found
  }
  return undefined
}

const MAX_TEXT_CHARACTERS = 20_000
const MAX_ENTRIES = 60

/** A copy of bounded size, because a page's markup may contain anything. */
export function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_CHARACTERS)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (depth >= 6) return null
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => bounded(one, depth + 1))
  if (!isRecord(value)) return null
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(entries.map(([name, inner]) => [name.slice(0, 100), bounded(inner, depth + 1)]))
}
