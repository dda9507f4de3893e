// Reads the fields of a job from a page's markup.
import { isRecord } from '../kernel/narrow.ts'
import { FACTS, factsOf, type PostingFacts } from './job-posting.ts'

const MAX_CHARACTERS = { company: 200, role: 200, location: 200, salary: 100 } as const

type PostingMeta = { [Fact in keyof PostingFacts]?: string }

export function readPostingMeta(meta: Record<string, unknown> | null | undefined): PostingMeta {
  const posting = meta?.['jobPosting']
  if (!isRecord(posting)) return {}
  const marked = factsOf(posting)
  const entries = FACTS.flatMap((field) => {
    const own = posting[field]
    const value = typeof own === 'string' && own.trim() ? own.trim() : marked[field]
    return value ? [[field, value.slice(0, MAX_CHARACTERS[field])] as const] : []
  })
  return Object.fromEntries(entries)
}
