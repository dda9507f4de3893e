// `crm tokens …` for programs that use the pipeline, and `crm keys …` for those that use the compensation API.
import {
  addKey,
  addKeyFor,
  addToken,
  addTokenFor,
  listKeys,
  listTokens,
  removeKey,
  removeToken,
} from '../../core/identity/operations.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, type Option, type Run, misused } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import type { Column } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'
import { removal } from './agreement.ts'
import { day, flag, fieldsIn, list } from './flags.ts'
import { listing } from './listing.ts'
import { finderOf } from './doing.ts'
import { ALL_OPTION } from './pages.ts'
import { findByAddress } from './users.ts'
import type { Token, Key } from '../../core/identity/credential.ts'

type Credential = Pick<Key, 'id' | 'name' | 'lastFour' | 'lastUsedAt' | 'revokedAt'> & {
  expiresAt: string | null
}

function stateOf({ revokedAt, expiresAt }: Credential): string {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return Date.parse(expiresAt) < Date.now() ? 'expired' : `until ${localDay(expiresAt)}`
}

const columnsWith = <One extends Credential>(may: string): Column<One>[] =>
  columnsOf<One>({
    id: {},
    name: { minWidth: 10, yields: 1 },
    [may]: {},
    ends: { value: ({ lastFour }) => `…${lastFour}`, plain: ({ lastFour }) => lastFour },
    used: { title: 'LAST USED', value: ({ lastUsedAt }) => usedText(lastUsedAt), yields: 2 },
    state: { value: stateOf, paint: (one) => (one.revokedAt ? 'dim' : 'green') },
  })

export const usedText = (iso: string | null): string => iso?.slice(0, 16).replace('T', ' ') ?? 'never'

const USER: Option = {
  flags: '--user <e-mail>',
  about: 'Create it for another user; administrators only.',
}

type Noun = 'token' | 'key'

async function created<Made>(
  { options, client }: Run,
  [noun, like]: readonly [Noun, string],
  input: Record<string, unknown>,
  [add, addFor]: readonly [Operation<Z.ZodType, Z.ZodType<Made>>, Operation<Z.ZodType, Z.ZodType<Made>>],
): Promise<Made> {
  if (!input['name']) misused(`Give the ${noun} a name: --name ${like}`)
  const user = textOf(options, 'user')
  if (user === undefined) return client.call(add, input)
  return client.call(addFor, { ...input, id: (await findByAddress(client, user)).id })
}

const revokeCommand = (
  noun: Noun,
  op: typeof removeToken | typeof removeKey,
  examples: string[],
  find: (client: Client, text: string) => Promise<Credential>,
): Command =>
  removal({
    name: 'revoke',
    about: `Revoke a ${noun} immediately.`,
    op,
    args: [{ name: noun, about: 'Id, short id, name, or its last four characters.' }],
    examples,
    find,
    act: ({ name, lastFour }) => `revoke ${name} (…${lastFour})`,
    nothing: 'revoked',
    summary: ({ name }) => `Revoked ${name}.`,
  })

/** How a credential is found: only an active one can be revoked. */
const ACTIVE = {
  namesOf: ({ name, lastFour }: Credential) => [name, lastFour] as const,
  isOffered: ({ revokedAt }: Credential) => !revokedAt,
}

const TOKEN_FLAGS = [
  flag('--name <name>', 'What it is for.'),
  flag('--scope <scope>', 'read-only (default), read-write, or grants: jobs:write,contacts:write,ai.'),
  flag('--expires <date>', 'When it expires: +90d, 2027-01-01 (default: never).', day(), 'expiresAt'),
]

export const tokens: Command[] = [
  listing({
    op: listTokens,
    noun: 'tokens',
    about: 'List your extension tokens.',
    limits: ALL_OPTION,
    columns: () => columnsWith<Token>('scope'),
    empty: 'No tokens yet. Create one: crm tokens create --name laptop --scope read-write',
  }),
  {
    name: 'create',
    about: 'Create an extension token. It is shown only once.',
    operation: addToken.name,
    options: [...TOKEN_FLAGS, USER],
    examples: [
      'crm tokens create --name laptop --scope read-write',
      'crm tokens create --name agent --scope jobs:write,activities:write',
      'CRM_TOKEN=$(crm tokens create --name ci --json token | jq -r .token)',
    ],
    async run(call) {
      const input = { scope: 'read-only', ...(await fieldsIn(call, TOKEN_FLAGS)) }
      const made = await created(call, ['token', 'laptop'], input, [addToken, addTokenFor])
      call.out.note(`${made.name}, ${made.scope}. This is the only time the token is shown:`)
      call.out.done(made, made.token)
    },
  },
  revokeCommand(
    'token',
    removeToken,
    ['crm tokens revoke laptop --yes'],
    finderOf({ op: listTokens, rows: 'tokens', noun: 'token', list: 'crm tokens list', ...ACTIVE }),
  ),
]

const KEY_FLAGS = [
  flag('--name <name>', 'What it is for.'),
  flag('--tier <tier>', 'free, pro or ultra (default: your plan).'),
  flag('--scopes <list>', 'Restrict it to intelligence:read or intelligence:write. Pro and above.', list),
  flag('--expires <date>', 'When it expires: +90d, 2027-01-01.', day(), 'expiresAt'),
]

export const keys: Command[] = [
  listing({
    op: listKeys,
    noun: 'keys',
    about: 'List your intelligence keys.',
    limits: ALL_OPTION,
    columns: () => columnsWith<Key>('tier'),
    empty: 'No keys yet. Create one: crm keys create --name ci',
  }),
  {
    name: 'create',
    about: 'Create an intelligence key. It is shown only once.',
    operation: addKey.name,
    options: [...KEY_FLAGS, USER],
    examples: [
      'crm keys create --name ci --tier pro',
      'crm keys create --name agent --scopes intelligence:read',
    ],
    async run(call) {
      const made = await created(call, ['key', 'ci'], await fieldsIn(call, KEY_FLAGS), [addKey, addKeyFor])
      call.out.note(`${made.name}, ${made.tier}. This is the only time the key is shown:`)
      call.out.done(made, made.key)
    },
  },
  revokeCommand(
    'key',
    removeKey,
    ['crm keys revoke ci --yes'],
    finderOf({ op: listKeys, rows: 'keys', noun: 'key', list: 'crm keys list', ...ACTIVE }),
  ),
]
