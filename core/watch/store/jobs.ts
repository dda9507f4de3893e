// SQL for the tracked jobs that postings may belong to.
import type { Sql } from '../../database/connect.ts'

interface LikelyJob {
  id: string
  company: string
  role: string
  url: string | null
  location: string | null
  urlKey: Buffer | null
}

interface Likeness {
  keys: readonly Buffer[]
  /** Ids of the system, which other addresses of the posting contain. */
  ids: readonly string[]
  company: string
}

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const listLikely = (sql: Sql, userId: string, { keys, ids, company }: Likeness) => sql<LikelyJob[]>`
  select id, company, role, url, location, url_key from jobs
  where user_id = ${userId} and (
    ${keys.length ? sql`url_key in ${sql([...keys])}` : sql`false`}
    or url like any (select jsonb_array_elements_text(${sql.json(ids.map(pattern))}))
    or ${company === '' ? sql`false` : sql`company ilike ${pattern(company)}`})
  order by id`
