// Reads the JobPostings that a page states in attributes of its markup, in the form of the structured data.
import type * as Dom from 'linkedom'

type Doc = ReturnType<typeof Dom.parseHTML>['document']
type Item = NonNullable<ReturnType<Doc['querySelector']>>

const MAX_POSTINGS = 50
const MAX_PROPERTIES = 1_000
const MAX_DEPTH = 8

export function microdataOf(document: Doc): Record<string, unknown>[] {
  const postings = [...document.querySelectorAll('[itemtype$="/JobPosting"]')].slice(0, MAX_POSTINGS)
  const parts = new Map<Item, Item[]>()
  const properties = postings.length ? document.querySelectorAll('[itemprop]') : []
  for (const part of [...properties].slice(0, MAX_PROPERTIES)) {
    const owner = part.parentElement?.closest('[itemscope]')
    if (owner) parts.set(owner, [...(parts.get(owner) ?? []), part])
  }
  const valueOf = (part: Item, name: string, depth: number): unknown =>
    part.hasAttribute('itemscope')
      ? recordOf(part, depth + 1)
      : (part.getAttribute('content') ??
        part.getAttribute('datetime') ??
        (name === 'description' ? part.innerHTML : part.textContent.trim()))
  const recordOf = (item: Item, depth = 0): Record<string, unknown> => {
    const record: Record<string, unknown> = {}
    for (const part of depth < MAX_DEPTH ? (parts.get(item) ?? []) : [])
      for (const name of (part.getAttribute('itemprop') ?? '').split(/\s+/)) {
        const value = valueOf(part, name, depth)
        record[name] = name in record ? [record[name], value].flat() : value
      }
    return record
  }
  return postings
    .filter((posting) => parts.has(posting))
    .map((posting) => ({ '@type': 'JobPosting', ...recordOf(posting) }))
}
