// `crm inbox …`: proposals from mail: listing, accepting and dismissing.
import * as inbox from '../../core/inbox/operations.ts'
import { listProposals } from '../../core/inbox/queries.ts'
import type { Proposal } from '../../core/inbox/proposal.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import { several } from '../../core/kernel/amounts.ts'
import { type Client, type Command, isOn, textOf, type Option, type Run, misused } from '../command.ts'
import { momentText, whenOf, withDays } from '../ui/time.ts'
import { sureText, addCommand, syncCommand, scanCommand } from './inbox-scan.ts'
import { flag, flagFor, jobFlag, list, fieldsIn } from './flags.ts'
import { listing } from './listing.ts'
import { everyPage } from './pages.ts'
import { each } from './references.ts'
import { first } from '../../core/kernel/narrow.ts'
import { isDryRun } from './agreement.ts'
import { columnsOf } from '../ui/columns.ts'
import { doing, finderOf } from './doing.ts'

/** The changes of a proposal, without company, role and time, which other columns show. */
const proposes = ({ changes, company, role }: Proposal): string => {
  const adds = `add ${[company, role].filter(Boolean).join(' — ')}`
  const rest = changes.filter((each) => each !== 'add the interview' && !each.startsWith('deadline '))
  const shown = (rest.length ? rest : changes).map((each) => (each === adds ? 'new job' : withDays(each)))
  return shown.join('; ')
}

const when = ({ event, deadline, deadlineAt }: Proposal): string | null =>
  event ? whenOf(event.startsAt) : deadline && `by ${deadlineAt ? whenOf(deadlineAt) : withDays(deadline)}`

const COLUMNS = columnsOf<Proposal>({
  id: {},
  company: { minWidth: 10, paint: 'bold' },
  role: { yields: 2, minWidth: 10 },
  proposes: { value: proposes, plain: ({ changes }) => changes.join('; '), minWidth: 12 },
  when: { value: when, plain: ({ event, deadline }) => event?.startsAt ?? deadline, yields: 1 },
  sure: { value: ({ confidence }) => sureText(confidence), yields: 3, align: 'right' },
  sentAt: { yields: 4 },
  because: { value: ({ evidence }) => evidence[0]?.quote ?? '', yields: 5, minWidth: 16 },
})

const proposalIn = (input: { state?: Proposal['state'][] }) =>
  finderOf({
    ...{ op: listProposals, rows: 'proposals', noun: 'proposal', list: 'crm inbox list', input },
    namesOf: ({ company, subject }) => [`${company ?? ''} — ${subject}`],
  })

/** Looks among pending proposals first, then among others. */
async function findProposal(client: Client, text: string, others: Proposal['state'][] = ['superseded']) {
  if (isId(text)) return text.toLowerCase()
  const pending = proposalIn({})(client, text)
  const found = await pending.catch((error: unknown) => {
    if (asCrmError(error).code !== 'proposal_not_found') throw error
    return proposalIn({ state: others })(client, text)
  })
  return found.id
}

function byJob(proposals: readonly Proposal[]): Proposal[] {
  const groupOf = ({ jobId, company }: Proposal) => jobId ?? company ?? ''
  const order = [...new Set(proposals.map(groupOf))]
  return proposals.toSorted((one, other) => order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)))
}

