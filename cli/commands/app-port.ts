// The app's data access as operation calls and commands: the same here and against a remote gateway.
import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { listActivities } from '../../core/activities/operations.ts'
import { listAudit, undoChange } from '../../core/audit/operations.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import { listContacts } from '../../core/contacts/operations.ts'
import { acceptMany, acceptProposal, rejectMany, rejectProposal } from '../../core/inbox/operations.ts'
import { listProposals } from '../../core/inbox/queries.ts'
import { getSalary } from '../../core/intelligence/salaries/salary.ts'
import type { Job } from '../../core/jobs/fields.ts'
import { finishJobStep, moveJobs, setStatus, updateJob } from '../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../core/jobs/queries.ts'
import { asCrmError } from '../../core/kernel/errors.ts'
import { must, isOneOf, recordOf } from '../../core/kernel/narrow.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { listOffers } from '../../core/offers/operations.ts'
import { actAsMe, listSuggestions, showBoard } from '../../core/pipeline/operations.ts'
import { readPay } from '../../core/reading/pay.ts'
import { search } from '../../core/search/operations.ts'
import * as watch from '../../core/watch/operations.ts'
import { type Client, type Streams, optionName, type Run } from '../command.ts'
import { whenOf, agoOf, momentText } from '../ui/time.ts'
import { isEnded } from '../interrupt.ts'
import { cleanLines } from '../ui/table.ts'
import { widthOf, broken } from '../ui/width.ts'
import type { Salary } from './salary-question.ts'
import { rowText } from './audit.ts'
import { rowsNow, undoneText } from './undo.ts'
import { ofEvent, ofFound, ofOffer, ofPosting, ofProposal, ofToday } from './app-items.ts'
import { fieldsIn } from './flags.ts'
import { FIELDS } from './jobs-change.ts'
import { openInBrowser } from './jobs.ts'
import { everyPage } from './pages.ts'
import { nameOf, namesFor } from './references.ts'
import { readEntries } from './today.ts'
import {
  type AppPort,
  type Candidate,
  type Item,
  type ListName,
  type ListPage,
  FACTS,
  ORDERS,
  VIEWS,
  type Memory,
  type Document,
  type JobDetails,
} from '../views/app/records.ts'
import type { Config } from '../../core/config.ts'
import { FIRST_MEMORY } from '../views/app/state.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import { answerText } from '../ui/answer.ts'
import { readHome, writeHome } from '../home-file.ts'

const MAX_LISTED = 100
/** The share by which a job’s pay may differ from typical pay and still counts as about the same. */
const NEARLY = 0.1

/** The market's pay for a job. Nationwide if the catalogue lacks the job's location, as it does for most. */
function marketOf(client: Client, { role, location }: Pick<Job, 'role' | 'location'>) {
  const asked = { role, cities: 'none' as const }
  const there = location?.trim() ? { ...asked, city: location } : asked
  return client.call(getSalary, there).catch((error: unknown) => {
    const country = asCrmError(error).details?.['country']
    if (country !== undefined)
      throw new Error(`It is in ${String(country)}, and only US cities have figures.`)
    return client.call(getSalary, asked)
  })
}

const TIMES = {
  dateOf: (iso: string | null) => (iso === null ? '?' : momentText(iso, 'date')),
  /** Shows a deadline at the end of a day as a date. */
  whenOf: (iso: string) => whenOf(iso).replace(/ 23:59$/, ''),
  agoOf: (iso: string | null) => agoOf(iso, Date.now()),
}

const readers = (client: Client): Record<ListName, (words: string) => Promise<ListPage>> => ({
  async today() {
    const now = new Date()
    const advice = await client.call(listSuggestions, { limit: MAX_LISTED })
    const entries = await readEntries(client, now)
    const names = await namesFor(client, entries.events)
    const items = ofToday(advice, entries, names, TIMES)
    return { items, total: items.length }
  },
  async inbox() {
    const { proposals, total } = await client.call(listProposals, { limit: MAX_LISTED })
    return { items: proposals.map((one) => ofProposal(one, TIMES)), total }
  },
  async postings() {
    const { postings, total } = await client.call(watch.listPostings, { limit: MAX_LISTED })
    return { items: postings.map((one) => ofPosting(one, TIMES)), total }
  },
  async calendar() {
    const { events, total } = await client.call(listEvents, { limit: MAX_LISTED })
    const names = await namesFor(client, events)
    return { items: events.map((one) => ofEvent(one, names, TIMES)), total }
  },
  async offers() {
    const { offers, total } = await client.call(listOffers, { limit: MAX_LISTED })
    const names = await namesFor(client, offers)
    return { items: offers.map((one) => ofOffer(one, names, TIMES)), total }
  },
  async search(q) {
    if (!q.trim()) return { items: [], total: 0 }
    const { results, total } = await client.call(search, { q, limit: MAX_LISTED })
    return { items: ofFound(results, TIMES), total }
  },
})

/** The longest text in the timeline; longer texts open as documents. */
const A_LINE = 60

const isLong = (text: string | null): boolean =>
  Boolean(text && (text.length > A_LINE || text.includes('\n')))

