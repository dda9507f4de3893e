// `crm users …`: user accounts, for administrators.
import { addUser, listUsers, updateUser, getUser } from '../../core/identity/operations.ts'
import type { User } from '../../core/identity/records.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId, isId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command, misused, type Client } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import { doing } from './doing.ts'
import { flag } from './flags.ts'
import { secretIn } from './upload.ts'
import { listing } from './listing.ts'
import { ALL_OPTION, everyPage } from './pages.ts'
import { localDay } from '../ui/time.ts'
import { oneOf } from './references.ts'

const COLUMNS = columnsOf<User>({
  id: {},
  email: { title: 'E-MAIL', value: ({ email }) => email ?? '(local owner)', minWidth: 16, yields: 1 },
  name: { yields: 2 },
  tier: {},
  admin: { value: ({ admin }) => (admin ? 'yes' : '') },
  since: { value: ({ createdAt }) => localDay(createdAt), yields: 3 },
})

const list = listing({
  op: listUsers,
  noun: 'users',
  about: 'List the users of this installation.',
  limits: ALL_OPTION,
  columns: () => COLUMNS,
  empty: 'Nobody yet.',
})

const USER = { name: 'user', about: 'Id, short id, or part of the e-mail address or name.' }

const show: Command = {
  name: 'show',
  about: 'Show one user.',
  operation: 'users.get',
  args: [USER],
  async run({ args, client, out }) {
    const user = await findUser(client, args[0] ?? '')
    out.record(user, [
      ['id', user.id],
      ['e-mail', user.email],
      ['name', user.name],
      ['tier', user.tier],
      ['admin', user.admin ? 'yes' : 'no'],
      ['since', user.createdAt],
    ])
  },
}

const create = doing({
  name: 'create',
  about: 'Create a user account.',
  op: addUser,
  flags: [
    flag('--email <address>', 'Their e-mail address.'),
    flag('--name <name>', 'Their name.'),
    flag('--tier <tier>', 'free (default), pro or ultra.'),
    flag('--admin', 'Make them an administrator, with permanent ultra access.'),
  ],
  options: [{ flags: '--password-stdin', about: 'Read the password from stdin.' }],
  examples: [
    'crm users create --email sam@example.com --tier ultra',
    'crm users create --email sam@example.com --password-stdin < secret',
  ],
  async input(call, _, said) {
    if (textOf(call.options, 'email') === undefined) misused('Give the address: --email sam@example.com')
    return { password: isOn(call.options, 'passwordStdin') ? await secretIn(call) : undefined, ...said }
  },
  said: (user) => `Added ${user.email} (${shortId(user.id)}), ${user.tier}.`,
})

const tier = doing({
  name: 'tier',
  about: 'Change a user’s plan.',
  op: updateUser,
  args: [USER, { name: 'tier', about: 'free, pro or ultra.' }],
  examples: ['crm users tier sam@example.com pro'],
  find: findUser,
  input: ({ args }) => ({ tier: args[1] }),
  said: (user) => `${user.email ?? 'The local owner'} is on ${user.tier}.`,
})

export const commands: Command[] = [list, show, create, tier]

/** The user with this whole e-mail address or id. A partial name must never grant a credential. */
export async function findByAddress(client: Client, text: string): Promise<User> {
  if (isId(text)) return client.call(getUser, { id: text })
  if (!text.includes('@')) return misused(`“${text}” is neither an e-mail address nor an id.`)
  const { users } = await client.call(listUsers, { email: text })
  return users[0] ?? fail('user_not_found', { id: text }, { hint: 'List them with crm users list.' })
}

export async function findUser(client: Client, text: string): Promise<User> {
  const wanted = text.trim().toLowerCase()
  if (isId(wanted)) return client.call(getUser, { id: wanted })
  if (!wanted) return misused('Name a user: an id, or part of the e-mail address or name.')
  const { users } = await everyPage(true, 'users', (more) => client.call(listUsers, more))
  const namesOf = ({ email, name }: User) => [email ?? '(local owner)', name] as const
  return oneOf(wanted, users, namesOf, 'user', 'crm users list')
}
