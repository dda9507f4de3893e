// `crm seats …`: people who share an Ultra plan and its quota, and the user's own seat.
import { addSeat, getSeat, leaveSeat, listSeats, removeSeat, takeSeat } from '../../core/seats/operations.ts'
import type { Seat } from '../../core/seats/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import type { Command } from '../command.ts'
import { columnsOf } from '../ui/columns.ts'
import { localDay } from '../ui/time.ts'
import { doing } from './doing.ts'
import { oneOf } from './references.ts'

export const commands: Command[] = [
  doing({
    name: 'list',
    about: 'List who shares your plan.',
    op: listSeats,
    after(page, _, { out }) {
      const none = `None of ${page.limit} seats is in use. Invite: crm seats invite ada@example.com`
      const columns = columnsOf<Seat>({
        id: {},
        email: { title: 'E-MAIL', minWidth: 16, yields: 1 },
        state: {
          value: ({ status }) => status,
          paint: ({ status }) => (status === 'active' ? 'green' : 'dim'),
        },
        since: { value: ({ joined_at, invited_at }) => localDay(joined_at ?? invited_at) },
      })
      out.list(page, page.seats, columns, none)
    },
  }),
  doing({
    name: 'invite',
    about: 'Invite somebody by e-mail; prints the code that accepts the seat.',
    op: addSeat,
    args: [{ name: 'e-mail', about: 'Whom to invite. Inviting again renews the invitation.' }],
    examples: ['crm seats invite ada@example.com'],
    input: ({ args: [email] }) => ({ email }),
    before: ({ email, expires_at, emailed }) =>
      `Invited ${email}. The code is valid until ${localDay(expires_at ?? '')}. ${emailed ? 'An e-mail with it is on its way:' : 'They take the seat with crm seats join:'}`,
    said: ({ invitation }) => invitation,
  }),
  doing({
    name: 'rm',
    about: 'Revoke a seat or an invitation.',
    op: removeSeat,
    args: [{ name: 'seat', about: 'Id, short id, or part of the e-mail address.' }],
    examples: ['crm seats rm ada@example.com --yes'],
    async find(client, id, how) {
      const { seats } = await client.call(listSeats, {})
      return oneOf(id, seats, ({ email }) => [email], 'seat', 'crm seats list', how)
    },
    act: ({ email }) => `revoke the seat of ${email}`,
    nothing: 'changed',
    said: (_, { email }) => `Took the seat of ${email} back.`,
  }),
  doing({
    name: 'join',
    about: 'Accept an invitation to a seat.',
    op: takeSeat,
    args: [{ name: 'invitation', about: 'The code: seat_…' }],
    input: ({ args: [invitation] }) => ({ invitation }),
    said: ({ owner }) => `You now share the plan of ${owner ?? 'the owner'}.`,
  }),
  doing({
    name: 'show',
    about: 'Show your seat.',
    op: getSeat,
    after(answer, _, { out }) {
      if (!answer.seat && !out.json) return out.note('You have no seat.')
      out.record(answer, [
        ['plan of', answer.seat?.owner ?? null],
        ['invited as', answer.seat?.email ?? null],
        ['since', answer.seat?.joinedAt ? localDay(answer.seat.joinedAt) : null],
      ])
    },
  }),
  doing({
    name: 'leave',
    about: 'Give up your seat.',
    op: leaveSeat,
    find: async (client) => ({
      seat: (await client.call(getSeat, {})).seat ?? fail('seat_not_found', { id: 'of yours' }),
    }),
    act: ({ seat }) => `leave the plan of ${seat.owner ?? 'the owner'}`,
    shown: ({ seat }) => seat,
    nothing: 'changed',
    said: () => 'Left.',
  }),
]
