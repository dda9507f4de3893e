// `crm keys …`: intelligence keys, for programs that use the compensation API.
import type { Key } from '../../core/identity/key.ts'
import { addKey, addKeyFor, listKeys, removeKey } from '../../core/identity/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Tier } from '../../core/kernel/family.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command, type Group, wordOf } from '../command.ts'
import type { Column } from '../ui/table.ts'
import { expiryOf, stateOf } from './credentials.ts'
import { words } from './inputs.ts'
import { everyPage } from './pages.ts'
import { findByAddress } from './people.ts'
import { oneAmong } from './references.ts'

const COLUMNS: Column<Key>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'NAME', value: ({ name }) => name, minWidth: 10, yields: 1 },
  { title: 'TIER', value: ({ tier }) => tier },
  { title: 'ENDS', value: ({ lastFour }) => `…${lastFour}`, plain: ({ lastFour }) => lastFour },
  {
    title: 'LAST USED',
    value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    yields: 2,
  },
  { title: 'STATE', value: (key) => stateOf(key), paint: (key) => (key.revokedAt ? 'dim' : 'green') },
]

const list: Command = {
  name: 'list',
  about: 'List your intelligence keys.',
  operation: 'keys.list',
  options: [{ flags: '--all', about: 'Show all pages.' }],
  async run({ options, client, out }) {
    const page = await everyPage(isOn(options, 'all'), 'keys', (more) => client.call(listKeys, more))
    out.list(page, page.keys, COLUMNS, 'No keys yet. Create one: crm keys create --name ci')
  },
}

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
    const scopes = words(textOf(options, 'scopes')) as ['intelligence:read'] | undefined
    const input = { name, tier, scopes, ...(await expiryOf(textOf(options, 'expires'))) }
    const user = textOf(options, 'user')
    const made = user
      ? await client.call(addKeyFor, { ...input, id: (await findByAddress(client, user)).id })
      : await client.call(addKey, input)
    out.note(`${made.name}, ${made.tier}. This is the only time the key is shown:`)
    out.done(made, made.key)
  },
}

const revoke: Command = {
  name: 'revoke',
  about: 'Revoke a key immediately.',
  operation: 'keys.revoke',
  destructive: true,
  args: [{ name: 'key', about: 'Id, short id, name, or its last four characters.' }],
  examples: ['crm keys revoke ci --yes'],
  async run({ args, options, client, out }) {
    const text = args[0] ?? ''
    const { keys } = await everyPage(true, 'keys', (more) => client.call(listKeys, more))
    const active = keys.filter((key) => !key.revokedAt)
    const candidates = active.map((key) => ({ ...key, also: [key.lastFour] }))
    const key = oneAmong(text, candidates, () => fail('key_not_found', { id: text }))
    if (isOn(options, 'dryRun')) return out.done(key, `Would revoke ${key.name} (…${key.lastFour}).`)
    if (!isOn(options, 'yes') && !(await out.confirm(`Revoke ${key.name} (…${key.lastFour})?`)))
      return out.note('Nothing was revoked.')
    out.done(await client.call(removeKey, { id: key.id }), `Revoked ${key.name}.`)
  },
}

export const group: Group = {
  name: 'keys',
  about: 'Intelligence keys for salary data.',
  commands: [list, create, revoke],
}
