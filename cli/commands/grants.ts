// `crm grants …`: programs authorized through OAuth.
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Parsed } from '../../core/kernel/schema.ts'
import type { Grant } from '../../core/oauth/grant.ts'
import { listGrants, removeGrant } from '../../core/oauth/operations.ts'
import type { Command } from '../command.ts'
import { isAgreed } from './agreement.ts'
import type { Column } from '../ui/table.ts'
import { ALL_OPTION, everyPage, listCommandOf } from './pages.ts'
import { oneAmong } from './references.ts'
import { localDay } from '../ui/time.ts'

type GrantRow = Parsed<typeof Grant>

const COLUMNS: Column<GrantRow>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'PROGRAM', value: ({ clientName }) => clientName, minWidth: 10, yields: 1 },
  { title: 'MAY', value: ({ scope }) => scope, yields: 2 },
  { title: 'SINCE', value: ({ createdAt }) => localDay(createdAt) },
  {
    title: 'LAST USED',
    value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    yields: 3,
  },
  {
    title: 'STATE',
    value: ({ revokedAt }) => (revokedAt ? 'revoked' : 'active'),
    paint: ({ revokedAt }) => (revokedAt ? 'dim' : 'green'),
  },
]

const list = listCommandOf({
  about: 'List the programs you authorized.',
  operation: 'grants.list',
  noun: 'grants',
  options: ALL_OPTION,
  columns: () => COLUMNS,
  empty: 'No program was let in.',
  read: (client, more) => client.call(listGrants, more),
})

const revoke: Command = {
  name: 'revoke',
  about: 'Revoke a program’s access immediately.',
  operation: 'grants.revoke',
  destructive: true,
  args: [{ name: 'program', about: 'Id, short id, or part of its name.' }],
  examples: ['crm grants revoke claude --yes'],
  async run(call) {
    const { args, client, out } = call
    const text = args[0] ?? ''
    const { grants } = await everyPage(true, 'grants', (more) => client.call(listGrants, more))
    const candidates = grants
      .filter(({ revokedAt }) => !revokedAt)
      .map((grant) => ({ ...grant, name: grant.clientName }))
    const found = oneAmong(text, candidates, () => fail('grant_not_found', { id: text }))
    const act = `revoke the access of ${found.name}`
    if (!(await isAgreed(call, { act, shown: found, nothing: 'revoked' }))) return
    out.done(await client.call(removeGrant, { id: found.id }), `${found.name} is shut out.`)
  },
}

export const commands: Command[] = [list, revoke]
