// `crm watch …`: job boards that crm watches for you, and e-mails about new postings.
import { counted, several } from '../../core/kernel/amounts.ts'
import type { Digest } from '../../core/watch/digest.ts'
import {
  changeDigest,
  createWatch,
  findBoardOf,
  getDigest,
  listWatches,
  removeWatch,
  runWatches,
  acceptManyPostings,
  dismissManyPostings,
  listPostings,
} from '../../core/watch/operations.ts'
import { placeText } from '../../core/watch/found-posting.ts'
import { POSTING_STATES, type BoardReport, type Watch, type WatchedPosting } from '../../core/watch/watch.ts'
import { KINDS, messageOf } from '../../core/kernel/errors.ts'
import { shortId, isId } from '../../core/kernel/id.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { isOn, asWord, textOf, type Command, words, type Run, misused, type Client } from '../command.ts'
import { isDryRun } from './agreement.ts'
import { flag, fieldsIn, list as listed } from './flags.ts'
import { localZone } from '../../core/kernel/clock.ts'
import { listing } from './listing.ts'
import { each } from './references.ts'
import { payText } from '../../core/reading/compensation.ts'
import { columnsOf } from '../ui/columns.ts'
import { doing, finderOf } from './doing.ts'

const POSTINGS = columnsOf<WatchedPosting>({
  id: {},
  company: { minWidth: 10, paint: 'bold' },
  role: { minWidth: 16, yields: 1 },
  location: { value: ({ location, remote }) => placeText(location, remote), yields: 5 },
  pay: { value: ({ pay }) => pay && payText(pay), yields: 3 },
  offers: {
    value: ({ offers }) => offers && `${thousands(offers.median)} (${offers.count})`,
    ...{ plain: ({ offers }) => offers && String(offers.median), minWidth: 9, yields: 7 },
  },
  estimate: {
    value: ({ estimate }) => estimate && thousands(estimate.median),
    ...{ plain: ({ estimate }) => estimate && String(estimate.median), yields: 8 },
  },
  postedAt: { yields: 4 },
  why: { value: (posting) => whyText(posting), paint: 'dim', below: true },
  url: { yields: 9 },
})

const thousands = (amount: number): string => `${Math.round(amount / 1_000)}k`

const whyText = ({ why, jobId, state, closedAt }: WatchedPosting): string =>
  [
    ...why,
    jobId && `${state === 'new' ? 'seems to be' : 'is'} your job ${shortId(jobId)}`,
    ...[state === 'dismissed' && state, closedAt && 'is closed'],
  ]
    .filter(Boolean)
    .join('; ')

const postingNamed = finderOf({
  ...{ op: listPostings, rows: 'postings', noun: 'posting', list: 'crm watch new' },
  namesOf: ({ company, role }) => [`${company} — ${role}`, role],
  input: { state: [...POSTING_STATES] },
})

const findPosting = async (client: Client, text: string): Promise<string> =>
  isId(text) ? text.toLowerCase() : (await postingNamed(client, text)).id

/** Reads boards that were never read, and says which could not be: a token may not allow it. */
async function readUnread({ client, out }: Run): Promise<Record<string, never>> {
  const { watches } = await client.call(listWatches, { limit: 100 })
  for (const { id, board, readAt, problem } of watches) {
    if (readAt !== null || problem !== null) continue
    const failed = await client.call(runWatches, { id }).then(({ boards }) => boards[0]?.error, messageOf)
    if (failed) out.note(`${board} was not read: ${failed}`)
  }
  return {}
}

const newCommand = listing({
  ...{ name: 'new', op: listPostings, noun: 'postings', one: 'posting' },
  about: 'List the new postings that fit; accept one as a job, or dismiss it.',
  args: [
    {
      name: 'more...?',
      about: 'Only postings with these words; with --accept or --dismiss: further postings.',
    },
  ],
  words: (postings) =>
    postings.map(({ company, role, location, board }) => [company, role, location, board].join(' ')),
  first: [
    { flags: '--accept <list>', about: 'Save it as a job: id, short id, or part of company and role.' },
    { flags: '--dismiss <list>', about: 'Do not show it again.' },
  ],
  flags: [
    flag('--state <list>', 'new, accepted, dismissed (default: new).', listed),
    flag('--board <board>', 'Only from this board.'),
  ],
  instead(call) {
    const [taken, dropped] = ['accept', 'dismiss'].map((name) => words(textOf(call.options, name)))
    if (taken && dropped) misused('Give --accept or --dismiss, not both.')
    const meant = taken ?? dropped
    return meant && decideAll(call, [...meant, ...call.rest], taken ? 'accept' : 'dismiss')
  },
  examples: ['crm watch new', 'crm watch new --accept 1f3a9c20', 'crm watch new --dismiss 7b21aa03'],
  columns: () => POSTINGS,
  input: readUnread,
  empty: 'No new postings.',
})

