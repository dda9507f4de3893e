// `crm watch new`: the postings that fit, to accept or to dismiss.
import { acceptManyPostings, dismissManyPostings, listPostings } from '../../core/watch/operations.ts'
import { payText } from '../../core/reading/stated-pay.ts'
import type { WatchedPosting } from '../../core/watch/watch.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { textOf, words, type Command, type Run } from '../command.ts'
import { idColumn, timeColumn, type Column } from '../ui/table.ts'
import { flag, list as listed } from './flags.ts'
import { listing } from './listing.ts'
import { everyPage } from './pages.ts'
import { oneAmong } from './references.ts'

const COLUMNS: Column<WatchedPosting>[] = [
  idColumn(),
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, minWidth: 16, yields: 1 },
  { title: 'LOCATION', value: ({ location }) => location, yields: 5 },
  { title: 'PAY', value: ({ pay }) => pay && payText(pay), yields: 3 },
  {
    ...{ title: 'OFFERS', value: ({ offers }) => offers && `${thousands(offers.median)} (${offers.count})` },
    ...{ plain: ({ offers }) => offers && String(offers.median), yields: 7 },
  },
  {
    ...{ title: 'ESTIMATE', value: ({ estimate }) => estimate && thousands(estimate.median) },
    ...{ plain: ({ estimate }) => estimate && String(estimate.median), yields: 8 },
  },
  timeColumn('POSTED', ({ postedAt }) => postedAt, { yields: 4 }),
  { title: 'WHY', value: (posting) => whyText(posting), paint: () => 'dim', below: true },
  { title: 'URL', value: ({ url }) => url, yields: 9 },
]

const thousands = (amount: number): string => `${Math.round(amount / 1_000)}k`

const whyText = ({ why, jobId, state }: WatchedPosting): string =>
  [...why, ...(state === 'new' && jobId ? [`seems to be your job ${shortId(jobId)}`] : [])].join('; ')

const EVERY_STATE = ['new', 'accepted', 'dismissed'] as const

async function findPosting(client: Client, text: string): Promise<string> {
  if (isId(text)) return text.toLowerCase()
  const { postings } = await everyPage(true, 'postings', (more) =>
    client.call(listPostings, { state: [...EVERY_STATE], ...more }),
  )
  const named = postings.map(({ id, company, role }) => ({ id, name: `${company} — ${role}`, also: [role] }))
  const missing = () =>
    fail('posting_not_found', { id: text }, { hint: 'List the postings with crm watch new.' })
  return oneAmong(text, named, missing).id
}

const { run, ...list } = listing({
  operation: listPostings.name,
  noun: 'postings',
  one: 'posting',
  about: 'List the new postings that fit; accept one as a job, or dismiss it for ever.',
  words: (postings) =>
    postings.map(({ company, role, location, board }) => [company, role, location, board].join(' ')),
  flags: [
    flag('--state <list>', 'new, accepted, dismissed (default: new).', listed),
    flag('--board <board>', 'Only of this board.'),
  ],
  examples: ['crm watch new', 'crm watch new --accept 1f3a9c20', 'crm watch new --dismiss 7b21aa03'],
  read: (client, input) => client.call(listPostings, input),
  columns: () => COLUMNS,
  empty: 'No new postings.',
})

export const newCommand: Command = {
  ...list,
  name: 'new',
  args: [{ name: 'more...?', about: 'Only with these words; with --accept or --dismiss: further postings.' }],
  options: [
    { flags: '--accept <list>', about: 'Make a job of it: id, short id, or part of company and role.' },
    { flags: '--dismiss <list>', about: 'Do not show it again.' },
    ...(list.options ?? []),
  ],
  async run(call) {
    const { options, rest } = call
    const [taken, dropped] = [words(textOf(options, 'accept')), words(textOf(options, 'dismiss'))]
    if (taken && dropped) fail('usage', { problem: 'Give --accept or --dismiss, not both.' })
    if (taken) return decideAll(call, [...taken, ...rest], 'accept')
    if (dropped) return decideAll(call, [...dropped, ...rest], 'dismiss')
    return run(call)
  },
}

async function decideAll(
  { client, out }: Run,
  references: readonly string[],
  verb: 'accept' | 'dismiss',
): Promise<void> {
  const ids: string[] = []
  for (const reference of references) ids.push(await findPosting(client, reference))
  const { postings } = await client.call(verb === 'accept' ? acceptManyPostings : dismissManyPostings, {
    ids,
  })
  const sentence = ({ company, role, jobId }: WatchedPosting): string =>
    verb === 'accept'
      ? `${company} — ${role} is your job ${shortId(jobId ?? '')}.`
      : `${company} — ${role} is not shown again.`
  out.done({ postings, nextCursor: null, total: postings.length }, postings.map(sentence).join('\n'))
}
