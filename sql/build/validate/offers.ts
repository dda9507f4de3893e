/** How often titles of held-out employers are read as the occupation that they were filed under. */
import type { Book } from '../../../core/intelligence/words/book.ts'
import { readRole } from '../../../core/intelligence/words/question.ts'
import { CrmError } from '../../../core/kernel/errors.ts'
import type { Inputs } from '../tables.ts'

export type Resolver = (title: string) => string | null

/** Resolves titles as the product does, each once. */
export function servedResolver(words: Book): Resolver {
  const found = new Map<string, string | null>()
  const match = (title: string) => {
    try {
      return readRole(words, title).slug
    } catch (error) {
      if (error instanceof CrmError) return null
      throw error
    }
  }
  return (title) => {
    if (!found.has(title)) found.set(title, match(title))
    return found.get(title) ?? null
  }
}

type Count = { name: string; offers: number; resolved: number; right: number; rightMajor: number }

/** The percentage of held-out titles that resolve, and resolve to the occupation under which they were filed. */
export function resolution(inputs: Inputs, resolve: Resolver, fold: number): Count[] {
  const soc = new Map(inputs.catalog.roles.map((role) => [role.slug, role.soc]))
  const held = inputs.placed.filter((row) => row.fold === fold)
  return (['fy2024_q1', 'fy2025_data', 'fy2025_q2_health'] as const).map((file) => {
    const rows = held.filter((row) => row.offer.file === file)
    const found = rows.flatMap((row) => {
      const slug = resolve(row.offer.title)
      return slug === null ? [] : [{ row, soc: soc.get(slug) }]
    })
    const right = found.filter((entry) => entry.soc === entry.row.soc).length
    const rightMajor = found.filter((entry) => entry.soc?.slice(0, 2) === entry.row.soc.slice(0, 2)).length
    return {
      name: file,
      offers: rows.length,
      resolved: found.length / rows.length,
      right: right / rows.length,
      rightMajor: rightMajor / rows.length,
    }
  })
}
