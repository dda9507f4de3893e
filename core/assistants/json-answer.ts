// Extracts JSON from a model's response: bare, in a code fence, or surrounded by prose.
import { isRecord } from '../kernel/narrow.ts'

const FENCE = /```(?:json|JSON)?\s*\n?([\s\S]*?)```/g

/**
 * The JSON object in a text, or undefined. Tries the whole text, then code fences, then the outermost braces.
 */
export function readAnswer(text: string): Record<string, unknown> | undefined {
  const fenced = [...text.matchAll(FENCE)].map(([, inside]) => inside ?? '')
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [text, ...fenced, braces]) {
    const value = parsed(candidate)
    if (isRecord(value)) return value
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}
