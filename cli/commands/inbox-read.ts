// `crm inbox list|show`.
import { getProposal, listProposals } from '../../core/inbox/operations.ts'
import type { Proposal } from '../../core/inbox/proposal.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { whenOf } from '../ui/when.ts'
import { localZone } from './inputs.ts'
import { flag, jobFlag, list } from './flags.ts'
import { listing } from './listing.ts'
import { oneAmong } from './references.ts'

/** What is proposed, without what stands beside it: the company and the role, and when. */
const proposes = ({ changes, company, role, deadline }: Proposal): string => {
  const adds = `add ${[company, role].filter(Boolean).join(' — ')}`
  const beside = ['add the interview', `deadline ${deadline}`]
  const rest = changes.filter((each) => !beside.includes(each))
  return (rest.length ? rest : changes).map((each) => (each === adds ? 'new job' : each)).join('; ')
}

const when = ({ event, deadline }: Proposal): string | null =>
  event ? whenOf(event.startsAt, localZone()) : deadline && `by ${deadline}`

const COLUMNS: Column<Proposal>[] = [
  idColumn(),
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 10 },
  { title: 'PROPOSES', value: proposes, plain: ({ changes }) => changes.join('; '), minWidth: 12 },
  { title: 'WHEN', value: when, plain: ({ event, deadline }) => event?.startsAt ?? deadline, yields: 1 },
  { title: 'SURE', value: ({ confidence }) => sureText(confidence), yields: 3, align: 'right' },
  timeColumn('SENT', ({ sentAt }) => sentAt, { yields: 4 }),
  { title: 'BECAUSE', value: ({ evidence }) => evidence[0]?.quote ?? '', yields: 5, minWidth: 16 },
]

export const sureText = (confidence: number): string => `${Math.round(confidence * 100)} %`

export async function findProposal(client: Client, text: string): Promise<{ id: string; name: string }> {
  if (isId(text)) return { id: text.toLowerCase(), name: text }
  const { proposals } = await client.call(listProposals, { limit: 100 })
  const named = proposals.map(({ id, company, subject }) => ({ id, name: `${company ?? ''} — ${subject}` }))
  return oneAmong(text, named, () =>
    fail('proposal_not_found', { id: text }, { hint: 'List proposals with crm inbox list.' }),
  )
}

export function byJob(proposals: readonly Proposal[]): Proposal[] {
  const groupOf = ({ jobId, company }: Proposal) => jobId ?? company ?? ''
  const order = [...new Set(proposals.map(groupOf))]
  return proposals.toSorted((one, other) => order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)))
}

export const listCommand = listing({
  operation: listProposals.name,
  read: (client, input) => client.call(listProposals, input),
  noun: 'proposals',
  about: 'List what your mail proposes, grouped by job.',
  flags: [
    flag('--state <list>', 'pending (default), accepted, rejected, superseded.', list),
    jobFlag('Only about this job.'),
    flag('--sender <address>', 'Only from this address.'),
  ],
  examples: ['crm inbox list', 'crm inbox list --json id,company,changes,confidence'],
  columns: () => COLUMNS,
  ordered: byJob,
  empty: 'Nothing is proposed. Read mail: crm inbox scan PATH…',
})

export const showCommand: Command = {
  name: 'show',
  about: 'Show one proposal with the sentences that show it.',
  operation: 'inbox.get',
  args: [{ name: 'proposal', about: 'Id, short id, or part of company and subject.' }],
  examples: ['crm inbox show acme'],
  async run({ args, client, out }) {
    const { id } = await findProposal(client, args[0] ?? '')
    const proposal = await client.call(getProposal, { id })
    const { event, contact } = proposal
    const at = (iso: string) => showInstant(iso, new Date(), event?.timeZone ?? localZone(), 'long')
    out.record(proposal, [
      ['id', proposal.id],
      ['state', proposal.state],
      ['proposes', proposal.changes.join('\n')],
      ['company', proposal.company],
      ['role', proposal.role],
      ['from', `${proposal.from.name} <${proposal.from.email ?? ''}>`],
      ['subject', proposal.subject],
      ['sent', proposal.sentAt],
      ['event', event && [at(event.startsAt), event.timeZone].filter(Boolean).join(', ')],
      ['location', proposal.location],
      ['deadline', proposal.deadline],
      ['contact', contact && [contact.name, contact.email].filter(Boolean).join(', ')],
      ['pay', proposal.pay],
      ['sure', sureText(proposal.confidence)],
      ['because', proposal.evidence.map(({ quote, why }) => `“${quote}” ${why}`).join('\n')],
    ])
  },
}
