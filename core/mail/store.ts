// SQL for queued emails (table `letters`).
import type { Sql } from '../database/connect.ts'

export interface EmailRow {
  userId: string
  id: string
  recipient: string
  subject: string
  html: string
  body: string
  attempts: number
}

export const insertEmail = (
  sql: Sql,
  userId: string,
  email: Omit<EmailRow, 'userId' | 'attempts'> & { at: string },
) => sql`
  insert into letters (user_id, id, recipient, subject, html, body, created_at, due_at)
  values (${userId}, ${email.id}, ${email.recipient}, ${email.subject}, ${email.html}, ${email.body},
    ${email.at}, ${email.at})`

/** Claims due emails, so that no other process sends them meanwhile. */
export const claimEmails = (sql: Sql, { now, until }: { now: string; until: string }) => sql<EmailRow[]>`
  update letters l set due_at = ${until}, attempts = attempts + 1
  from (select user_id, id from letters where due_at <= ${now} order by due_at limit 20 for update skip locked) due
  where l.user_id = due.user_id and l.id = due.id
  returning l.user_id, l.id, l.recipient, l.subject, l.html, l.body, l.attempts`

export const updateEmailSent = (sql: Sql, { userId, id }: EmailRow, at: string) => sql`
  update letters set sent_at = ${at}, due_at = null, problem = null where user_id = ${userId} and id = ${id}`

export const updateEmailFailed = (
  sql: Sql,
  { userId, id }: EmailRow,
  { dueAt, problem }: { dueAt: string | null; problem: string },
) => sql`
  update letters set due_at = ${dueAt}, problem = ${problem} where user_id = ${userId} and id = ${id}`