type Written = Pick<JobDetails, 'job' | 'activities'> & { purchases: readonly Purchase[] }

export function documentsOf({ job, activities, purchases }: Written): Document[] {
  const written = activities
    .filter(({ body }) => isLong(body))
    .map(({ title, type, occurredAt, body }) => ({ title: title || type, at: occurredAt, text: must(body) }))
  const bought = purchases
    .filter((purchase) => purchase.answer && purchase.state === 'delivered' && isFor(job, purchase))
    .map(({ label, purchasedAt, createdAt, answer }) => ({
      title: label,
      at: purchasedAt ?? createdAt,
      text: answerText(recordOf(answer), ABOUT_THE_SALE),
    }))
  const posting = job.description ? [{ title: 'Posting', at: null, text: job.description }] : []
  const notes = isLong(job.notes) ? [{ title: 'Notes', at: null, text: must(job.notes) }] : []
  return [
    ...posting,
    ...notes,
    ...[...written, ...bought].sort((one, other) => other.at.localeCompare(one.at)),
  ]
}

/** Purchases refer to a job, or only to a company by name. */
const isFor = (job: Job, { jobId, company }: Purchase): boolean =>
  jobId ? jobId === job.id : company?.trim().toLowerCase() === job.company.trim().toLowerCase()

const ABOUT_THE_SALE = ['success', 'notice', 'purchasedAt']

/** Commands that are interactive or run until stopped. */
const INTERACTIVE = /^(?:chat|serve|mcp|remote|login|logout|db|demo|webhooks listen)\b/

function reads(client: Client) {
  const lists = readers(client)
  const markets = new Map<string, Promise<Salary | null>>()
  return {
    board: (limit) => client.call(showBoard, { limit }),
    list: (name, words) => lists[name](words),
    async mark() {
      const [changes, boards, mail] = await Promise.all([
        client.call(listAudit, { limit: 1 }).catch(() => client.call(listJobs, { limit: 1 })),
        // A narrow token may not read these, and an older gateway does not have them.
        client.call(watch.listPostings, { limit: 1 }).catch(() => null),
        client.call(listProposals, { limit: 1 }).catch(() => null),
      ])
      const latest = 'entries' in changes ? changes.entries[0]?.id : changes.jobs[0]?.updatedAt
      return `${changes.total} ${latest} ${boards?.total} ${boards?.postings[0]?.id} ${mail?.total} ${mail?.proposals[0]?.id}`
    },
    async open(id) {
      const [job, { activities }, { contacts }, { events }, { purchases }] = await Promise.all([
        client.call(getJob, { id }),
        client.call(listActivities, { jobId: id, limit: 100 }),
        client.call(listContacts, { jobId: id, limit: 100 }),
        client.call(listEvents, { jobId: id, limit: 100 }),
        // A remote extension token cannot read purchases.
        client.call(listPurchases, { limit: 100 }).catch(() => ({ purchases: [] })),
      ])
      return { job, activities, contacts, events, documents: documentsOf({ job, activities, purchases }) }
    },
    async market(job) {
      const currency = job.compensation?.currency ?? 'USD'
      if (currency !== 'USD') return [`This job’s pay is in ${currency}, and only US pay has figures.`]
      const { againstMarket } = await import('./salary-view.ts')
      return againstMarket(await marketOf(client, job), job.compensation)
    },
    async standing({ role, location, salary, yearlyPay }) {
      // Pay is compared in its own currency only.
      if (yearlyPay === null || readPay(salary ?? '').value?.currency !== 'USD') return ''
      const key = `${role}\n${location ?? ''}`
      const market = markets.get(key) ?? marketOf(client, { role, location }).catch(() => null)
      markets.set(key, market)
      const typical = (await market)?.typical
      if (!typical) return ''
      const apart = yearlyPay / typical.median - 1
      return apart > NEARLY ? '▲' : apart < -NEARLY ? '▼' : '≈'
    },
    async find(q) {
      const { jobs } = await everyPage(true, 'jobs', (more) => client.call(listJobs, { q, ...more }))
      return jobs.map(({ id }) => id)
    },
  } satisfies Partial<AppPort>
}

type Way = [one: Operation, many: Operation, did: string, didMany?: string]

function decisions(client: Client) {
  const decide =
    (mail: Way, posting: Way) =>
    async (items: readonly Item[]): Promise<string> => {
      const [first, ...others] = items
      if (!first) return ''
      const [one, many, did, didMany = did] = first.kind === 'proposal' ? mail : posting
      if (!others.length) await client.call(one, { id: first.id })
      else await client.call(many, { ids: items.map(({ id }) => id) })
      return others.length ? `${items.length} entries: ${didMany}.` : `${first.title}: ${did}.`
    }
  return {
    take: decide(
      [acceptProposal, acceptMany, 'accepted'],
      [watch.accept, watch.acceptManyPostings, 'your job now', 'your jobs now'],
    ),
    dismiss: decide(
      [rejectProposal, rejectMany, 'dismissed'],
      [watch.dismiss, watch.dismissManyPostings, 'dismissed'],
    ),
  } satisfies Partial<AppPort>
}

