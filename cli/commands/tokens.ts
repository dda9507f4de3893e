// `crm tokens …`: extension tokens, for programs that use the pipeline.
import { addToken, addTokenFor, listTokens, removeToken } from '../../core/identity/operations.ts'
import type { Token } from '../../core/identity/token.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { isOn, textOf, type Command, type Group } from '../command.ts'
import type { Column } from '../ui/table.ts'
import { expiryOf, stateOf } from './credentials.ts'
import { everyPage } from './pages.ts'
import { findByAddress } from './people.ts'
import { oneAmong } from './references.ts'

const COLUMNS: Column<Token>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'NAME', value: ({ name }) => name, minWidth: 10, yields: 1 },
  { title: 'SCOPE', value: ({ scope }) => scope },
  { title: 'ENDS', value: ({ lastFour }) => `…${lastFour}`, plain: ({ lastFour }) => lastFour },
  {
    title: 'LAST USED',
    value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    yields: 2,
  },
  { title: 'STATE', value: (token) => stateOf(token), paint: (token) => (token.revokedAt ? 'dim' : 'green') },
]

const list: Command = {
  name: 'list',
  about: 'List your extension tokens.',
  operation: 'tokens.list',
  options: [{ flags: '--all', about: 'Show all pages.' }],
  async run({ options, client, out }) {
    const page = await everyPage(isOn(options, 'all'), 'tokens', (more) => client.call(listTokens, more))
    out.list(
      page,
      page.tokens,
      COLUMNS,
      'No tokens yet. Create one: crm tokens create --name laptop --scope read-write',
    )
  },
}

const create: Command = {
  name: 'create',
  about: 'Create an extension token. It is shown only once.',
  operation: 'tokens.create',
  options: [
    { flags: '--name <name>', about: 'What it is for.' },
    {
      flags: '--scope <scope>',
      about: 'read-only (default), read-write, or grants: jobs:write,contacts:write,ai.',
    },
    { flags: '--expires <date>', about: 'When it expires: +90d, 2027-01-01 (default: never).' },
    { flags: '--user <e-mail>', about: 'Create it for another user; administrators only.' },
  ],
  examples: [
    'crm tokens create --name laptop --scope read-write',
    'crm tokens create --name agent --scope jobs:write,activities:write',
    'CRM_TOKEN=$(crm tokens create --name ci --json token | jq -r .token)',
  ],
  async run({ options, client, out }) {
    const name = textOf(options, 'name') ?? fail('usage', { problem: 'Give the token a name: --name laptop' })
    const scope = textOf(options, 'scope') ?? 'read-only'
    const input = { name, scope, ...(await expiryOf(textOf(options, 'expires'))) }
    const user = textOf(options, 'user')
    const made = user
      ? await client.call(addTokenFor, { ...input, id: (await findByAddress(client, user)).id })
      : await client.call(addToken, input)
    out.note(`${made.name}, ${made.scope}. This is the only time the token is shown:`)
    out.done(made, made.token)
  },
}

const revoke: Command = {
  name: 'revoke',
  about: 'Revoke a token immediately.',
  operation: 'tokens.revoke',
  destructive: true,
  args: [{ name: 'token', about: 'Id, short id, name, or its last four characters.' }],
  examples: ['crm tokens revoke laptop --yes'],
  async run({ args, options, client, out }) {
    const text = args[0] ?? ''
    const { tokens } = await everyPage(true, 'tokens', (more) => client.call(listTokens, more))
    const active = tokens.filter((token) => !token.revokedAt)
    const candidates = active.map((token) => ({ ...token, also: [token.lastFour] }))
    const token = oneAmong(text, candidates, () => fail('token_not_found', { id: text }))
    if (isOn(options, 'dryRun')) return out.done(token, `Would revoke ${token.name} (…${token.lastFour}).`)
    if (!isOn(options, 'yes') && !(await out.confirm(`Revoke ${token.name} (…${token.lastFour})?`)))
      return out.note('Nothing was revoked.')
    out.done(await client.call(removeToken, { id: token.id }), `Revoked ${token.name}.`)
  },
}

export const group: Group = {
  name: 'tokens',
  about: 'Extension tokens for the pipeline.',
  commands: [list, create, revoke],
}
