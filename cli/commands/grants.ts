// `crm grants …`: programs authorized through OAuth.
import { listGrants, removeGrant } from '../../core/oauth/operations.ts'
import type { Command } from '../command.ts'
import { idColumn } from '../ui/table.ts'
import { localDay } from '../ui/time.ts'
import { removal } from './agreement.ts'
import { usedText } from './credentials.ts'
import { listing } from './listing.ts'
import { ALL_OPTION, everyPage } from './pages.ts'
import { oneOf } from './references.ts'

export const commands: Command[] = [
  listing({
    op: listGrants,
    noun: 'grants',
    about: 'List the programs you authorized.',
    limits: ALL_OPTION,
    columns: () => [
      idColumn(),
      { title: 'PROGRAM', value: ({ clientName }) => clientName, minWidth: 10, yields: 1 },
      { title: 'MAY', value: ({ scope }) => scope, yields: 2 },
      { title: 'SINCE', value: ({ createdAt }) => localDay(createdAt) },
      { title: 'LAST USED', value: ({ lastUsedAt }) => usedText(lastUsedAt), yields: 3 },
      {
        title: 'STATE',
        value: ({ revokedAt }) => (revokedAt ? 'revoked' : 'active'),
        paint: ({ revokedAt }) => (revokedAt ? 'dim' : 'green'),
      },
    ],
    empty: 'No program was let in.',
  }),
  removal({
    name: 'revoke',
    about: 'Revoke a program’s access immediately.',
    op: removeGrant,
    args: [{ name: 'program', about: 'Id, short id, or part of its name.' }],
    examples: ['crm grants revoke claude --yes'],
    async find(client, id) {
      const { grants } = await everyPage(true, 'grants', (more) => client.call(listGrants, more))
      const active = grants.filter(({ revokedAt }) => !revokedAt)
      return oneOf(id, active, ({ clientName }) => [clientName], 'grant', 'crm grants list')
    },
    act: ({ clientName }) => `revoke the access of ${clientName}`,
    nothing: 'revoked',
    said: ({ clientName }) => `${clientName} is shut out.`,
  }),
]