const listCommand = listing({
  op: listProposals,
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

const showCommand = doing({
  name: 'show',
  about: 'Show one proposal with the sentences it is based on.',
  op: inbox.getProposal,
  args: [{ name: 'proposal', about: 'Id, short id, or part of company and subject.' }],
  examples: ['crm inbox show acme'],
  find: async (client, text) => ({
    id: await findProposal(client, text, ['accepted', 'rejected', 'superseded']),
  }),
  after(proposal, _, { out }) {
    const { event, contact, deadline, deadlineAt } = proposal
    const at = (iso: string) => momentText(iso, 'long', event?.timeZone ?? undefined)
    out.record(proposal, [
      ['id', proposal.id],
      ['state', proposal.state],
      ['proposes', proposal.changes.map(withDays).join('\n')],
      ['company', proposal.company],
      ['role', proposal.role],
      ['from', `${proposal.from.name} <${proposal.from.email ?? ''}>`],
      ['subject', proposal.subject],
      ['sent', out.look.isTerminal ? momentText(proposal.sentAt, 'long') : proposal.sentAt],
      ['event', event && [at(event.startsAt), event.timeZone].filter(Boolean).join(', ')],
      ['location', proposal.location],
      ['deadline', deadlineAt ? at(deadlineAt) : deadline && withDays(deadline)],
      ['contact', contact && [contact.name, contact.email].filter(Boolean).join(', ')],
      ['pay', proposal.pay],
      ['sure', sureText(proposal.confidence)],
      ['because', proposal.evidence.map(({ quote, why }) => `“${quote}” ${why}`).join('\n')],
    ])
  },
})

const WHICH: Option[] = [
  { flags: '--all', about: 'Every pending proposal.' },
  { flags: '--sender <address>', about: 'Every pending proposal from this address.' },
]
const PROPOSALS = { name: 'proposals...?', about: 'Ids, short ids, or parts of company and subject.' }

async function chosen({ rest, options, client }: Run, above?: number) {
  const ids = await each(rest, (name) => findProposal(client, name))
  const sender = textOf(options, 'sender')
  const which = {
    ...(ids.length && { ids }),
    ...(isOn(options, 'all') && { all: true }),
    ...(sender && { sender }),
    ...(above !== undefined && { above }),
  }
  if (!Object.keys(which).length)
    misused('Name proposals, or give --all or --sender ADDRESS. See crm inbox list.')
  return which
}

function sureness(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  return value > 0 && value <= 1
    ? value
    : misused(`--accept-above is a number up to 1, such as 0.98, not “${text}”.`)
}

const EDITS = [
  jobFlag('The job it is about, if crm chose the wrong one; for one proposal.'),
  flag('--company <text>', 'The company, for one proposal.'),
  flag('--role <text>', 'The role, for one proposal.'),
  flagFor(
    'status',
    '--as <status>',
    'applied, interview, assessment, offer, rejected, withdrawn, closed; for one proposal.',
  ),
]

const acceptCommand: Command = {
  name: 'accept',
  about: 'Accept proposals as one change, dated like the mail; crm undo reverts it.',
  operation: 'inbox.acceptMany',
  args: [PROPOSALS],
  options: [
    ...WHICH,
    { flags: '--accept-above <share>', about: 'Every pending proposal with at least this confidence: 0.98.' },
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
      if (rest.length !== 1) misused('A correction is for one proposal: name it.')
      const id = await findProposal(client, first(rest))
      if (isDryRun(options, inbox.acceptProposal, { id, ...edit }))
        return out.done({ id, ...edit }, 'Would accept it, corrected.')
      const proposal = await client.call(inbox.acceptProposal, { id, ...edit })
      return out.done(proposal, await acceptedText(client, [proposal]))
    }
    const which = await chosen(call, sureness(textOf(options, 'acceptAbove')))
    if (isDryRun(options, inbox.acceptMany, which)) return out.done(which, await wouldAccept(client, which))
    const decided = await client.call(inbox.acceptMany, which)
    for (const { id, reason } of decided.left) out.note(`Left ${id}: ${reason}`)
    out.done(decided, await acceptedText(client, decided.proposals))
  },
}

const DONE: Record<string, string> = { add: 'added', move: 'moved', cancel: 'cancelled', update: 'updated' }

/** `Acme — Chef: moved to offer; Mon 7 Dec 14:00.` */
function changedLine({ company, role, changes, event }: Proposal, verbOf: (verb: string) => string): string {
  const done = changes.map((each) => withDays(each).replace(/^\w+/, verbOf))
  const when = event ? `; ${whenOf(event.startsAt)}` : ''
  return `${[company, role].filter(Boolean).join(' — ')}: ${done.join('; ')}${when}.`
}

/** The states in which crm can still accept a proposal that the user names. */
const OPEN: Proposal['state'][] = ['pending', 'rejected', 'superseded']

async function wouldAccept(client: Client, { ids, sender, above = 0 }: Awaited<ReturnType<typeof chosen>>) {
  const { proposals } = await everyPage(true, 'proposals', (more) =>
    client.call(listProposals, { sender, ...(ids && { state: OPEN }), ...more }),
  )
  const meant = proposals
    .filter(({ id, confidence }) => (ids ? ids.includes(id) : confidence >= above))
    .slice(0, inbox.MAX_DECIDED)
  const lines = meant.map((each) => changedLine(each, (verb) => verb))
  return [...lines, `Would accept ${several(meant.length, 'proposal')} as one change.`].join('\n')
}

/** What the accepted proposals changed, by name, and what to do next. */
async function acceptedText(client: Client, proposals: readonly Proposal[]): Promise<string> {
  const lines = proposals.map((each) => changedLine(each, (verb) => DONE[verb] ?? verb))
  const { total } = await client.call(listProposals, { limit: 1 })
  const [only, second] = proposals
  const show = only?.jobId && !second ? ` crm show ${shortId(only.jobId)} shows the job.` : ''
  const next = total ? ` ${several(total, 'proposal')} left: crm inbox list` : ''
  return [
    ...lines,
    `Accepted ${proposals.length}.${proposals.length ? ' crm undo takes it back.' : ''}${show}${next}`,
  ].join('\n')
}

const rejectCommand = doing({
  name: 'reject',
  about: 'Reject proposals; nothing changes.',
  op: inbox.rejectMany,
  args: [PROPOSALS],
  options: WHICH,
  examples: ['crm inbox reject acme', 'crm inbox reject --sender news@example.com'],
  input: (call) => chosen(call),
  would: () => 'Would reject them.',
  said: ({ proposals: { length } }) =>
    `Rejected ${length}.${length === inbox.MAX_DECIDED ? ' There may be more: crm inbox list' : ''}`,
})

const forgetCommand = doing({
  name: 'forget',
  about: 'Forget every message and proposal; accepted changes are kept.',
  op: inbox.forgetInbox,
  examples: ['crm inbox forget --yes'],
  find: async (client) => ({ pending: (await client.call(listProposals, { limit: 1 })).total }),
  act: ({ pending }) => `forget every message and ${several(pending, 'pending proposal')}`,
  nothing: 'forgotten',
  said: ({ forgotten }) => `Forgot ${forgotten} messages.`,
})

export const commands: Command[] = [
  ...[scanCommand, addCommand, syncCommand],
  ...[listCommand, showCommand, acceptCommand, rejectCommand, forgetCommand],
]
