// SQL for the stored postings of jobs.
import { rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'

export const ORIGINS = ['board', 'page', 'clip', 'pasted'] as const

export interface KeptRow {
  id: string
  jobId: string
  origin: (typeof ORIGINS)[number]
  url: string | null
  body: string
  at: string
}

export const listPostings = (sql: Sql, userId: string, jobId: string) => sql<KeptRow[]>`
  select id, job_id, origin, url, body, at from job_postings
  where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc`

export async function findLatestDigest(sql: Sql, userId: string, jobId: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ digest: Buffer }[]>`
    select digest from job_postings
    where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc limit 1`
  return row?.digest
}

export const insertPosting = (sql: Sql, userId: string, row: KeptRow, digest: Buffer) => sql`
  insert into job_postings (user_id, job_id, id, origin, url, body, digest, at)
  values (${userId}, ${row.jobId}, ${row.id}, ${row.origin}, ${row.url}, ${row.body}, ${digest}, ${row.at})
  on conflict do nothing`

export const findPostingForUpdate = (sql: Sql, userId: string, id: string) =>
  rowOf(sql<KeptRow[]>`
    select id, job_id, origin, url, body, at from job_postings where user_id = ${userId} and id = ${id} for update`)

type Place = Pick<KeptRow, 'id' | 'jobId'>

export const movePosting = (sql: Sql, userId: string, { id, jobId }: Place, to: string) => sql`
  update job_postings set job_id = ${to} where user_id = ${userId} and job_id = ${jobId} and id = ${id}`

export const removePosting = (sql: Sql, userId: string, { id, jobId }: Place) => sql`
  delete from job_postings where user_id = ${userId} and job_id = ${jobId} and id = ${id}`

export const removeOlder = (sql: Sql, userId: string, jobId: string, keep: number) => sql`
  delete from job_postings where user_id = ${userId} and job_id = ${jobId} and id not in (
    select id from job_postings
    where user_id = ${userId} and job_id = ${jobId} order by at desc, id desc limit ${keep})`
