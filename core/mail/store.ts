// SQL for queued emails (table `outgoing_emails`).
import type { Sql } from '../database/connect.ts'
import { rowOf } from '../database/fragments.ts'

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
  insert into outgoing_emails (user_id, id, recipient, subject, html, body, created_at, due_at)
  values (${userId}, ${email.id}, ${email.recipient}, ${email.subject}, ${email.html}, ${email.body},
    ${email.at}, ${email.at})`

export const listDueEmails = (sql: Sql, now: string) => sql<Pick<EmailRow, 'userId' | 'id'>[]>`
  select user_id, id from outgoing_emails where due_at <= ${now} order by due_at limit 20`

/** Claims a due e-mail, so that no other process sends it. Undefined if another process has claimed it. */
export const claimEmail = (
  sql: Sql,
  { userId, id }: Pick<EmailRow, 'userId' | 'id'>,
  { now, until }: { now: string; until: string },
) =>
  rowOf(sql<EmailRow[]>`
    update outgoing_emails set due_at = ${until}, attempts = attempts + 1
    where user_id = ${userId} and id = ${id} and due_at <= ${now}
    returning user_id, id, recipient, subject, html, body, attempts`)

export const updateEmailSent = (sql: Sql, { userId, id }: EmailRow, at: string) => sql`
  update outgoing_emails set sent_at = ${at}, due_at = null, problem = null where user_id = ${userId} and id = ${id}`

export const updateEmailFailed = (
  sql: Sql,
  { userId, id }: EmailRow,
  { dueAt, problem }: { dueAt: string | null; problem: string },
) => sql`
  update outgoing_emails set due_at = ${dueAt}, problem = ${problem} where user_id = ${userId} and id = ${id}`
