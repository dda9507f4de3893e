// The user that an administrator's command acts for.
import { getUser, listUsers } from '../../core/identity/operations.ts'
import type { User } from '../../core/identity/person.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { everyPage } from './pages.ts'
import { oneAmong } from './references.ts'

const missing = (text: string): never =>
  fail('user_not_found', { id: text }, { hint: 'List users with crm users list.' })

/** The user with this whole e-mail address or id: nobody gets a credential because a part of their name was typed. */
export async function findByAddress(client: Client, text: string): Promise<User> {
  if (isId(text)) return client.call(getUser, { id: text })
  if (!text.includes('@'))
    return fail('usage', { problem: `“${text}” is neither an e-mail address nor an id.` })
  const { users } = await client.call(listUsers, { email: text })
  return users[0] ?? missing(text)
}

/** The user with this id or the end of it, or with this part of the e-mail address or name. */
export async function findPerson(client: Client, text: string): Promise<User> {
  const wanted = text.trim().toLowerCase()
  if (isId(wanted)) return client.call(getUser, { id: wanted })
  if (!wanted) return fail('usage', { problem: 'Name a user: an id, or part of the e-mail address or name.' })
  const { users } = await everyPage(true, 'users', (more) => client.call(listUsers, more))
  const candidates = users.map((user) => ({
    id: user.id,
    name: user.email ?? '(local owner)',
    also: user.name === null ? [] : [user.name],
    user,
  }))
  return oneAmong(wanted, candidates, () => missing(text)).user
}
