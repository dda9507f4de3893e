// SQL for queued emails (table `outgoing_emails`).
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
  insert into outgoing_emails (user_id, id, recipient, subject, html, body, created_at, due_at)
  values (${userId}, ${email.id}, ${email.recipient}, ${email.subject}, ${email.html}, ${email.body},
    ${email.at}, ${email.at})`

/** Claims due e-mails, so that no other process sends them. One by one, because they may be on several shards. */
export async function claimEmails(
  sql: Sql,
  { now, until }: { now: string; until: string },
): Promise<EmailRow[]> {
  const due = await sql<{ userId: string; id: string }[]>`
    select user_id, id from outgoing_emails where due_at <= ${now} order by due_at limit 20`
  const claimed = due.map(
    ({ userId, id }) => sql<EmailRow[]>`
      update outgoing_emails e set due_at = ${until}, attempts = attempts + 1
      where e.user_id = ${userId} and e.id = ${id} and e.due_at <= ${now}
      returning e.user_id, e.id, e.recipient, e.subject, e.html, e.body, e.attempts`,
  )
  return (await Promise.all(claimed)).flat()
}

export const updateEmailSent = (sql: Sql, { userId, id }: EmailRow, at: string) => sql`
  update outgoing_emails set sent_at = ${at}, due_at = null, problem = null where user_id = ${userId} and id = ${id}`

export const updateEmailFailed = (
  sql: Sql,
  { userId, id }: EmailRow,
  { dueAt, problem }: { dueAt: string | null; problem: string },
) => sql`
  update outgoing_emails set due_at = ${dueAt}, problem = ${problem} where user_id = ${userId} and id = ${id}`
