// `crm keys …`: intelligence keys, for programs that use the compensation API.
import type { Key } from '../../core/identity/key.ts'
import { addKey, addKeyFor, listKeys, removeKey } from '../../core/identity/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Tier } from '../../core/kernel/family.ts'
import { textOf, type Command, wordOf, wordsOf } from '../command.ts'
import { columnsWith, expiryOf, revokeCommandOf } from './credentials.ts'
import { everyPage, ALL_OPTION, listCommandOf } from './pages.ts'
import { findByAddress } from './people.ts'

const COLUMNS = columnsWith<Key>({ title: 'TIER', value: ({ tier }) => tier })

const list = listCommandOf({
  about: 'List your intelligence keys.',
  operation: 'keys.list',
  noun: 'keys',
  options: ALL_OPTION,
  columns: () => COLUMNS,
  empty: 'No keys yet. Create one: crm keys create --name ci',
  read: (client, more) => client.call(listKeys, more),
})

const create: Command = {
  name: 'create',
  about: 'Create an intelligence key. It is shown only once.',
  operation: 'keys.create',
  options: [
    { flags: '--name <name>', about: 'What it is for.' },
    { flags: '--tier <tier>', about: 'free, pro or ultra (default: your plan).' },
    {
      flags: '--scopes <list>',
      about: 'Restrict it to intelligence:read or intelligence:write. Pro and above.',
    },
    { flags: '--expires <date>', about: 'When it expires: +90d, 2027-01-01.' },
    { flags: '--user <e-mail>', about: 'Create it for another user; administrators only.' },
  ],
  examples: [
    'crm keys create --name ci --tier pro',
    'crm keys create --name agent --scopes intelligence:read',
  ],
  async run({ options, client, out }) {
    const name = textOf(options, 'name') ?? fail('usage', { problem: 'Give the key a name: --name ci' })
    const tier = wordOf<Tier>(options, 'tier')
    const scopes = wordsOf<'intelligence:read'>(options, 'scopes')
    const input = { name, tier, scopes, ...(await expiryOf(textOf(options, 'expires'))) }
    const user = textOf(options, 'user')
    const made = user
      ? await client.call(addKeyFor, { ...input, id: (await findByAddress(client, user)).id })
      : await client.call(addKey, input)
    out.note(`${made.name}, ${made.tier}. This is the only time the key is shown:`)
    out.done(made, made.key)
  },
}

const revoke = revokeCommandOf({
  noun: 'key',
  example: 'ci',
  list: async (client) => (await everyPage(true, 'keys', (more) => client.call(listKeys, more))).keys,
  revoke: (client, id) => client.call(removeKey, { id }),
  missing: (id) => fail('key_not_found', { id }),
})

export const commands: Command[] = [list, create, revoke]
