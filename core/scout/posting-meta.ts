// Reads the fields of a job from a page's markup.
import { factsOf, type PostingFacts } from './job-posting.ts'

const FIELDS = ['company', 'role', 'location', 'salary'] as const
const MAX_CHARACTERS = { company: 200, role: 200, location: 200, salary: 100 } as const

/** The facts that are present. */
type PostingMeta = { [Fact in keyof PostingFacts]?: string }

/** The facts in a fetched page's `meta`, from fetch-jd or its JSON-LD; only explicit values. */
export function readPostingMeta(meta: Record<string, unknown> | null | undefined): PostingMeta {
  const posting = meta?.['jobPosting']
  if (typeof posting !== 'object' || posting === null || Array.isArray(posting)) return {}
  const plain = posting as Record<string, unknown>
  const marked = factsOf(plain)
  const entries = FIELDS.flatMap((field) => {
    const own = plain[field]
    const value = typeof own === 'string' && own.trim() ? own.trim() : marked[field]
    return value ? [[field, value.slice(0, MAX_CHARACTERS[field])] as const] : []
  })
  return Object.fromEntries(entries)
}
