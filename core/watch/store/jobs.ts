// SQL for the tracked jobs that postings may match.
import type { Sql } from '../../database/connect.ts'
import { containsPattern } from '../../database/fragments.ts'
import type { JobValues } from '../../jobs/fields.ts'

type LikelyJob = Pick<JobValues, 'id' | 'company' | 'role' | 'url' | 'location' | 'urlKey'>

interface Likeness {
  keys: readonly Buffer[]
  /** Ids of postings in the board's system. A posting's other URLs contain its id too. */
  ids: readonly string[]
  company: string
}

export const listLikely = (sql: Sql, userId: string, { keys, ids, company }: Likeness) => sql<LikelyJob[]>`
  select id, company, role, url, location, url_key from jobs
  where user_id = ${userId} and (
    ${keys.length ? sql`url_key in ${sql([...keys])}` : sql`false`}
    or url like any (select jsonb_array_elements_text(${sql.json(ids.map(containsPattern))}))
    or ${company === '' ? sql`false` : sql`company ilike ${containsPattern(company)}`})
  order by id`