async function decideAll({ client, out }: Run, references: readonly string[], verb: 'accept' | 'dismiss') {
  const ids = await each(references, (text) => findPosting(client, text))
  const op = verb === 'accept' ? acceptManyPostings : dismissManyPostings
  const { postings } = await client.call(op, { ids })
  const sentence = ({ company, role, jobId }: WatchedPosting): string =>
    verb === 'accept'
      ? `${company} — ${role} is your job ${shortId(jobId ?? '')}.`
      : `${company} — ${role} is not shown again.`
  out.done({ postings, nextCursor: null, total: postings.length }, postings.map(sentence).join('\n'))
}

const COLUMNS = columnsOf<Watch>({
  id: { yields: 1 },
  board: { minWidth: 14, paint: 'bold' },
  company: { yields: 3 },
  wanted: { value: (watch) => wishesText(watch), yields: 4 },
  postings: { yields: 5 },
  readAt: { yields: 6 },
  problem: { paint: 'yellow', yields: 2 },
})

/** `clerk, books; not junior; senior or staff; in Oslo; from 60,000`. */
const wishesText = ({ match, not, level, place, minPay, timeZone }: Watch): string =>
  [
    match.join(', '),
    not.length > 0 && `not ${not.join(', ')}`,
    level.join(' or '),
    place.length > 0 && `in ${place.join(' / ')}`,
    minPay !== null && `from ${counted(minPay)}`,
    timeZone !== null && `hours of ${timeZone}`,
  ]
    .filter(Boolean)
    .join('; ') || 'everything'

const findWatch = finderOf({
  ...{ op: listWatches, rows: 'watches', noun: 'watch', list: 'crm watch list' },
  namesOf: ({ board, company }) => [board, company],
})

/** A comma with a space after it belongs to a place’s name: `Portland, OR`. */
const places = (text: string): string[] =>
  text
    .split(/;|,(?!\s)/)
    .map((place) => place.trim())
    .filter(Boolean)

const payOf = async (text: string): Promise<number> =>
  (await import('./yearly-pay.ts')).yearlyPayOf('--min-pay', text)

const FLAGS = [
  flag('-m, --match <list>', 'Whole words of the title, any of them: clerk,"head of".', listed),
  flag('--not <list>', 'Words that rule a title out: intern,junior.', listed),
  flag(
    '-l, --level <list>',
    'Levels you want: entry, mid, senior, staff, principal. Hides titles that state another.',
    listed,
  ),
  flag('-p, --place <list>', 'A place or remote; separate several by ;', places),
  flag('--min-pay <amount>', 'Per year: 120k. Hides only postings that state less.', payOf),
  flag(
    '--zone <zone>',
    'Your time zone, or here. Hides remote postings that require another zone.',
    (text) => (text.trim().toLowerCase() === 'here' ? localZone() : text),
    'timeZone',
  ),
  flag('--company <name>', 'The employer, if the board does not name it.'),
]

