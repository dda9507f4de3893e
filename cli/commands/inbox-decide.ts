// `crm inbox accept|reject|forget`.
import { first } from '../../core/kernel/must.ts'
import {
  acceptMany,
  acceptProposal,
  forgetInbox,
  listProposals,
  rejectMany,
} from '../../core/inbox/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isOn, textOf, type Command, type Option, type Run } from '../command.ts'
import { fieldsIn, flag, jobFlag } from './flags.ts'
import { isDryRun } from './agreement.ts'
import { findProposal } from './inbox-read.ts'

const WHICH: Option[] = [
  { flags: '--all', about: 'Every pending proposal.' },
  { flags: '--sender <address>', about: 'Every pending proposal from this address.' },
]
const PROPOSALS = { name: 'proposals...?', about: 'Ids, short ids, or parts of company and subject.' }

async function chosen({ rest, options, client }: Run, above?: number) {
  const ids: string[] = []
  for (const name of rest) ids.push((await findProposal(client, name)).id)
  const sender = textOf(options, 'sender')
  const which = {
    ...(ids.length && { ids }),
    ...(isOn(options, 'all') && { all: true }),
    ...(sender && { sender }),
    ...(above !== undefined && { above }),
  }
  if (!Object.keys(which).length)
    fail('usage', { problem: 'Name proposals, or give --all or --sender ADDRESS. See crm inbox list.' })
  return which
}

function sureness(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  return value > 0 && value <= 1
    ? value
    : fail('usage', { problem: `--accept-above is a number up to 1, such as 0.98, not “${text}”.` })
}

const EDITS = [
  jobFlag('The job it is about, if another; for one proposal.'),
  flag('--company <text>', 'The company, for one proposal.'),
  flag('--role <text>', 'The role, for one proposal.'),
  flag(
    '--as <status>',
    'applied, interview, assessment, offer, rejected, withdrawn, closed; for one proposal.',
    undefined,
    'status',
  ),
]

export const acceptCommand: Command = {
  name: 'accept',
  about: 'Accept proposals: one change dated as the mail, undone by crm undo.',
  operation: 'inbox.acceptMany',
  args: [PROPOSALS],
  options: [
    ...WHICH,
    { flags: '--accept-above <share>', about: 'Every pending proposal at least this sure: 0.98.' },
    ...EDITS,
  ],
  dryRun: true,
  examples: [
    'crm inbox accept acme',
    'crm inbox accept --all',
    'crm inbox accept 9f3c --role "Data Engineer"',
  ],
  async run(call) {
    const { client, out, options, rest } = call
    const edit = await fieldsIn(call, EDITS)
    if (Object.keys(edit).length) {
      if (rest.length !== 1) fail('usage', { problem: 'A correction is for one proposal: name it.' })
      const { id } = await findProposal(client, first(rest))
      if (isDryRun(options, acceptProposal, { id, ...edit }))
        return out.done({ id, ...edit }, 'Would accept it, corrected.')
      const proposal = await client.call(acceptProposal, { id, ...edit })
      return out.done(proposal, `Accepted: ${proposal.changes.join('; ')}.`)
    }
    const which = await chosen(call, sureness(textOf(options, 'acceptAbove')))
    if (isDryRun(options, acceptMany, which)) return out.done(which, 'Would accept them as one change.')
    const decided = await client.call(acceptMany, which)
    for (const { company, role, changes } of decided.proposals)
      out.note(`${[company, role].filter(Boolean).join(' — ')}: ${changes.join('; ')}.`)
    for (const { id, reason } of decided.left) out.note(`Left ${id}: ${reason}`)
    out.done(
      decided,
      `Accepted ${decided.proposals.length}${decided.proposals.length ? '; crm undo takes it back' : ''}.`,
    )
  },
}

export const rejectCommand: Command = {
  name: 'reject',
  about: 'Reject proposals; nothing changes.',
  operation: 'inbox.rejectMany',
  args: [PROPOSALS],
  options: WHICH,
  dryRun: true,
  examples: ['crm inbox reject acme', 'crm inbox reject --sender news@example.com'],
  async run(call) {
    const which = await chosen(call)
    if (isDryRun(call.options, rejectMany, which)) return call.out.done(which, 'Would reject them.')
    const decided = await call.client.call(rejectMany, which)
    call.out.done(decided, `Rejected ${decided.proposals.length}.`)
  },
}

export const forgetCommand: Command = {
  name: 'forget',
  about: 'Forget every message and proposal; accepted changes stay.',
  operation: 'inbox.forget',
  destructive: true,
  examples: ['crm inbox forget --yes'],
  async run({ client, out, options }) {
    const { total } = await client.call(listProposals, { limit: 1 })
    if (isDryRun(options, forgetInbox, {}))
      return out.done({ pending: total }, `Would forget everything, ${total} pending proposals included.`)
    const { forgotten } = await client.call(forgetInbox, {})
    out.done({ forgotten }, `Forgot ${forgotten} messages.`)
  },
}
