// `crm inbox list|show`.
import { getProposal, listProposals } from '../../core/inbox/operations.ts'
import type { Proposal } from '../../core/inbox/proposal.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { shortId } from '../../core/kernel/id.ts'
import { textOf, type Command, wordsOf } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import type { Column } from '../ui/table.ts'
import { whenOf } from '../ui/when.ts'
import { localZone } from './inputs.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { findProposal } from './inbox-references.ts'
import { findJob, findOption } from './references.ts'

/** What is proposed, without what stands beside it: the company and the role, and when. */
const proposes = ({ changes, company, role, deadline }: Proposal): string => {
  const adds = `add ${[company, role].filter(Boolean).join(' — ')}`
  const beside = ['add the interview', `deadline ${deadline}`]
  const rest = changes.filter((each) => !beside.includes(each))
  return (rest.length ? rest : changes).map((each) => (each === adds ? 'new job' : each)).join('; ')
}

/** When the interview is, or what the deadline is. */
const when = ({ event, deadline }: Proposal): string | null =>
  event ? whenOf(event.startsAt, localZone()) : deadline && `by ${deadline}`

const columns = (now: number): Column<Proposal>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 10 },
  { title: 'PROPOSES', value: proposes, plain: ({ changes }) => changes.join('; '), minWidth: 12 },
  {
    title: 'WHEN',
    value: when,
    plain: ({ event, deadline }) => event?.startsAt ?? deadline,
    yields: 1,
  },
  {
    title: 'SURE',
    value: ({ confidence }) => `${Math.round(confidence * 100)} %`,
    yields: 3,
    align: 'right',
  },
  { title: 'SENT', value: ({ sentAt }) => agoOf(sentAt, now), plain: ({ sentAt }) => sentAt, yields: 4 },
  { title: 'BECAUSE', value: ({ evidence }) => evidence[0]?.quote ?? '', yields: 5, minWidth: 16 },
]

export function byJob(proposals: readonly Proposal[]): Proposal[] {
  const groupOf = ({ jobId, company }: Proposal) => jobId ?? company ?? ''
  const order = [...new Set(proposals.map(groupOf))]
  return proposals.toSorted((one, other) => order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)))
}

export const listCommand: Command = {
  name: 'list',
  about: 'List what your mail proposes, grouped by job.',
  operation: 'inbox.list',
  options: [
    { flags: '--state <list>', about: 'pending (default), accepted, rejected, superseded.' },
    { flags: '--job <job>', about: 'Only about this job.' },
    { flags: '--sender <address>', about: 'Only from this address.' },
    ...PAGE_OPTIONS,
  ],
  examples: ['crm inbox list', 'crm inbox list --json id,company,changes,confidence'],
  async run({ options, client, out }) {
    const input = {
      state: wordsOf<Proposal['state']>(options, 'state'),
      jobId: await findOption(findJob, client, textOf(options, 'job')),
      sender: textOf(options, 'sender'),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'proposals', (more) =>
      client.call(listProposals, { ...input, ...more }),
    )
    out.list(
      page,
      byJob(page.proposals),
      columns(Date.now()),
      'Nothing is proposed. Read mail: crm inbox scan PATH…',
    )
  },
}

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
      ['sure', `${Math.round(proposal.confidence * 100)} %`],
      ['because', proposal.evidence.map(({ quote, why }) => `“${quote}” ${why}`).join('\n')],
    ])
  },
}