const add: Command = {
  name: 'add',
  about: 'Watch a job board, and collect the postings that fit.',
  operation: 'watch.create',
  args: [
    {
      name: 'board',
      about:
        'greenhouse:acme, lever:acme, …; the address of a board, a careers page, or an RSS or Atom feed.',
    },
  ],
  options: [...FLAGS, { flags: '-y, --yes', about: 'Do not ask for confirmation.' }],
  dryRun: true,
  examples: [
    'crm watch add greenhouse:acme --match engineer --level senior,staff',
    'crm watch add https://acme.example/careers --min-pay 120k',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const input = { board: args[0] ?? '', ...(await fieldsIn(call, FLAGS)) }
    const isPlanned = isDryRun(options, createWatch, input)
    // Shows the board behind a URL before it is added; a name needs no check.
    const found =
      isPlanned || /^https?:|\./.test(input.board)
        ? await client.call(findBoardOf, { board: input.board })
        : undefined
    if (found)
      out.note(`Found ${found.board}: ${found.company}, ${several(found.postings, 'posting')}, ${found.page}`)
    if (isPlanned && found) return out.done(found, `Would watch ${found.board}.`)
    if (found && out.canAsk && !isOn(options, 'yes') && !(await out.confirm(`Watch ${found.board}?`)))
      return out.note('Nothing is watched.')
    const made = await client.call(createWatch, { ...input, board: found?.board ?? input.board })
    const shows = `${made.company}, ${several(made.postings ?? 0, 'posting')}; ${wishesText(made)}`
    const next = made.postings ? ' See those that fit: crm watch new' : ''
    out.done(made, `Watching ${made.board} (${shortId(made.id)}): ${shows}.${next}`)
    // Some systems also report an empty list for boards that do not exist.
    if (made.postings === 0)
      out.note('It shows no postings at the moment: look whether this is the right board.')
  },
}

const list = listing({
  op: listWatches,
  noun: 'watches',
  about: 'List the boards you watch.',
  examples: ['crm watch list', 'crm watch list --json board,problem'],
  columns: () => COLUMNS,
  empty: 'You watch no board yet. Add one: crm watch add greenhouse:acme',
})

const remove = doing({
  name: 'rm',
  about: 'Stop watching a board; accepted and dismissed postings are kept.',
  op: removeWatch,
  args: [{ name: 'board', about: 'Id, short id, or part of the board or company.' }],
  examples: ['crm watch rm greenhouse:acme --yes'],
  find: findWatch,
  shown: ({ id, board }) => ({ id, board }),
  act: ({ board }) => `stop watching ${board}`,
  nothing: 'removed',
  said: (_, { board }) => `No longer watching ${board}.`,
})

const REPORT = columnsOf<BoardReport>({
  board: { minWidth: 14, paint: 'bold' },
  ...{ found: {}, new: { paint: (report) => (report.new ? 'green' : 'dim') }, closed: {} },
  error: { paint: 'yellow', yields: 1 },
})

const run: Command = {
  name: 'run',
  about: 'Read your watched boards now; the gateway also reads them every few hours.',
  operation: 'watch.run',
  args: [{ name: 'board?', about: 'Only this one: id, or part of the board or company.' }],
  examples: ['crm watch run', 'crm watch run acme --json'],
  async run({ args, client, out }) {
    const one = args[0] === undefined ? {} : { id: (await findWatch(client, args[0])).id }
    const report = await client.call(runWatches, one)
    out.list(report, report.boards, REPORT, 'You watch no board yet. Add one: crm watch add greenhouse:acme')
    const found = report.boards.reduce((sum, board) => sum + board.new, 0)
    if (found && !out.json) out.note(`${found} new: crm watch new`)
    // The other boards succeeded, but a script must notice the failed one.
    const isAllFailed = report.boards.length > 0 && report.boards.every(({ error }) => error !== null)
    return isAllFailed ? KINDS.page.exit : 0
  },
}

function sentence({ every, nextAt, timeZone, to, problem }: Digest): string {
  if (!every || !nextAt) return 'New postings do not come by e-mail. Have them: crm watch digest daily'
  const next = showInstant(nextAt, new Date(), timeZone ?? localZone())
  return [`New postings come ${every} ${to ? `to ${to}` : 'by e-mail'}, next ${next} (${timeZone}).`, problem]
    .filter(Boolean)
    .join(' ')
}

const digest: Command = {
  name: 'digest',
  about: 'Get new postings by e-mail: daily, weekly, or off.',
  operation: 'watch.digest',
  args: [{ name: 'every?', about: 'daily, weekly or off; without it, shows the setting.' }],
  options: [{ flags: '--zone <zone>', about: 'Your time zone (default: that of this machine).' }],
  examples: ['crm watch digest', 'crm watch digest weekly', 'crm watch digest daily --zone Europe/Berlin'],
  async run({ args, options, client, out }) {
    const [every] = args
    const timeZone = textOf(options, 'zone') ?? localZone()
    const set = every
      ? await client.call(changeDigest, { every: asWord<'daily'>(every), timeZone })
      : await client.call(getDigest, {})
    out.done(set, sentence(set))
  },
}

export const commands: Command[] = [add, list, remove, run, newCommand, digest]