const changes = (client: Client) =>
  ({
    async move(ids, status, version) {
      const [id = ''] = ids
      if (ids.length > 1) {
        await client.call(moveJobs, { jobIds: [...ids], status })
        return ''
      }
      const expected = version === null ? {} : { expectedUpdatedAt: version }
      return (await client.call(setStatus, { id, status, ...expected })).updatedAt
    },
    async edit(id, fields, version) {
      const options = Object.fromEntries(
        Object.entries(fields).map(([flag, text]) => [optionName(`--${flag}`), text]),
      )
      const change = await fieldsIn({ client, options }, FIELDS)
      const job = await client.call(updateJob, { id, ...change, expectedUpdatedAt: version })
      return `Changed ${nameOf(job)}.`
    },
    async finish(id) {
      return `Done: the next step of ${nameOf(await client.call(finishJobStep, { id }))}.`
    },
    async snooze(suggestionId) {
      const answer = await client.call(actAsMe, { action: 'snooze', suggestionId })
      return 'until' in answer ? `Hidden until ${TIMES.dateOf(answer.until)}.` : 'Hidden.'
    },
    async undo(isSure) {
      const plan = isSure ? null : await client.call(undoChange, { dryRun: true })
      const isQuestion = plan !== null && !plan.undone.some(({ id }) => client.changeIds.has(id))
      const answer = isQuestion ? plan : await client.call(undoChange, {})
      const { rows, notUndone } = answer
      const now = isQuestion ? new Map() : await rowsNow(client, answer)
      const told = rows.slice(0, 2).map((row) => undoneText(row, now))
      const more = rows.length > 2 ? ` and ${rows.length - 2} more` : ''
      if (isQuestion) {
        const done = rows.slice(0, 2).map(rowText)
        return { text: `undoes what was not done here: ${done.join(', ')}${more}`, jobId: null, isQuestion }
      }
      const kept = notUndone.map(({ noun, reason }) => `; not the ${noun}: ${reason}`).slice(0, 1)
      const jobId = rows.find(({ noun }) => noun === 'job')?.id ?? null
      return { text: `Undone. ${told.join('; ')}${more}${kept.join('')}.`, jobId, isQuestion }
    },
  }) satisfies Partial<AppPort>

export function appPort({ client, config, again }: Pick<Run, 'client' | 'config' | 'again'>): AppPort {
  return {
    ...TIMES,
    ...reads(client),
    ...decisions(client),
    ...changes(client),
    browse: openInBrowser,
    run: (argv, columns) => ran(again, argv, columns, config.color),
    needsTerminal: (argv) =>
      INTERACTIVE.test(argv.join(' ')) || argv.some((word) => word === '--editor' || word === '--watch'),
    handOver(argv) {
      spawnSync(process.execPath, [...process.execArgv, must(process.argv[1]), ...argv], { stdio: 'inherit' })
    },
    async complete(words) {
      const { lines } = await ran(again, ['__complete', ...words], 10_000, false)
      return lines
        .map((line): Candidate => {
          const [word = '', about = ''] = line.split('\t')
          return [word, about]
        })
        .filter(([word]) => word !== ':files')
    },
    // An unwritable home only loses the view.
    remember: (memory) => void writeHome(config.home, 'app', memory),
  }
}

async function ran(again: Run['again'], argv: readonly string[], columns: number, color: boolean) {
  if (argv[0] === 'board' || argv[0] === 'ui') return { isDone: true, lines: ['You are in it.'] }
  let text = ''
  const stream = {
    isTTY: argv[0] !== '__complete',
    columns,
    hasColors: () => color,
    write: (part: string | Uint8Array) =>
      (text += typeof part === 'string' ? part : Buffer.from(part).toString()),
  }
  const streams: Streams = { stdin: () => Readable.from([]), stdout: stream, stderr: () => stream }
  const lines = () =>
    cleanLines(text.trimEnd())
      .split('\n')
      .map((line) => line.replaceAll('\t', argv[0] === '__complete' ? '\t' : '  '))
      .flatMap((line) =>
        line.includes('\u001b') || widthOf(line) <= columns ? [line] : broken(line, columns),
      )
      .filter((line, at, all) => line !== '' || at < all.length - 1)
  try {
    return { isDone: (await again([...argv], streams)) === 0, lines: lines() }
  } catch (thrown) {
    if (isEnded(thrown)) return { isDone: thrown.exitCode === 0, lines: lines() }
    const error = asCrmError(thrown)
    if (error.code === 'confirmation_needed')
      return { isDone: false, lines: lines(), question: `crm ${argv.join(' ')}` }
    text += [error.message, error.hint].filter(Boolean).join('\n')
    return { isDone: false, lines: lines() }
  }
}

export function remembered({ home }: Pick<Config, 'home'>): Memory {
  const { view, order, fact } = readHome(home, 'app') ?? {}
  return {
    view: isOneOf(VIEWS, view) ? view : FIRST_MEMORY.view,
    order: isOneOf(ORDERS, order) ? order : FIRST_MEMORY.order,
    fact: isOneOf(FACTS, fact) ? fact : null,
  }
}
