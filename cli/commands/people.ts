// The user that an administrator's command acts for.
import { listUsers, getUser } from '../../core/identity/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'

/** The user with this e-mail address or id. */
export async function findPerson(client: Client, text: string) {
  if (isId(text)) return client.call(getUser, { id: text })
  if (!text.includes('@'))
    return fail('usage', { problem: `“${text}” is neither an e-mail address nor an id.` })
  const { users } = await client.call(listUsers, { email: text })
  return users[0] ?? fail('user_not_found', { id: text }, { hint: 'List users with crm users list.' })
}
