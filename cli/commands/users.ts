// `crm users …`: user accounts, for administrators.
import { addUser, listUsers, updateUser, getUser } from '../../core/identity/operations.ts'
import type { User } from '../../core/identity/person.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Tier } from '../../core/kernel/family.ts'
import { shortId, isId } from '../../core/kernel/id.ts'
import { asWord, isOn, textOf, type Command } from '../command.ts'
import { idColumn, type Column } from '../ui/table.ts'
import { fieldsIn, flag } from './flags.ts'
import { secretIn } from './upload.ts'
import { listing } from './listing.ts'
import { ALL_OPTION, everyPage } from './pages.ts'
import { localDay } from '../ui/time.ts'
import type { Client } from '../client.ts'
import { oneOf } from './references.ts'
import { misused } from '../misused.ts'

const COLUMNS: Column<User>[] = [
  idColumn(),
  { title: 'E-MAIL', value: ({ email }) => email ?? '(local owner)', minWidth: 16, yields: 1 },
  { title: 'NAME', value: ({ name }) => name, yields: 2 },
  { title: 'TIER', value: ({ tier }) => tier },
  { title: 'ADMIN', value: ({ admin }) => (admin ? 'yes' : '') },
  { title: 'SINCE', value: ({ createdAt }) => localDay(createdAt), yields: 3 },
]

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
    const user = await findPerson(client, args[0] ?? '')
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

const FLAGS = [
  flag('--email <address>', 'Their e-mail address.'),
  flag('--name <name>', 'Their name.'),
  flag('--tier <tier>', 'free (default), pro or ultra.'),
  flag('--admin', 'Make them an administrator, with permanent ultra access.'),
]

const create: Command = {
  name: 'create',
  about: 'Create a user account.',
  operation: 'users.create',
  options: [...FLAGS, { flags: '--password-stdin', about: 'Read the password from stdin.' }],
  examples: [
    'crm users create --email sam@example.com --tier ultra',
    'crm users create --email sam@example.com --password-stdin < secret',
  ],
  async run(call) {
    const { options, client, out } = call
    const email = textOf(options, 'email') ?? misused('Give the address: --email sam@example.com')
    const password = isOn(options, 'passwordStdin') ? await secretIn(call) : undefined
    const user = await client.call(addUser, { ...(await fieldsIn(call, FLAGS)), email, password })
    out.done(user, `Added ${user.email} (${shortId(user.id)}), ${user.tier}.`)
  },
}

const tier: Command = {
  name: 'tier',
  about: 'Change a user’s plan.',
  operation: 'users.update',
  args: [USER, { name: 'tier', about: 'free, pro or ultra.' }],
  examples: ['crm users tier sam@example.com pro'],
  async run({ args, client, out }) {
    const { id } = await findPerson(client, args[0] ?? '')
    const user = await client.call(updateUser, { id, tier: asWord<Tier>(args[1] ?? '') })
    out.done(user, `${user.email ?? 'The local owner'} is on ${user.tier}.`)
  },
}

export const commands: Command[] = [list, show, create, tier]

/** The user with this whole e-mail address or id. A partial name must never grant a credential. */
export async function findByAddress(client: Client, text: string): Promise<User> {
  if (isId(text)) return client.call(getUser, { id: text })
  if (!text.includes('@')) return misused(`“${text}” is neither an e-mail address nor an id.`)
  const { users } = await client.call(listUsers, { email: text })
  return users[0] ?? fail('user_not_found', { id: text }, { hint: 'List them with crm users list.' })
}

export async function findPerson(client: Client, text: string): Promise<User> {
  const wanted = text.trim().toLowerCase()
  if (isId(wanted)) return client.call(getUser, { id: wanted })
  if (!wanted) return misused('Name a user: an id, or part of the e-mail address or name.')
  const { users } = await everyPage(true, 'users', (more) => client.call(listUsers, more))
  const namesOf = ({ email, name }: User) => [email ?? '(local owner)', name] as const
  return oneOf(wanted, users, namesOf, 'user', 'crm users list')
}
