// `crm grants …`: programs authorised through OAuth.
import { listGrants, removeGrant } from '../../core/oauth/operations.ts'
import type { AnswerOf, Command } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import { localDay } from '../ui/time.ts'
import { listing } from './listing.ts'
import { doing, finderOf } from './doing.ts'
import { ALL_OPTION } from './pages.ts'

type Grant = AnswerOf<typeof listGrants>['grants'][number]

export const commands: Command[] = [
  listing({
    op: listGrants,
    noun: 'grants',
    about: 'List the programs you authorised.',
    limits: ALL_OPTION,
    columns: () =>
      columnsOf<Grant>({
        id: {},
        program: { value: ({ clientName }) => clientName, minWidth: 10, yields: 1 },
        may: { value: ({ scope }) => scope, yields: 2 },
        since: { value: ({ createdAt }) => localDay(createdAt) },
        lastUsedAt: { title: 'LAST USED', none: 'never', yields: 3 },
        state: {
          value: ({ revokedAt }) => (revokedAt ? 'revoked' : 'active'),
          paint: { revoked: 'dim', active: 'green' },
        },
      }),
    empty: 'No program was let in.',
  }),
  doing({
    name: 'revoke',
    about: 'Revoke a program’s access immediately.',
    op: removeGrant,
    args: [{ name: 'program', about: 'Id, short id, or part of its name.' }],
    examples: ['crm grants revoke claude --yes'],
    find: finderOf<'grants', Grant>({
      ...{ op: listGrants, rows: 'grants', noun: 'grant', list: 'crm grants list' },
      namesOf: ({ clientName }) => [clientName],
      isOffered: ({ revokedAt }) => !revokedAt,
    }),
    act: ({ clientName }) => `revoke the access of ${clientName}`,
    nothing: 'revoked',
    said: (_, { clientName }) => `${clientName} no longer has access.`,
  }),
]
