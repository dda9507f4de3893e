// The SQL of letters.
import type { Sql } from '../database/connect.ts'

export interface LetterRow {
  userId: string
  id: string
  recipient: string
  subject: string
  html: string
  body: string
  attempts: number
}

export const insertLetter = (
  sql: Sql,
  userId: string,
  letter: Omit<LetterRow, 'userId' | 'attempts'> & { at: string },
) => sql`
  insert into letters (user_id, id, recipient, subject, html, body, created_at, due_at)
  values (${userId}, ${letter.id}, ${letter.recipient}, ${letter.subject}, ${letter.html}, ${letter.body},
    ${letter.at}, ${letter.at})`

/** Takes letters in hand that are due, so that no other process sends them meanwhile. */
export const claimLetters = (sql: Sql, { now, until }: { now: string; until: string }) => sql<LetterRow[]>`
  update letters l set due_at = ${until}, attempts = attempts + 1
  from (select user_id, id from letters where due_at <= ${now} order by due_at limit 20 for update skip locked) due
  where l.user_id = due.user_id and l.id = due.id
  returning l.user_id, l.id, l.recipient, l.subject, l.html, l.body, l.attempts`

export const updateLetterSent = (sql: Sql, { userId, id }: LetterRow, at: string) => sql`
  update letters set sent_at = ${at}, due_at = null, problem = null where user_id = ${userId} and id = ${id}`

export const updateLetterFailed = (
  sql: Sql,
  { userId, id }: LetterRow,
  { dueAt, problem }: { dueAt: string | null; problem: string },
) => sql`
  update letters set due_at = ${dueAt}, problem = ${problem} where user_id = ${userId} and id = ${id}`

/** Letters that wait or were given up, for the operator. */
export async function countLetters(sql: Sql): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<{ waiting: number; givenUp: number }[]>`
    select (count(*) filter (where due_at is not null))::int as waiting,
      (count(*) filter (where due_at is null and sent_at is null))::int as given_up from letters`
  return row ?? { waiting: 0, givenUp: 0 }
}
