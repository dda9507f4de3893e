// `crm tokens …`: extension tokens, for programs that use the pipeline.
import { addToken, addTokenFor, listTokens, removeToken } from '../../core/identity/operations.ts'
import type { Token } from '../../core/identity/token.ts'
import { fail } from '../../core/kernel/errors.ts'
import { textOf, type Command } from '../command.ts'
import { columnsWith, expiryOf, revokeCommandOf } from './credentials.ts'
import { ALL_OPTION, everyPage, listCommandOf } from './pages.ts'
import { findByAddress } from './people.ts'

const COLUMNS = columnsWith<Token>({ title: 'SCOPE', value: ({ scope }) => scope })

const list = listCommandOf({
  about: 'List your extension tokens.',
  operation: 'tokens.list',
  noun: 'tokens',
  options: ALL_OPTION,
  columns: () => COLUMNS,
  empty: 'No tokens yet. Create one: crm tokens create --name laptop --scope read-write',
  read: (client, more) => client.call(listTokens, more),
})

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

const revoke = revokeCommandOf({
  noun: 'token',
  example: 'laptop',
  list: async (client) => (await everyPage(true, 'tokens', (more) => client.call(listTokens, more))).tokens,
  revoke: (client, id) => client.call(removeToken, { id }),
  missing: (id) => fail('token_not_found', { id }),
})

export const commands: Command[] = [list, create, revoke]
