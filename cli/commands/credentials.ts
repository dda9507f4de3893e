// `crm tokens …` for programs that use the pipeline, and `crm keys …` for those that use the compensation API.
import * as identity from '../../core/identity/operations.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Z } from '../../core/kernel/zod.ts'
import { textOf, type Command, type Option, misused } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import type { Column } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'
import { day, flag, fieldsIn, list, type Flag } from './flags.ts'
import { listing } from './listing.ts'
import { doing, finderOf } from './doing.ts'
import { ALL_OPTION, type Page } from './pages.ts'
import { findByAddress } from './users.ts'
import type { Key } from '../../core/identity/records.ts'

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
    lastUsedAt: { title: 'LAST USED', none: 'never', yields: 2 },
    state: { value: stateOf, paint: (one) => (one.revokedAt ? 'dim' : 'green') },
  })

const USER: Option = {
  flags: '--user <e-mail>',
  about: 'Create it for another user; administrators only.',
}

interface Kind<Rows extends string, One, Made> {
  noun: 'token' | 'key'
  rows: Rows
  /** What it is in full. */
  what: string
  /** The column that says what it may do. */
  may: keyof Made & string
  flags: readonly Flag[]
  /** What it is without these flags. */
  usual?: object
  /** The first creates one as most people do. */
  examples: string[]
  list: Operation<Z.ZodType, Z.ZodType<Page & Record<Rows, One[]>>>
  add: Operation<Z.ZodType, Z.ZodType<Made>>
  addFor: Operation<Z.ZodType, Z.ZodType<Made>>
  remove: typeof identity.removeToken | typeof identity.removeKey
  secretOf(made: Made): string
}

const NAME = flag('--name <name>', 'What it is for.')

function commandsOf<Rows extends string, One extends Credential, Made extends { name: string }>(
  kind: Kind<Rows, One, Made>,
): Command[] {
  const { noun, rows, what, may, flags, usual, examples, list: op, add, addFor, remove, secretOf } = kind
  const name = /--name (\w+)/.exec(examples[0] ?? '')?.[1] ?? ''
  const create: Command = {
    name: 'create',
    about: `Create an ${what}. It is shown only once.`,
    operation: add.name,
    options: [NAME, ...flags, USER],
    examples,
    async run(call) {
      const { options, client, out } = call
      const input = { ...usual, ...(await fieldsIn(call, [NAME, ...flags])) }
      if (!textOf(options, 'name')) misused(`Give the ${noun} a name: --name ${name}`)
      const user = textOf(options, 'user')
      const made =
        user === undefined
          ? await client.call(add, input)
          : await client.call(addFor, { ...input, id: (await findByAddress(client, user)).id })
      out.note(`${made.name}, ${String(made[may])}. This is the only time the ${noun} is shown:`)
      out.done(made, secretOf(made))
    },
  }
  const find = finderOf<Rows, One>({
    ...{ op, rows, noun, list: `crm ${rows} list` },
    namesOf: ({ name, lastFour }) => [name, lastFour],
    // Only an active one can be revoked.
    isOffered: ({ revokedAt }) => !revokedAt,
  })
  return [
    listing({
      ...{ op, noun: rows, about: `List your ${what}s.`, limits: ALL_OPTION },
      columns: () => columnsWith<One>(may),
      empty: `No ${rows} yet. Create one: ${examples[0]}`,
    }),
    create,
    doing({
      ...{ name: 'revoke', about: `Revoke a ${noun} immediately.`, op: remove, find },
      args: [{ name: noun, about: 'Id, short id, name, or its last four characters.' }],
      examples: [`crm ${rows} revoke ${name} --yes`],
      act: ({ name, lastFour }) => `revoke ${name} (…${lastFour})`,
      nothing: 'revoked',
      said: (_, { name }) => `Revoked ${name}.`,
    }),
  ]
}

export const tokens = commandsOf({
  ...{ noun: 'token', rows: 'tokens', what: 'extension token', may: 'scope' },
  list: identity.listTokens,
  add: identity.addToken,
  addFor: identity.addTokenFor,
  remove: identity.removeToken,
  secretOf: ({ token }) => token,
  usual: { scope: 'read-only' },
  flags: [
    flag('--scope <scope>', 'read-only (default), read-write, or grants: jobs:write,contacts:write,ai.'),
    flag('--expires <date>', 'When it expires: +90d, 2027-01-01 (default: never).', day(), 'expiresAt'),
  ],
  examples: [
    'crm tokens create --name laptop --scope read-write',
    'crm tokens create --name agent --scope jobs:write,activities:write',
    'CRM_TOKEN=$(crm tokens create --name ci --json token | jq -r .token)',
  ],
})

export const keys = commandsOf({
  ...{ noun: 'key', rows: 'keys', what: 'intelligence key', may: 'tier' },
  list: identity.listKeys,
  add: identity.addKey,
  addFor: identity.addKeyFor,
  remove: identity.removeKey,
  secretOf: ({ key }) => key,
  flags: [
    flag('--tier <tier>', 'free, pro or ultra (default: your plan).'),
    flag('--scopes <list>', 'Restrict it to intelligence:read or intelligence:write. Pro and above.', list),
    flag('--expires <date>', 'When it expires: +90d, 2027-01-01.', day(), 'expiresAt'),
  ],
  examples: [
    'crm keys create --name ci --tier pro',
    'crm keys create --name agent --scopes intelligence:read',
  ],
})
