// `crm seats …`: people who share an Ultra plan and its quota, and the user's own seat.
import { addSeat, getSeat, leaveSeat, listSeats, removeSeat, takeSeat } from '../../core/seats/operations.ts'
import type { Seat } from '../../core/seats/seat.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import { type Command } from '../command.ts'
import { isAgreed } from './agreement.ts'
import type { Column } from '../ui/table.ts'
import { oneAmong } from './references.ts'
import { localDay } from '../ui/time.ts'

const COLUMNS: Column<Seat>[] = [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'E-MAIL', value: ({ email }) => email, minWidth: 16, yields: 1 },
  {
    title: 'STATE',
    value: ({ status }) => status,
    paint: ({ status }) => (status === 'active' ? 'green' : 'dim'),
  },
  { title: 'SINCE', value: ({ joined_at, invited_at }) => localDay(joined_at ?? invited_at) },
]

const list: Command = {
  name: 'list',
  about: 'List who shares your plan.',
  operation: 'seats.list',
  async run({ client, out }) {
    const page = await client.call(listSeats, {})
    out.list(
      page,
      page.seats,
      COLUMNS,
      `None of ${page.limit} seats is in use. Invite: crm seats invite ada@example.com`,
    )
  },
}

const inviteCommand: Command = {
  name: 'invite',
  about: 'Invite somebody by e-mail; prints the code that accepts the seat.',
  operation: 'seats.create',
  args: [{ name: 'e-mail', about: 'Whom to invite. Inviting again renews the invitation.' }],
  examples: ['crm seats invite ada@example.com'],
  async run({ args: [email = ''], client, out }) {
    const made = await client.call(addSeat, { email })
    out.note(
      made.emailed
        ? `A seat for ${made.email}, until ${localDay(made.expires_at ?? '')}. An e-mail with the code is on its way:`
        : `A seat for ${made.email}, until ${localDay(made.expires_at ?? '')}. They take it with crm seats join:`,
    )
    out.done(made, made.invitation)
  },
}

const remove: Command = {
  name: 'rm',
  about: 'Revoke a seat or an invitation.',
  operation: 'seats.delete',
  destructive: true,
  args: [{ name: 'seat', about: 'Id, short id, or part of the e-mail address.' }],
  examples: ['crm seats rm ada --yes'],
  async run(call) {
    const {
      args: [text = ''],
      client,
      out,
    } = call
    const { seats } = await client.call(listSeats, {})
    const candidates = seats.map(({ email, ...seat }) => ({ ...seat, email, name: email }))
    const seat = oneAmong(text, candidates, () => fail('seat_not_found', { id: text }))
    const act = `revoke the seat of ${seat.email}`
    if (!(await isAgreed(call, { act, shown: seat, nothing: 'changed' }))) return
    out.done(await client.call(removeSeat, { id: seat.id }), `Took the seat of ${seat.email} back.`)
  },
}

const join: Command = {
  name: 'join',
  about: 'Accept an invitation to a seat.',
  operation: 'seat.take',
  args: [{ name: 'invitation', about: 'The code: seat_…' }],
  async run({ args: [invitation = ''], client, out }) {
    const seat = await client.call(takeSeat, { invitation })
    out.done(seat, `You now share the plan of ${seat.owner ?? 'the owner'}.`)
  },
}

const show: Command = {
  name: 'show',
  about: 'Show your seat.',
  operation: 'seat.get',
  async run({ client, out }) {
    const answer = await client.call(getSeat, {})
    if (!answer.seat && !out.json) return out.note('You have no seat.')
    out.record(answer, [
      ['plan of', answer.seat?.owner ?? null],
      ['invited as', answer.seat?.email ?? null],
      ['since', answer.seat?.joinedAt ? localDay(answer.seat.joinedAt) : null],
    ])
  },
}

const leaveCommand: Command = {
  name: 'leave',
  about: 'Give up your seat.',
  operation: 'seat.leave',
  destructive: true,
  async run(call) {
    const { client, out } = call
    const { seat } = await client.call(getSeat, {})
    if (!seat) return fail('seat_not_found', { id: 'of yours' })
    const act = `leave the plan of ${seat.owner ?? 'the owner'}`
    if (!(await isAgreed(call, { act, shown: seat, nothing: 'changed' }))) return
    out.done(await client.call(leaveSeat, {}), 'Left.')
  },
}

export const commands: Command[] = [list, inviteCommand, remove, join, show, leaveCommand]
