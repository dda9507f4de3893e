// What a page's markup says of a posting, as the fields of a job.

/** The fields of a job that markup can settle. */
export interface PostingFacts {
  company?: string
  role?: string
  location?: string
  salary?: string
}

const FIELDS = ['company', 'role', 'location', 'salary'] as const
const MOST = { company: 200, role: 200, location: 200, salary: 100 } as const

/** The facts in the `meta` of a fetched page; only what is plainly there. */
export function readPostingMeta(meta: Record<string, unknown> | undefined): PostingFacts {
  const posting = meta?.['jobPosting']
  if (typeof posting !== 'object' || posting === null) return {}
  const facts = posting as Record<string, unknown>
  const entries = FIELDS.flatMap((field) => {
    const value = facts[field]
    return typeof value === 'string' && value.trim()
      ? [[field, value.trim().slice(0, MOST[field])] as const]
      : []
  })
  return Object.fromEntries(entries)
}
