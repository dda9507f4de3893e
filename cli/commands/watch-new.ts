// `crm watch new`: the postings that fit, to accept or to dismiss.
import { acceptManyPostings, dismissManyPostings, listPostings } from '../../core/watch/operations.ts'
import { payText } from '../../core/reading/stated-pay.ts'
import type { WatchedPosting } from '../../core/watch/watch.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { textOf, type Command, type Run, words, wordsOf } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import type { Column } from '../ui/table.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { oneAmong } from './references.ts'

const columns = (now: number): Column<WatchedPosting>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'COMPANY', value: ({ company }) => company, minWidth: 10, paint: () => 'bold' },
  { title: 'ROLE', value: ({ role }) => role, minWidth: 16, yields: 1 },
  { title: 'LOCATION', value: ({ location }) => location, yields: 5 },
  { title: 'PAY', value: ({ pay }) => pay && payText(pay), yields: 3 },
  {
    title: 'OFFERS',
    value: ({ offers }) => offers && `${thousands(offers.median)} (${offers.count})`,
    plain: ({ offers }) => offers && String(offers.median),
    yields: 7,
  },
  {
    title: 'ESTIMATE',
    value: ({ estimate }) => estimate && thousands(estimate.median),
    plain: ({ estimate }) => estimate && String(estimate.median),
    yields: 8,
  },
  {
    title: 'POSTED',
    value: ({ postedAt }) => postedAt && agoOf(postedAt, now),
    plain: ({ postedAt }) => postedAt,
    yields: 4,
  },
  { title: 'WHY', value: whyText, paint: () => 'dim', below: true },
  { title: 'URL', value: ({ url }) => url, yields: 9 },
]

const thousands = (amount: number): string => `${Math.round(amount / 1_000)}k`

const whyText = ({ why, jobId, state }: WatchedPosting): string =>
  [...why, ...(state === 'new' && jobId ? [`seems to be your job ${shortId(jobId)}`] : [])].join('; ')

const EVERY_STATE = ['new', 'accepted', 'dismissed'] as const

/** The referenced posting: by id, its short form, or part of company and role. */
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

export const newCommand: Command = {
  name: 'new',
  about: 'List the new postings that fit; accept one as a job, or dismiss it for ever.',
  operation: 'watched.list',
  args: [{ name: 'more...?', about: 'With --accept or --dismiss: further postings.' }],
  options: [
    {
      flags: '--accept <list>',
      about: 'Make a job of it: id, short id, or part of company and role.',
    },
    { flags: '--dismiss <list>', about: 'Do not show it again.' },
    { flags: '--state <list>', about: 'new, accepted, dismissed (default: new).' },
    { flags: '--board <board>', about: 'Only of this board.' },
    ...PAGE_OPTIONS,
  ],
  examples: ['crm watch new', 'crm watch new --accept 1f3a9c20', 'crm watch new --dismiss 7b21aa03'],
  async run(call) {
    const { options, client, out } = call
    const [taken, dropped] = [words(textOf(options, 'accept')), words(textOf(options, 'dismiss'))]
    if (taken && dropped) fail('usage', { problem: 'Give --accept or --dismiss, not both.' })
    if (taken) return decideAll(call, [...taken, ...call.rest], 'accept')
    if (dropped) return decideAll(call, [...dropped, ...call.rest], 'dismiss')
    if (call.rest.length) fail('usage', { problem: 'Postings are named after --accept or --dismiss.' })
    const state = wordsOf<WatchedPosting['state']>(options, 'state')
    const input = { state, board: textOf(options, 'board'), limit: limitOf(options) }
    const page = await everyPage(wantsAll(options), 'postings', (more) =>
      client.call(listPostings, { ...input, ...more }),
    )
    out.list(page, page.postings, columns(Date.now()), 'No new postings.')
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
